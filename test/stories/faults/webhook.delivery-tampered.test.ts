// Stories of the gate webhook.delivery, attempts that arrive and should not have been like that (R-144, I-33).
import { expect } from "vitest";
import { faultStory } from "../../support/fault-story.ts";
import { anAssignment, anEndpoint, verify } from "../../support/payments/a-webhook.ts";

const gate = "webhook.delivery";
const deposit = { network: "base", asset: "USDC", amount: "5", owner: "alice" };

faultStory(
  "webhook.delivery",
  "duplicate",
  "an event arrives twice in a row with one webhook-id and the same bytes, both validly signed; a receiver that deduplicates handles it once",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "duplicate" });
    await anAssignment(sandbox);
    await anAssignment(sandbox, "bob");
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect(endpoint.verdicts()).toEqual(["ok", "ok", "ok"]);
    const ids = endpoint.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(2);
    const [one, again] = endpoint.received.filter(({ json }) => json.payload.owner === "alice");
    expect(again?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
    expect(again?.body).toBe(one?.body);
    expect(await endpoint.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status: 200, fault: "duplicate" }] },
      { state: "delivered", attempts: [{ status: 200, fault: null }] },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "duplicate",
  "the first answer counts: refused first and taken the second time, the event is sent again ten seconds later",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, { answer: (number) => (number === 1 ? 500 : 200) });
    await sandbox.control("POST", "/faults", { gate, effect: "duplicate" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    expect(endpoint.received).toHaveLength(3);
    expect(await endpoint.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status: 500, fault: "duplicate" }, { status: 200 }] },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "reorder",
  "a deposit is confirmed before it is new: the second event of the deposit arrives first, both valid",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, { types: ["deposit.new", "deposit.confirmed"] });
    await sandbox.control("POST", "/faults", { gate, effect: "reorder", match: { type: "deposit.new" } });
    await anAssignment(sandbox);
    for (const amount of ["5", "6"]) await sandbox.control("POST", "/deposits", { ...deposit, amount });
    await sandbox.control("POST", "/run-until-idle");
    expect(endpoint.types().slice(0, 2)).toEqual(["deposit.confirmed", "deposit.new"]);
    expect(new Set(endpoint.received.slice(0, 2).map(({ json }) => json.payload.id)).size).toBe(1);
    expect(endpoint.verdicts()).toEqual(["ok", "ok", "ok", "ok"]);
    // The envelope has the true order.
    const [confirmed, seen] = endpoint.received;
    expect(seen!.json.time < confirmed!.json.time).toBe(true);
    expect((await endpoint.deliveries()).map(({ attempts }) => attempts.map(({ fault }) => fault))).toEqual([
      ["reorder"],
      [null],
      [null],
      [null],
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "reorder",
  "with nothing to be overtaken by, an event is sent all the same when its wait is over",
  async (sandbox, seed) => {
    const endpoint = await anEndpoint(sandbox);
    const params = seed % 2 === 0 ? { by: "45s" } : {};
    const waitMs = seed % 2 === 0 ? 45_000 : 600_000;
    await sandbox.control("POST", "/faults", { gate, effect: "reorder", params });
    await anAssignment(sandbox);
    const { pending } = await sandbox.control("POST", "/run-until-idle");
    expect(pending).toMatchObject([{ what: "deliver" }]);
    expect(await endpoint.deliveries()).toMatchObject([{ state: "due", held_by: "reorder", attempts: [] }]);
    await sandbox.control("POST", "/clock/advance", { by: waitMs - 1 });
    expect(endpoint.received).toEqual([]);
    await sandbox.control("POST", "/clock/advance", { by: 1 });
    expect(endpoint.verdicts()).toEqual(["ok"]);
    expect(await endpoint.deliveries()).toMatchObject([{ state: "delivered", attempts: [{ fault: "reorder" }] }]);
  },
);

faultStory(
  "webhook.delivery",
  "reorder",
  "while the fault exists, every event changes places with the next one, pair by pair",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "reorder", times: null });
    for (const owner of ["a", "b", "c", "d"]) {
      await anAssignment(sandbox, owner);
      await sandbox.control("POST", "/run-until-idle");
    }
    expect(endpoint.received.map(({ json }) => json.payload.owner)).toEqual(["b", "a", "d", "c"]);
  },
);

