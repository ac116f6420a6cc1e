// Operations of webhook endpoints: rotate the secret, send a test event, redeliver.
import { describe, expect, test } from "vitest";
import { EVENT_TYPES } from "../../src/domain/outbox.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { Validators } from "../../src/spec/validators.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { anAssignment, anEndpoint, offsetsOf, verify } from "../support/payments/a-webhook.ts";

const ZERO = "00000000-0000-7000-8000-000000000000";

describe("rotating a secret", () => {
  test("R-121 only the new secret signs from now on, and the old one is named during the overlap", async () => {
    const sandbox = await aSandbox();
    const endpoint = await anEndpoint(sandbox);
    await anAssignment(sandbox);
    await sandbox.control("POST", "/run-until-idle");
    const rotated = await sandbox.control("POST", `${endpoint.path}/rotate-secret`, { overlap: "1h" });
    expect(rotated).toMatchObject({ id: endpoint.id, previous_secret_until: "2026-01-01T01:00:00.000Z" });
    expect(rotated.secret).toMatch(/^whsec_[0-9a-f]{48}$/);
    expect(rotated.secret).not.toBe(endpoint.secret);
    await anAssignment(sandbox, "bob");
    await sandbox.control("POST", "/run-until-idle");
    const [before, after] = endpoint.received;
    // A receiver that accepts both secrets accepts everything.
    for (const one of endpoint.received)
      expect([endpoint.secret, rotated.secret].some((secret) => verify(one, secret).ok)).toBe(true);
    expect(endpoint.verdicts(rotated.secret)).toEqual(["signature-mismatch", "ok"]);
    expect(endpoint.verdicts()).toEqual(["ok", "signature-mismatch"]);
    expect(after!.headers["webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
    const explain = (secret: string, { headers, body } = after!) =>
      sandbox.control("POST", "/signature/explain", { headers, body, secret });
    expect(await explain(endpoint.secret)).toMatchObject({ mistake: "secret-rotated" });
    expect(await explain(rotated.secret, before)).toMatchObject({ mistake: "secret-rotated" });
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const [listed] = (await sandbox.control("GET", endpoint.path.replace(/\/[^/]*$/, ""))).items;
    expect(listed.previous_secret_until).toBeNull();
  });

  test("R-121 with both signatures, either secret verifies until the overlap ends, then the new one alone", async () => {
    const sandbox = await aSandbox();
    const endpoint = await anEndpoint(sandbox);
    const input = { overlap: "10m", sign_with_both: true, secret: "my new secret" };
    expect((await sandbox.control("POST", `${endpoint.path}/rotate-secret`, input)).secret).toBe("my new secret");
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10m" });
    await anAssignment(sandbox, "bob");
    await sandbox.control("POST", "/run-until-idle");
    expect(endpoint.verdicts("my new secret")).toEqual(["ok", "ok"]);
    expect(endpoint.verdicts()).toEqual(["ok", "signature-mismatch"]);
    const [both, one] = endpoint.received.map(({ headers }) => String(headers["webhook-signature"]).split(" "));
    expect([both!.length, one!.length]).toEqual([2, 1]);
  });

  test("a fault that signs wrongly leaves no correct signature beside it", async () => {
    const sandbox = await aSandbox();
    const endpoint = await anEndpoint(sandbox);
    const { secret } = await sandbox.control("POST", `${endpoint.path}/rotate-secret`, { sign_with_both: true });
    await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "wrong-secret" });
    await anAssignment(sandbox);
    await endpoint.until(1);
    expect([endpoint.verdicts(), endpoint.verdicts(secret)]).toEqual([["signature-mismatch"], ["signature-mismatch"]]);
  });

  test("the default overlap is a day, an overlap of zero ends the old secret at once, and two rotations at one instant differ", async () => {
    const sandbox = await aSandbox();
    const { path } = await anEndpoint(sandbox);
    const rotate = (input?: object) => sandbox.control("POST", `${path}/rotate-secret`, input);
    const first = await rotate();
    expect(first.previous_secret_until).toBe("2026-01-02T00:00:00.000Z");
    const second = await rotate({ overlap: 0 });
    expect(second.previous_secret_until).toBeNull();
    expect(second.secret).not.toBe(first.secret);
    for (const input of [
      { overlap: "31d" },
      { overlap: "soon" },
      { overlap: -1 },
      { secret: "" },
      { secret: second.secret },
      { both: true },
    ])
      expect((await sandbox.admin("POST", `${path}/rotate-secret`, input)).status, JSON.stringify(input)).toBe(400);
    expect((await sandbox.admin("POST", `${path}x/rotate-secret`)).status).toBe(404);
  });
});

