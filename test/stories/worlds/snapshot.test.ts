// Snapshots: stored outside of the world, restored in any order, and clients of the replaced world are notified.
import { request } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { Deliverer } from "../../../src/flow/deliveries/deliver.ts";
import { connect } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { anEventStream } from "../../support/clients/an-event-stream.ts";
import { aPayout, aVault, payoutNow } from "../../support/payments/a-payout.ts";
import { allDeposits, aWallet } from "../../support/payments/on-chain.ts";
import { digestNow } from "../../support/worlds/a-world-file.ts";
import { statusOfWorld } from "../../support/worlds/status-of-world.ts";

const pay = ({ control }: ASandbox, amount: string): Promise<unknown> =>
  control("POST", "/deposits", { network: "base", asset: "USDC", amount, owner: "alice" });
const keep = ({ control }: ASandbox, name?: string) =>
  control("POST", "/snapshots", name === undefined ? {} : { name });
const goBack = ({ control }: ASandbox, id: string) => control("POST", `/snapshots/${id}/restore`);
const amounts = async ({ api }: ASandbox) => (await allDeposits(api)).map(({ balance }) => balance.amount);

/** Resolves when a snapshot has begun: from then on no delivery is started. */
function deliveriesAreHeld(): Promise<void> {
  const { hold } = Deliverer.prototype;
  const begun = Promise.withResolvers<void>();
  const spy = vi.spyOn(Deliverer.prototype, "hold").mockImplementation(function (this: Deliverer) {
    begun.resolve();
    return hold.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return begun.promise;
}

test("snapshots are restored in any order, any number of times, and survive restores and resets", async () => {
  const sandbox = await aSandbox();
  const empty = await keep(sandbox, "nothing yet");
  await aWallet(sandbox.api);
  await pay(sandbox, "1");
  const one = await keep(sandbox, "one deposit");
  await pay(sandbox, "2");
  const two = await keep(sandbox);
  expect([empty.id, one.id, two.id, two.name]).toEqual(["snapshot-1", "snapshot-2", "snapshot-3", "snapshot-3"]);
  for (const [id, expected] of [
    [one.id, [1]],
    [two.id, [2, 1]],
    [empty.id, []],
    [two.id, [2, 1]],
    [two.id, [2, 1]],
    [one.id, [1]],
  ] as const) {
    await goBack(sandbox, id);
    expect(await amounts(sandbox)).toEqual(expected);
  }
  await sandbox.control("POST", "/reset");
  expect(await amounts(sandbox)).toEqual([]);
  await goBack(sandbox, one.id);
  await pay(sandbox, "7");
  expect(await amounts(sandbox)).toEqual([7, 1]);
  expect(await sandbox.control("DELETE", `/snapshots/${two.id}`)).toBeNull();
  const { items } = await sandbox.control("GET", "/snapshots");
  expect(items).toEqual([empty, one]);
  expect(items[1]).toMatchObject({ name: "one deposit", time: "2026-01-01T00:00:00.000Z" });
  expect((await sandbox.admin("POST", `/snapshots/${two.id}/restore`)).status).toBe(404);
  expect((await keep(sandbox)).id).toBe("snapshot-4");
});

test("the answer to a restore is the status of the restored world", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  await sandbox.control("POST", "/faults", { gate: "price.feed", effect: "unavailable" });
  const { id } = await keep(sandbox);
  const status = await sandbox.control("GET", "/status");
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("POST", "/clock/advance", { by: "90d" });
  expect(statusOfWorld(await goBack(sandbox, id))).toEqual(statusOfWorld(status));
  expect(status.faults).toHaveLength(1);
});

test("invalid requests are refused and change nothing", async () => {
  const sandbox = await aSandbox();
  const { id } = await keep(sandbox, "only one");
  const before = await digestNow(sandbox);
  const refusals: readonly (readonly [string, string, unknown, number])[] = [
    ["POST", "/snapshots/snapshot-9/restore", undefined, 404],
    ["DELETE", "/snapshots/snapshot-9", undefined, 404],
    ["POST", "/snapshots/no%20such/restore", undefined, 400],
    ["POST", `/snapshots/${id}/restore`, { force: true }, 400],
    ["POST", "/snapshots", { nmae: "x" }, 400],
    ["POST", "/snapshots", { name: "" }, 400],
    ["POST", "/snapshots", { name: 5 }, 400],
    ["POST", "/snapshots", { name: "a\nb" }, 400],
    ["GET", "/export?pretty=1", undefined, 400],
  ];
  for (const [method, path, body, status] of refusals) {
    const answer = await sandbox.admin(method, path, body);
    expect(answer.status, `${method} ${path} ${JSON.stringify(body)}`).toBe(status);
  }
  const unknown = await sandbox.admin("POST", "/snapshots/snapshot-9/restore");
  expect(unknown.body.details).toEqual({ snapshots: [{ id, name: "only one" }] });
  expect(await digestNow(sandbox)).toEqual(before);
  expect((await sandbox.control("GET", "/snapshots")).items).toHaveLength(1);
});

test("at most a hundred are stored; after deleting one another can be taken", async () => {
  const sandbox = await aSandbox();
  for (let taken = 0; taken < 100; taken += 1) await keep(sandbox);
  const full = await sandbox.admin("POST", "/snapshots");
  expect(full).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("at most 100 snapshots are kept") },
  });
  expect(full.body.details.snapshots).toHaveLength(100);
  await sandbox.control("DELETE", "/snapshots/snapshot-17");
  expect((await keep(sandbox)).id).toBe("snapshot-101");
});

