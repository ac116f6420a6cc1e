// Rules of the clock, through HTTP: endless work is stopped, a sleeping machine skips nothing, and which times follow the wall clock.
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aUda, sendToken, settlementOf } from "../../support/payments/a-uda.ts";

const START = "2026-01-01T00:00:00.000Z";
const HOUR = 3_600_000;
const after = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();

/** The machine's wall clock, set forward or back by hand. */
function aShiftedWall() {
  const shift = { ms: 0 };
  return { shift, wall: { ...systemClock, now: () => systemClock.now() + shift.ms } };
}

test("R-226 endless work is stopped with an error that says where; the clock is valid, and without the cause time continues", async () => {
  const sandbox = await aSandbox({}, undefined, { maxSteps: 500 });
  const { admin, control, store } = sandbox;
  const receiver = await aReceiver(() => 500);
  await control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/run-until-idle");
  // No operation causes this, so the test writes to the database: done work is planned again for the same instant, without end.
  const again = "insert into agenda (due_at, job, ref) values (old.due_at, 'route-settlement', 'base')";
  store.run("insert into agenda (due_at, job, ref) values (:at, 'route-settlement', 'base')", {
    at: Date.parse(START) + HOUR,
  });
  store.run(`create trigger runaway after delete on agenda when old.ref = 'base' begin ${again}; end`);
  const stopped = await admin("POST", "/clock/advance", { by: "2h" });
  expect(stopped.status).toBe(500);
  expect(stopped.body.details).toMatchObject({ now: after(HOUR), steps: 500 });
  expect((await control("GET", "/clock")).now).toBe(after(HOUR));
  // Another request that waits for its turn gets the error too, instead of hanging.
  expect((await admin("POST", "/run-until-idle")).status).toBe(500);
  expect((await sandbox.api.GET("/wallets")).response.status).toBe(200);
  store.run("drop trigger runaway");
  store.run("delete from agenda where ref = 'base'");
  expect(await control("POST", "/clock/advance", { by: "1h" })).toMatchObject({
    from: after(HOUR),
    to: after(2 * HOUR),
  });
  expect(receiver.received).toHaveLength(6);
  expect(sandbox.mistakes.splice(0).length).toBeGreaterThan(0);
});

test("R-231 a machine that slept: every block and every retry has the time it was due at, nothing is skipped", async () => {
  const { shift, wall } = aShiftedWall();
  const sandbox = await aSandbox({ clock: "running", startTime: Date.parse(START) + HOUR }, undefined, { wall });
  const { api, control, chain } = sandbox;
  await control("PUT", "/networks/base/mining", { mode: "interval", block_time: "600s", empty_blocks: 0 });
  await control("PUT", "/networks/base/confirmations", { blocks: 3 });
  await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  const head = await chain("base").public.getBlockNumber();
  const { next_due } = await control("GET", "/clock");
  expect(next_due).toEqual([{ at: after(HOUR + 600_000), what: "block", title: "block", ref: "base" }]);
  shift.ms += 8 * HOUR;
  await control("POST", "/run-until-idle");
  const blocks = [1n, 2n, 3n].map((above) => chain("base").public.getBlock({ blockNumber: head + above }));
  const times = (await Promise.all(blocks)).map(({ timestamp }) => new Date(Number(timestamp) * 1_000).toISOString());
  expect(times).toEqual([600_000, 1_200_000, 1_800_000].map((ms) => after(HOUR + ms)));
  expect(await chain("base").public.getBlockNumber()).toBe(head + 3n);
  const [deposit] = (await control("GET", "/deposits")).items;
  expect(deposit).toMatchObject({ state: "confirmed", confirmed_at: after(HOUR + 1_800_000) });
});

