// Stories of the gate webhook.delivery, attempts that never leave or leave too late: status, timeout, drop, delay.
import { expect } from "vitest";
import { faultStory } from "../../support/fault-story.ts";
import { anAssignment, anEndpoint, offsetsOf } from "../../support/payments/a-webhook.ts";

const gate = "webhook.delivery";
const LADDER = [0, 10, 30, 70, 150, 310];

faultStory(
  "webhook.delivery",
  "status",
  "the receiver seems to answer 503 three times and hears nothing; the fourth attempt reaches it with the event's first id",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    const match = { endpoint_id: endpoint.id, type: "address.assigned" };
    await sandbox.control("POST", "/faults", { gate, effect: "status", params: { status: 503 }, match, times: 3 });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "69s" });
    expect(endpoint.received).toEqual([]);
    await sandbox.control("POST", "/clock/advance", { by: "1s" });
    const [delivery] = await endpoint.deliveries();
    expect(delivery).toMatchObject({ state: "delivered", held_by: null });
    expect(offsetsOf(delivery!)).toEqual(LADDER.slice(0, 4));
    expect(delivery!.attempts.map(({ status, fault }) => [status, fault])).toEqual([
      [503, "status"],
      [503, "status"],
      [503, "status"],
      [200, null],
    ]);
    expect(endpoint.verdicts()).toEqual(["ok"]);
    expect(endpoint.received[0]?.headers["webhook-id"]).toBe(delivery!.event_id);
    expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 4, hits: 3 }]);
  },
);

faultStory(
  "webhook.delivery",
  "status",
  "a 200 that the receiver never gave ends the delivery: it hears of the event only when it is sent again",
  async (sandbox) => {
    const endpoint = await anEndpoint(sandbox);
    await sandbox.control("POST", "/faults", { gate, effect: "status", params: { status: 200 } });
    const wallet = await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    expect(endpoint.received).toEqual([]);
    expect(await endpoint.deliveries()).toMatchObject([{ state: "delivered", attempts: [{ status: 200 }] }]);
    // The record of the event can be read nevertheless.
    expect((await sandbox.api.GET("/wallets/{id}", { params: { path: { id: wallet } } })).response.status).toBe(200);
  },
);

faultStory(
  "webhook.delivery",
  "timeout",
  "the first attempts time out without costing real time, whichever they are; the next one arrives",
  async (sandbox, seed) => {
    const endpoint = await anEndpoint(sandbox);
    const failures = 1 + (seed % 5);
    await sandbox.control("POST", "/faults", { gate, effect: "timeout", times: failures });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "10m" });
    const [delivery] = await endpoint.deliveries();
    expect(delivery!.state).toBe("delivered");
    expect(offsetsOf(delivery!)).toEqual(LADDER.slice(0, failures + 1));
    for (const attempt of delivery!.attempts.slice(0, failures)) {
      expect(attempt).toMatchObject({ status: null, duration_ms: 10_000, fault: "timeout", headers: {} });
      expect(attempt.error).toContain("no answer within");
    }
    expect(endpoint.verdicts()).toEqual(["ok"]);
  },
);

faultStory(
  "webhook.delivery",
  "drop",
  "all six attempts are lost on the way and the delivery is dead; the other endpoint never notices",
  async (sandbox) => {
    const unlucky = await anEndpoint(sandbox);
    const lucky = await anEndpoint(sandbox);
    const match = { endpoint_id: unlucky.id };
    await sandbox.control("POST", "/faults", { gate, effect: "drop", match, times: null });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const [lost] = await unlucky.deliveries();
    expect(lost).toMatchObject({ state: "dead", next_attempt_at: null });
    expect(offsetsOf(lost!)).toEqual(LADDER);
    expect(new Set(lost!.attempts.map(({ fault, status }) => `${fault} ${status}`))).toEqual(new Set(["drop null"]));
    expect(unlucky.received).toEqual([]);
    expect(lucky.verdicts()).toEqual(["ok"]);
    // With the fault gone the next event arrives at the first attempt.
    await sandbox.control("DELETE", "/faults");
    await anAssignment(sandbox, "bob");
    await sandbox.control("POST", "/run-until-idle");
    expect(unlucky.verdicts()).toEqual(["ok"]);
    expect(lucky.received).toHaveLength(2);
  },
);