faultStory(
  "webhook.delivery",
  "wrong-secret",
  "a webhook that does not verify is refused by a careful receiver, and the retry of the same event verifies",
  async (sandbox) => {
    const refused: string[] = [];
    const endpoint = await anEndpoint(sandbox, {
      answer: (_number, received) => {
        const verdict = verify(received, endpoint.secret);
        if (!verdict.ok) refused.push(verdict.reason);
        return verdict.ok ? 200 : 401;
      },
    });
    await sandbox.control("POST", "/faults", { gate, effect: "wrong-secret" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    expect(refused).toEqual(["signature-mismatch"]);
    expect(endpoint.verdicts()).toEqual(["signature-mismatch", "ok"]);
    expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
    expect(await endpoint.deliveries()).toMatchObject([
      {
        state: "delivered",
        attempts: [
          { status: 401, fault: "wrong-secret" },
          { status: 200, fault: null },
        ],
      },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "unsigned",
  "a webhook without a signature is refused, and the retry of the same event is signed",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, {
      answer: (_number, received) => (verify(received, endpoint.secret).ok ? 200 : 401),
    });
    await sandbox.control("POST", "/faults", { gate, effect: "unsigned" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    expect(endpoint.verdicts()).toEqual(["missing-header", "ok"]);
    const [bare, signed] = endpoint.received;
    expect(Object.keys(bare!.headers)).not.toContain("webhook-signature");
    expect(bare!.headers["webhook-id"]).toBe(signed!.headers["webhook-id"]);
    expect(bare!.body).toBe(signed!.body);
    expect(await endpoint.deliveries()).toMatchObject([
      {
        state: "delivered",
        attempts: [
          { status: 401, fault: "unsigned" },
          { status: 200, fault: null },
        ],
      },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "stale-timestamp",
  "a webhook signed ten minutes ago is refused for its age alone, and the retry carries a fresh timestamp",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, {
      answer: (_number, received) => (verify(received, endpoint.secret).ok ? 200 : 400),
    });
    await sandbox.control("POST", "/faults", { gate, effect: "stale-timestamp" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    expect(endpoint.verdicts()).toEqual(["timestamp-too-old", "ok"]);
    const [old, fresh] = endpoint.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(fresh! - old!).toBeGreaterThanOrEqual(600);
    expect(await endpoint.deliveries()).toMatchObject([
      {
        state: "delivered",
        attempts: [
          { status: 400, fault: "stale-timestamp" },
          { status: 200, fault: null },
        ],
      },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "truncate",
  "half a body arrives with the signature of the full one; after the refusal it arrives complete",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox, { answer: (_number, { json }) => (json === undefined ? 400 : 200) });
    await sandbox.control("POST", "/faults", { gate, effect: "truncate" });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    const [half, full] = endpoint.received;
    expect(endpoint.verdicts()).toEqual(["signature-mismatch", "ok"]);
    expect(full!.body.startsWith(half!.body)).toBe(true);
    expect(half!.body.length).toBe(Math.floor(full!.body.length / 2));
    expect(verify({ ...half!, body: full!.body }, endpoint.secret)).toMatchObject({ ok: true });
    expect(await endpoint.deliveries()).toMatchObject([
      {
        state: "delivered",
        attempts: [
          { status: 400, fault: "truncate" },
          { status: 200, fault: null },
        ],
      },
    ]);
  },
);

faultStory(
  "webhook.delivery",
  "respelled",
  "the same event in other bytes verifies over the bytes that came, and not over what a parser makes of them",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "respelled" });
    await anAssignment(sandbox, "Zoë/\u{1f600}");
    await sandbox.control("POST", "/clock/advance", { by: "10s" });
    const [respelled] = endpoint.received;
    expect(endpoint.verdicts()).toEqual(["ok"]);
    expect(respelled!.json.payload.owner).toBe("Zoë/\u{1f600}");
    expect(respelled!.body).toContain('"owner": "Zo\\u00eb\\/\\ud83d\\ude00"');
    const again = { ...respelled!, body: JSON.stringify(JSON.parse(respelled!.body)) };
    expect(verify(again, endpoint.secret)).toMatchObject({ ok: false });
    expect(await endpoint.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status: 200, fault: "respelled" }] },
    ]);
  },
);