test("keys, tenants and endpoints of the replaced world are unknown, those from before the snapshot are known again", async () => {
  const sandbox = await aSandbox();
  const kept = await sandbox.control("POST", "/tenants", { name: "kept" });
  const { id } = await keep(sandbox);
  const lost = await sandbox.control("POST", "/tenants", { name: "lost" });
  await sandbox.control("DELETE", `/tenants/${kept.tenant_id}`);
  await goBack(sandbox, id);
  const statusOf = async (key: string) => (await sandbox.clientFor(key).GET("/vault")).response.status;
  expect([await statusOf(kept.api_key), await statusOf(lost.api_key)]).toEqual([200, 401]);
});

test("sockets are closed, streams and waiting requests are notified, and the new world announces its events", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api);
  const { id } = await keep(sandbox);
  await pay(sandbox, "1");
  const socket = await connect(`${sandbox.ready.rpc["base"]!.replace("http", "ws")}`);
  await socket.call("eth_subscribe", ["newHeads"]);
  const stream = await anEventStream(`${sandbox.ready.admin_url}/events/stream`);
  const waiting = sandbox.admin("GET", "/events/wait?type=uda.settlement.failed&timeout=60s");
  await sandbox.control("GET", "/status");
  await goBack(sandbox, id);
  expect(await socket.closed).toBe(1012);
  expect(await waiting).toMatchObject({ status: 408, body: { error: expect.stringContaining("reset or restored") } });
  const { data } = await stream.message(({ event }) => event === "restart");
  expect(data).toEqual({ why: "restored", sequence: 1 });
  await pay(sandbox, "2");
  const seen = await stream.message(({ data: event }) => event?.type === "deposit.new" && event.payload.amount === "2");
  expect(seen.id).toBe("2");
  const again = await connect(`${sandbox.ready.rpc["base"]!.replace("http", "ws")}`);
  expect((await again.call("eth_blockNumber")).result).toBe("0x2");
  again.close();
});