describe("a test event", () => {
  const sandbox = sharedSandbox();
  const validators = new Validators(serviceDocument);

  test.each(EVENT_TYPES)("%s is a valid body about nothing, to this endpoint alone", async (type) => {
    const [endpoint, other] = [await anEndpoint(sandbox()), await anEndpoint(sandbox())];
    const answer = await sandbox().admin("POST", `${endpoint.path}/test`, { type });
    expect(answer).toMatchObject({ status: 201, body: { data: { endpoint_id: endpoint.id } } });
    await endpoint.until(1);
    const { json, headers, body } = endpoint.received[0]!;
    expect(validators.webhook(type)(json)).toEqual([]);
    expect(Object.keys(json)).toEqual(["id", "version", "type", "time", "payload"]);
    expect([json.id, json.type]).toEqual([headers["webhook-id"], type]);
    expect(endpoint.verdicts()).toEqual(["ok"]);
    // The resource it names does not exist.
    expect(JSON.stringify(json.payload)).toContain(ZERO);
    expect(other.received).toEqual([]);
    const explained = await sandbox().control("POST", "/signature/explain", { headers, body });
    expect(explained).toMatchObject({ verdict: "valid" });
  });

  test("changes nothing, is in no list of events, and does not satisfy a wait for a real one", async () => {
    const endpoint = await anEndpoint(sandbox());
    const before = await sandbox().control("GET", "/events");
    for (const type of ["deposit.confirmed", "transaction.confirmed", "uda.settlement.completed"])
      await sandbox().control("POST", `${endpoint.path}/test`, { type });
    await sandbox().control("POST", "/run-until-idle", { advance: true });
    expect(endpoint.received).toHaveLength(3);
    expect(await sandbox().control("GET", "/events")).toEqual(before);
    expect((await sandbox().admin("GET", "/events/wait?type=deposit.confirmed&timeout=1ms")).status).toBe(408);
    expect((await sandbox().api.GET("/deposits")).data?.data).toEqual([]);
  });

  test("is retried like any other, and delays nothing", async () => {
    const endpoint = await anEndpoint(sandbox(), { answer: (number) => (number === 1 ? 500 : 200) });
    await sandbox().control("POST", `${endpoint.path}/test`, { type: "deposit.new" });
    await sandbox().control("POST", "/clock/advance", { by: "10s" });
    expect(await endpoint.deliveries()).toMatchObject([
      { state: "delivered", attempts: [{ status: 500 }, { status: 200 }] },
    ]);
  });

  test("of a type the endpoint does not subscribe to, to a disabled or deleted endpoint, or of no type is refused", async () => {
    const { path } = await anEndpoint(sandbox(), { types: ["deposit.new"] });
    const send = async (type: string) => (await sandbox().admin("POST", `${path}/test`, { type })).status;
    expect(await send("deposit.confirmed")).toBe(409);
    expect(await send("deposit.gone")).toBe(400);
    await sandbox().control("PATCH", path, { active: false });
    expect(await send("deposit.new")).toBe(409);
    await sandbox().control("DELETE", path);
    expect(await send("deposit.new")).toBe(404);
  });
});