test("R-231 R-240 a wall clock set back an hour again and again: no time decreases, and no wait is negative", async () => {
  const { shift, wall } = aShiftedWall();
  const sandbox = await aSandbox({ clock: "running" }, undefined, { wall });
  const { api, control, store } = sandbox;
  const receiver = await aReceiver((number) => (number % 3 === 0 ? 500 : 200));
  await control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const uda = await aUda(api);
  let last = 0;
  for (const [index, by] of [-HOUR, HOUR, -2 * HOUR, -HOUR, 3 * HOUR].entries()) {
    shift.ms += by;
    await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: String(10 + index) });
    await control("POST", "/run-until-idle", { advance: true });
    const now = Date.parse((await control("GET", "/clock")).now);
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
  const settlements = await api.GET("/uda/{id}/settlements", { params: { path: { id: uda.id } } });
  const waits = settlements.data?.data.items.map(({ routing }) => routing.time_ms) ?? [];
  expect(waits).toHaveLength(5);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(0);
  const { items } = await control("GET", "/deliveries?limit=1000");
  for (const { attempts } of items)
    for (const { duration_ms } of attempts) expect(duration_ms).toBeGreaterThanOrEqual(0);
  const fallen = `select count(*) as n from (select time < lag(time) over (order by sequence) as fell from event) where fell`;
  expect(store.get<{ n: number }>(fallen)).toEqual({ n: 0 });
  for (const name of ["polygon", "arbitrum"]) {
    const chain = sandbox.chain(name).public;
    const head = await chain.getBlock();
    expect(Number(head.timestamp) * 1_000).toBeLessThanOrEqual(last + 1_000);
  }
});

test("R-236 H-86 retries wait on virtual time, rate windows end by either clock: a frozen clock locks no client out", async () => {
  const { shift, wall } = aShiftedWall();
  // The rate-limit windows are minutes of the wall clock: this one is far from its end.
  shift.ms = 60_000 - (systemClock.now() % 60_000);
  const sandbox = await aSandbox({}, undefined, { wall });
  const { control } = sandbox;
  const receiver = await aReceiver(() => 500);
  const tenant = await control("POST", "/tenants", { name: "narrow", rate_limit: 2 });
  await control("POST", `/tenants/${tenant.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const ask = async (owner: string) => {
    const api = sandbox.clientFor(tenant.api_key);
    return (await api.POST("/wallets", { body: { owner, network_symbol: "base" } })).response.status;
  };
  expect([await ask("a"), await ask("b"), await ask("c")]).toEqual([201, 201, 429]);
  await control("POST", "/run-until-idle");
  expect(receiver.received).toHaveLength(2);
  shift.ms += HOUR;
  await control("POST", "/run-until-idle");
  expect([receiver.received.length, await ask("c")]).toEqual([2, 201]);
  await control("POST", "/clock/advance", { by: "1h" });
  expect(receiver.received).toHaveLength(18);
  // Time travel has ended the window.
  expect([await ask("d"), await ask("e"), await ask("f")]).toEqual([201, 201, 429]);
});

test("R-237 next_due lists planned work, soonest first: jobs of every kind and the blocks of interval mining", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse" });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "40" });
  await control("PUT", "/networks/base/mining", { mode: "interval", block_time: "3s" });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  for (const network of ["base", "ethereum"])
    await control("POST", "/faucet", { network, asset: "USDC", to_address: uda.address, amount: "1" });
  const due = [
    { at: after(3_000), what: "block", title: "block", ref: "base" },
    {
      at: after(5_000),
      what: "route-settlement",
      title: "ask providers for a route",
      ref: (await settlementOf(api, uda.id)).id,
    },
  ];
  expect((await control("GET", "/clock")).next_due).toEqual(due);
  expect((await control("GET", "/status")).clock.next_due).toEqual(due);
  expect((await control("POST", "/run-until-idle")).pending).toEqual(due);
  const { pending } = await control("POST", "/run-until-idle", { advance: true });
  expect(pending).toEqual([]);
});

test("a frozen clock shows its offset, the same at every read", async () => {
  const { control } = await aSandbox();
  const offset = async (): Promise<number> => (await control("GET", "/clock")).offset_ms;
  expect(await offset()).toBe(0);
  await control("POST", "/clock/advance", { by: "30d" });
  expect([await offset(), await offset()]).toEqual([30 * 24 * HOUR, 30 * 24 * HOUR]);
});