test("a request whose body is still being sent when its world ends is refused, and has no effect on the new one", async () => {
  const sandbox = await aSandbox();
  const { id } = await keep(sandbox);
  const half = (
    path: string,
    content: object,
  ): Promise<{ status: number; finish(): void; answer: Promise<{ status: number; text: string }> }> =>
    new Promise((resolve) => {
      const body = JSON.stringify(content);
      const { promise: answer, resolve: answered } = Promise.withResolvers<{ status: number; text: string }>();
      const call = request(`${sandbox.url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "x-api-key": sandbox.ready.api_key,
        },
      });
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("end", () => answered({ status: response.statusCode ?? 0, text }));
      });
      call.write(body.slice(0, 10), () => resolve({ status: 0, finish: () => call.end(body.slice(10)), answer }));
    });
  const late = [
    await half("/v1/wallets", { owner: "late", network_symbol: "base" }),
    await half("/admin/snapshots", { name: "late snapshot" }),
    await half("/admin/tenants", { name: "late tenant" }),
    await half("/admin/faults", { gate: "price.feed", effect: "unavailable" }),
  ];
  await sandbox.control("GET", "/status");
  await goBack(sandbox, id);
  const before = await digestNow(sandbox);
  for (const one of late) {
    one.finish();
    const { status, text } = await one.answer;
    expect(status, text).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: status });
  }
  expect(await digestNow(sandbox)).toEqual(before);
});

test("time travel that waits for a receiver without an answer ends with its world, at once", async () => {
  const hanging = await aReceiver(() => () => {});
  const sandbox = await aSandbox({ webhook: hanging.url });
  const { id } = await keep(sandbox);
  await aWallet(sandbox.api);
  const travel = sandbox.admin("POST", "/clock/advance", { by: "30d" });
  await hanging.until(1);
  await goBack(sandbox, id);
  expect(await travel).toMatchObject({ status: 503, body: { success: false } });
  expect((await sandbox.control("GET", "/clock")).now).toBe("2026-01-01T00:00:00.000Z");
});

test("a snapshot waits for the delivery in flight and contains its outcome", async () => {
  let answer = (): void => {};
  const slow = await aReceiver(() => (response) => {
    answer = () => response.writeHead(204).end();
  });
  const sandbox = await aSandbox({ webhook: slow.url });
  await aWallet(sandbox.api);
  await slow.until(1);
  const held = deliveriesAreHeld();
  const snapshot = keep(sandbox);
  await held;
  expect((await sandbox.control("GET", "/deliveries")).items[0].state).toBe("sending");
  answer();
  await goBack(sandbox, (await snapshot).id);
  expect((await sandbox.control("GET", "/deliveries")).items).toMatchObject([
    { state: "delivered", attempts: [{ status: 204 }] },
  ]);
});

test("deliveries that wait for a slot at their endpoint are in the snapshot, and go out in both worlds", async () => {
  const answers: (() => void)[] = [];
  const slow = await aReceiver((number) =>
    number > 50 ? 204 : (response) => void answers.push(() => response.writeHead(204).end()),
  );
  const sandbox = await aSandbox({ webhook: slow.url });
  for (let index = 0; index < 60; index += 1) await aWallet(sandbox.api, { owner: `owner-${index}` });
  await slow.until(50);
  const held = deliveriesAreHeld();
  const snapshot = keep(sandbox);
  // An answer that came before would free a slot, and the world of the snapshot would have fewer deliveries that wait.
  await held;
  for (const answer of answers) answer();
  const { id } = await snapshot;
  await sandbox.control("POST", "/run-until-idle");
  expect(slow.received).toHaveLength(60);
  await goBack(sandbox, id);
  await sandbox.control("POST", "/run-until-idle");
  const states = (await sandbox.control("GET", "/deliveries")).items.map(({ state }: { state: string }) => state);
  expect(states).toEqual(Array.from({ length: 60 }, () => "delivered"));
  expect(slow.received).toHaveLength(70);
});

test("a running clock continues from the time of the snapshot, a frozen one has that time again", async () => {
  const wall = { nowMs: Date.UTC(2026, 5, 1) };
  const { systemClock } = await import("../../../src/kernel/wall-clock.ts");
  const sandbox = await aSandbox({ clock: "running" }, undefined, { wall: { ...systemClock, now: () => wall.nowMs } });
  const now = async () => (await sandbox.control("GET", "/clock")).now;
  const { id } = await keep(sandbox);
  wall.nowMs += 3_600_000;
  expect(await now()).toBe("2026-06-01T01:00:00.000Z");
  await goBack(sandbox, id);
  expect(await now()).toBe("2026-06-01T00:00:00.000Z");
  wall.nowMs += 5_000;
  expect(await now()).toBe("2026-06-01T00:00:05.000Z");
  await sandbox.control("POST", "/clock/freeze");
  const frozen = await keep(sandbox);
  await sandbox.control("POST", "/clock/resume");
  wall.nowMs += 60_000;
  await goBack(sandbox, frozen.id);
  expect(await sandbox.control("GET", "/clock")).toMatchObject({ now: "2026-06-01T00:00:05.000Z", mode: "frozen" });
});

test("two restores and a reset at once: one after the other or refused, and the world after them works", async () => {
  const sandbox = await aSandbox();
  const { id } = await keep(sandbox);
  const calls = [`/snapshots/${id}/restore`, "/reset", `/snapshots/${id}/restore`, "/snapshots"];
  const answers = await Promise.all(calls.map((path) => sandbox.admin("POST", path)));
  for (const { status } of answers) expect([200, 201, 503]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  await goBack(sandbox, id);
  await aVault(sandbox, { amount: "100" });
  const payout = await aPayout(sandbox);
  expect((await payoutNow(sandbox.api, payout.id)).status).toBe("confirmed");
});
