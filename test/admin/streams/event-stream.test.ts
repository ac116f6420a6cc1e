// Event streams and waits over HTTP: clients that reconnect, disconnect, and see the world replaced.
import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { EventWaiters } from "../../../src/admin/streams/event-wait.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { anEventStream } from "../../support/clients/an-event-stream.ts";
import { aWallet } from "../../support/payments/on-chain.ts";

const streamOf = ({ ready }: ASandbox, query = ""): string => `${ready.admin_url}/events/stream${query}`;

const pay = (sandbox: ASandbox, owner = "alice"): Promise<unknown> =>
  sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner });

test("a stream sends the same events as the list, in the same order, with the same members", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  const stream = await anEventStream(streamOf(sandbox));
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": expect.stringMatching(/^req_/),
  });
  await pay(sandbox);
  const { items } = await sandbox.control("GET", "/events");
  await stream.count(items.length);
  expect(stream.events()).toEqual(items);
  expect(stream.ids()).toEqual(items.map(({ sequence }: { sequence: number }) => sequence));
});

test("a client that reconnects with the last id misses nothing and gets nothing twice, whatever the URL says", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  await pay(sandbox);
  const first = await anEventStream(streamOf(sandbox));
  await first.count(3);
  const seen = first.ids()[1] ?? 0;
  first.leave();
  await pay(sandbox);
  const all = (await sandbox.control("GET", "/events")).items.map(({ sequence }: { sequence: number }) => sequence);
  const missing = all.filter((sequence: number) => sequence > seen);
  for (const [query, headers] of [
    ["?after=0", { "last-event-id": String(seen) }],
    [`?after=${seen}`, {}],
  ] as const) {
    const again = await anEventStream(streamOf(sandbox, query), { headers });
    await again.count(missing.length);
    expect(again.ids()).toEqual(missing);
  }
});

test("the filters are those of the list", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  const confirmed = await anEventStream(streamOf(sandbox, "?type=deposit.confirmed"));
  await pay(sandbox);
  await pay(sandbox);
  await confirmed.count(2);
  expect(confirmed.events().map(({ type }) => type)).toEqual(["deposit.confirmed", "deposit.confirmed"]);
  const id = confirmed.events()[1].resource_id;
  const one = await anEventStream(streamOf(sandbox, `?resource_id=${id}&tenant_id=${sandbox.ready.tenant_id}`));
  await one.count(2);
  expect(one.events().map(({ type }) => type)).toEqual(["deposit.new", "deposit.confirmed"]);
  for (const bad of ["?typ=deposit.new", "?type=deposit.gone", "?after=-1"])
    expect((await anEventStream(streamOf(sandbox, bad))).status, bad).toBe(400);
  expect((await anEventStream(streamOf(sandbox), { headers: { "last-event-id": "seven" } })).status).toBe(400);
});

test("a stream requires the admin token where one is set, and HEAD answers its head alone", async () => {
  const sandbox = await aSandbox({ adminToken: "a-long-enough-admin-token" });
  expect((await anEventStream(streamOf(sandbox))).status).toBe(401);
  const headers = { authorization: "Bearer a-long-enough-admin-token" };
  expect((await anEventStream(streamOf(sandbox), { headers })).status).toBe(200);
  const head = await fetch(streamOf(sandbox), { method: "HEAD", headers });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
});

test("a reset is announced, and the stream continues with the new world", async () => {
  const sandbox = await aSandbox();
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  await pay(sandbox);
  const stream = await anEventStream(streamOf(sandbox, "?type=address.assigned"));
  await stream.count(1);
  for (let round = 1; round <= 2; round += 1) {
    await sandbox.control("POST", "/reset");
    const restarts = (): number => stream.messages.filter(({ event }) => event === "restart").length;
    await stream.message(() => restarts() === round);
    expect(stream.messages.at(-1)).toEqual({ id: "0", event: "restart", data: { why: "reset", sequence: 0 } });
    await aWallet(sandbox.api, { owner: `bob ${round}`, network: "base" });
    await stream.count(1 + round);
    expect(stream.events().at(-1)).toMatchObject({ sequence: 1, payload: { owner: `bob ${round}` } });
  }
});

test("stopping the sandbox ends its streams", async () => {
  const sandbox = await aSandbox();
  const stream = await anEventStream(streamOf(sandbox));
  await sandbox.close();
  await stream.ended();
});

test("a client that disconnects while it waits is removed at once", async () => {
  const made: EventWaiters[] = [];
  const wait = vi.spyOn(EventWaiters.prototype, "wait").mockImplementation(function (this: EventWaiters, ...given) {
    made.push(this);
    wait.mockRestore();
    return this.wait(...given);
  });
  const sandbox = await aSandbox();
  const client = request(`${sandbox.ready.admin_url}/events/wait?type=deposit.new&timeout=5m`, { agent: false });
  client.on("error", () => {});
  client.end();
  while (made[0]?.size !== 1) await sandbox.control("GET", "/clock");
  client.destroy();
  while (made[0].size > 0) await sandbox.control("GET", "/clock");
  expect(made[0].size).toBe(0);
});