describe("redelivering", () => {
  /** Three events to a receiver that is down until it is switched on. */
  async function aDeadLetter(sandbox: ASandbox) {
    let down = true;
    const recover = (): void => {
      down = false;
    };
    const endpoint = await anEndpoint(sandbox, { answer: () => (down ? 500 : 200) });
    for (const owner of ["alice", "bob"]) await anAssignment(sandbox, owner);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    await anAssignment(sandbox, "carol");
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    return { ...endpoint, recover };
  }

  test("R-115 R-116 R-133 a dead delivery goes out at once with its id and body and a fresh signature, and is delivered", async () => {
    const sandbox = await aSandbox();
    const endpoint = await aDeadLetter(sandbox);
    const [dead] = await endpoint.deliveries();
    expect(dead).toMatchObject({ state: "dead", attempts: { length: 6 } });
    endpoint.recover();
    const answer = await sandbox.control("POST", `/deliveries/${dead!.id}/redeliver`);
    expect(answer).toMatchObject({ id: dead!.id, event_id: dead!.event_id, state: "due" });
    await sandbox.control("POST", "/run-until-idle");
    const [again] = await endpoint.deliveries();
    expect(again).toMatchObject({ state: "delivered", attempts: { length: 7 } });
    expect(again!.attempts.at(-1)).toMatchObject({ number: 7, status: 200 });
    const same = endpoint.received.filter(({ json }) => json.id === dead!.event_id);
    expect(same).toHaveLength(7);
    expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    expect(endpoint.verdicts().every((verdict) => verdict === "ok")).toBe(true);
  });

  test("a delivery that fails again goes through the whole retry schedule again, and a fault can match its attempts", async () => {
    const sandbox = await aSandbox();
    const endpoint = await aDeadLetter(sandbox);
    const [dead] = await endpoint.deliveries();
    await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "drop", match: { attempt: 2 } });
    await sandbox.control("POST", `/deliveries/${dead!.id}/redeliver`);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const [again] = await endpoint.deliveries();
    expect(again).toMatchObject({ state: "dead", attempts: { length: 12 } });
    const replayed = { ...again!, attempts: again!.attempts.slice(6) };
    expect(offsetsOf(replayed)).toEqual([0, 10, 30, 70, 150, 310]);
    expect(replayed.attempts.map(({ fault }) => fault)).toEqual([null, "drop", null, null, null, null]);
  });

  test("a delivered one goes out once more; a pending one makes its next attempt now, on the same schedule", async () => {
    const sandbox = await aSandbox();
    const endpoint = await anEndpoint(sandbox, { answer: (number) => (number === 3 ? 503 : 200) });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/run-until-idle");
    const id = (await endpoint.deliveries())[0]!.id;
    for (let time = 0; time < 3; time += 1) {
      await sandbox.control("POST", `/deliveries/${id}/redeliver`);
      await sandbox.control("POST", "/run-until-idle");
    }
    expect(await endpoint.deliveries()).toMatchObject([{ state: "delivered", next_attempt_at: null }]);
    expect((await endpoint.deliveries())[0]!.attempts.map(({ status }) => status)).toEqual([200, 200, 503, 200]);
    expect(offsetsOf((await endpoint.deliveries())[0]!)).toEqual([0, 0, 0, 0]);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    expect(endpoint.received).toHaveLength(4);
  });

  test.each([
    ["each retry", [1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 0]],
    ["the first retry", [1], [0, 0, 20, 60, 140, 300]],
    ["a retry in the middle", [3], [0, 10, 30, 30, 110, 270]],
  ])("I-34 %s is brought forward: it comes now, the others keep their pauses", async (_, hastened, offsets) => {
    const sandbox = await aSandbox();
    const endpoint = await anEndpoint(sandbox, { answer: () => 500 });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/run-until-idle");
    const id = (await endpoint.deliveries())[0]!.id;
    for (const [tried, pause] of [0, 10, 20, 40, 80, 160].entries()) {
      if (tried === 0) continue;
      if (hastened.includes(tried)) await sandbox.control("POST", `/deliveries/${id}/redeliver`);
      else await sandbox.control("POST", "/clock/advance", { by: `${pause}s` });
      await sandbox.control("POST", "/run-until-idle");
    }
    const [dead] = await endpoint.deliveries();
    expect([dead!.state, offsetsOf(dead!)]).toEqual(["dead", offsets]);
    expect((await sandbox.control("GET", "/invariants")).invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual(
      [],
    );
  });

  test("R-133 many at once, by type, endpoint, record, tenant and time of the event", async () => {
    const sandbox = await aSandbox();
    const endpoint = await aDeadLetter(sandbox);
    const all = await endpoint.deliveries();
    const [first, second, third] = all.map(({ id }) => id);
    endpoint.recover();
    const again = (input: object) => sandbox.control("POST", "/deliveries/redeliver", input);
    const none = { ids: [], next_after: 0 };
    expect(await again({ type: "deposit.new" })).toEqual(none);
    expect(await again({ state: "delivered" })).toEqual(none);
    expect(await again({ endpoint_id: "nobody" })).toEqual(none);
    expect(await again({ resource_id: ZERO })).toEqual(none);
    expect(await again({ to: "2026-01-01T00:00:00Z" })).toEqual(none);
    expect(await again({ from: "2026-01-01T01:00:00.001Z" })).toEqual(none);
    expect(await again({ from: "2026-01-01T00:30:00Z", tenant_id: sandbox.ready.tenant_id })).toMatchObject({
      ids: [third],
    });
    expect(await again({ limit: 1 })).toEqual({ ids: [first], next_after: first });
    expect(await again({ after: first, endpoint_id: endpoint.id })).toEqual({ ids: [second], next_after: second });
    await sandbox.control("POST", "/run-until-idle");
    expect((await endpoint.deliveries()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
    expect((await sandbox.admin("POST", "/deliveries/redeliver", { from: "2026-01-01 00:00:00" })).status).toBe(400);
  });

  test("R-135 I-36 nothing goes to an endpoint that is not subscribed, and nothing overtakes another", async () => {
    const sandbox = await aSandbox();
    const endpoint = await aDeadLetter(sandbox);
    const id = (await endpoint.deliveries())[0]!.id;
    await sandbox.control("PATCH", endpoint.path, { active: false });
    const again = async (delivery = id) => (await sandbox.admin("POST", `/deliveries/${delivery}/redeliver`)).status;
    expect(await again()).toBe(409);
    expect(await sandbox.control("POST", "/deliveries/redeliver")).toMatchObject({ ids: [] });
    await sandbox.control("PATCH", endpoint.path, { active: true });
    expect(await again()).toBe(200);
    await sandbox.control("DELETE", endpoint.path);
    expect(await again()).toBe(409);
    expect(await again(999)).toBe(404);
    expect((await sandbox.admin("POST", "/deliveries/soon/redeliver")).status).toBe(404);
    const held = await anEndpoint(sandbox, { types: ["deposit.new", "deposit.confirmed"] });
    await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "delay", params: { by: "1h" } });
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
    const [late, next] = await held.deliveries();
    expect(await again(next!.id)).toBe(409);
    // A delivery that a fault holds back can be released.
    expect(await again(late!.id)).toBe(200);
    await sandbox.control("POST", "/run-until-idle");
    expect(held.types()).toEqual(["deposit.new", "deposit.confirmed"]);
  });
});