faultStory(
  "webhook.delivery",
  "drop",
  "the attempt that is named is lost, be it the first or the fifth, and no other",
  async (sandbox, seed) => {
    const attempt = 1 + (seed % 5);
    const endpoint = await anEndpoint(sandbox, { answer: (number) => (number < attempt ? 500 : 200) });
    await sandbox.control("POST", "/faults", { gate, effect: "drop", match: { attempt }, times: null });
    await anAssignment(sandbox);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const [delivery] = await endpoint.deliveries();
    const faults = delivery!.attempts.map(({ fault }) => fault);
    expect(faults).toEqual([...Array.from({ length: attempt - 1 }, () => null), "drop", null]);
    expect(delivery!.state).toBe("delivered");
    expect(endpoint.received).toHaveLength(attempt);
  },
);

faultStory(
  "webhook.delivery",
  "delay",
  "an event arrives when its delay is over, in its first attempt; what follows about the same deposit waits for it",
  async (sandbox, seed) => {
    const endpoint = await anEndpoint(sandbox, { types: ["deposit.new", "deposit.confirmed"] });
    const seconds = 60 + seed;
    const fault = { gate, effect: "delay", match: { type: "deposit.new" }, params: { by: `${seconds}s` }, times: null };
    await sandbox.control("POST", "/faults", fault);
    await anAssignment(sandbox);
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
    await sandbox.control("POST", "/clock/advance", { by: `${seconds - 1}s` });
    expect(endpoint.received).toEqual([]);
    const [held] = await endpoint.deliveries();
    expect(held).toMatchObject({ state: "due", held_by: "delay", attempts: [] });
    // The API shows the deposit, whatever becomes of the news of it.
    expect((await sandbox.api.GET("/deposits")).data?.data).toHaveLength(1);
    await sandbox.control("POST", "/clock/advance", { by: "1s" });
    expect(endpoint.types()).toEqual(["deposit.new", "deposit.confirmed"]);
    expect(endpoint.verdicts()).toEqual(["ok", "ok"]);
    const [late, next] = await endpoint.deliveries();
    expect(late).toMatchObject({ state: "delivered", held_by: null, attempts: [{ number: 1, fault: "delay" }] });
    expect(late!.attempts[0]!.at).toBe(held!.next_attempt_at);
    expect(next).toMatchObject({ state: "delivered", attempts: [{ number: 1, fault: null }] });
  },
);

faultStory(
  "webhook.delivery",
  "drop",
  "type, record, endpoint and attempt together name one attempt among many, and it alone is lost",
  async (sandbox) => {
    const [named, other] = [await anEndpoint(sandbox, { answer: () => 500 }), await anEndpoint(sandbox)];
    await anAssignment(sandbox);
    await sandbox.control("PATCH", named.path, { active: false });
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
    await sandbox.control("PATCH", named.path, { active: true });
    const [first] = (await sandbox.control("GET", "/events?type=deposit.new")).items;
    const match = { type: "deposit.new", resource_id: first.resource_id, endpoint_id: named.id, attempt: 2 };
    await sandbox.control("POST", "/faults", { gate, effect: "drop", match, times: null });
    await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "6", owner: "alice" });
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    // The event of the first deposit went to the other endpoint alone: nothing matches yet.
    expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ seen: 0, hits: 0 }]);
    const { items } = await sandbox.control("GET", `/events?type=deposit.new&after=${first.sequence}`);
    await sandbox.control("DELETE", "/faults");
    const second = { ...match, resource_id: items[0].resource_id };
    await sandbox.control("POST", "/faults", { gate, effect: "drop", match: second, times: null });
    for (const { id } of await named.deliveries()) await sandbox.admin("POST", `/deliveries/${id}/redeliver`);
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const marked = (await named.deliveries()).flatMap(({ event_id, attempts }) =>
      attempts.filter(({ fault }) => fault !== null).map(({ number }) => [event_id, number]),
    );
    expect(marked).toEqual([[items[0].id, 8]]);
    expect(other.verdicts().every((verdict) => verdict === "ok")).toBe(true);
  },
);
