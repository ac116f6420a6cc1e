// Time: one jump or many, reset, frozen and running clocks, and interval mining.
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutNow } from "../../support/payments/a-payout.ts";
import { aUda, sendToken, settlementOf } from "../../support/payments/a-uda.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";

const START = "2026-01-01T00:00:00.000Z";
const after = (seconds: number): string => new Date(Date.parse(START) + seconds * 1_000).toISOString();

/** Webhook timestamps of two worlds that run one after the other must not differ. */
const STANDING_WALL = { ...systemClock, now: () => Date.UTC(2026, 5, 1) };

/** Bsc with a gas price that no gas station can pay a refill at. */
const DEAR_BSC = readCatalogue().map((row) => (row.symbol === "bsc" ? { ...row, base_fee: "100000000000000" } : row));

/** A world with pending work of every kind: retries of all schedules, cutoffs, stuck transactions, future blocks. */
async function aBusyWorld(url: string): Promise<ASandbox> {
  const sandbox = await aSandbox({}, DEAR_BSC, { wall: STANDING_WALL });
  const { api, control, ready } = sandbox;
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url });
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  await aVault(sandbox, { network: "bsc", asset: "USDT", amount: "100" });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  await control("PUT", "/networks/base/mining", { mode: "interval", block_time: "7s" });
  await aPayout(sandbox, { reference_id: "stuck" });
  await aPayout(sandbox, { reference_id: "stuck, then cancelled", expired_at: after(1_700) });
  await aPayout(sandbox, { reference_id: "no gas", network_symbol: "bsc" });
  await aPayout(sandbox, { reference_id: "no gas, then late", network_symbol: "bsc", expired_at: after(1_234) });
  const uda = await aUda(api);
  await control("POST", "/faults", {
    gate: "routing.provider",
    effect: "refuse",
    match: { from: "polygon" },
    times: 3,
  });
  await control("POST", "/faults", {
    gate: "routing.provider",
    effect: "slow",
    match: { from: "arbitrum" },
    params: { by: "11m" },
  });
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "40" });
  await sendToken(sandbox, { network: "arbitrum", asset: "USDT", to: uda.address, amount: "30" });
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "20", to_address: uda.address });
  return sandbox;
}

test("R-225 R-226 one jump of an hour ends in the same state as sixty of a minute", async () => {
  const receiver = await aReceiver((_number, { json }) => (json.type === "balance.updated" ? 500 : 200));
  const [one, many] = [await aBusyWorld(receiver.url), await aBusyWorld(receiver.url)];
  // Deliveries are sent beside the loop: an answer does not wait for the receiver's.
  for (const world of [one, many]) await world.control("POST", "/run-until-idle");
  expect(digestOf(many.store)).toEqual(digestOf(one.store));
  await one.control("POST", "/clock/advance", { by: "1h" });
  for (let minute = 0; minute < 60; minute += 1) await many.control("POST", "/clock/advance", { by: "1m" });
  expect(digestOf(many.store)).toEqual(digestOf(one.store));
  // Work of every kind was done on the way.
  const statuses = (await one.api.GET("/transactions", { params: { query: { limit: 100 } } })).data?.data.map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set(["broadcasted", "confirmed", "created", "expired"]));
  const dead = await one.control("GET", "/deliveries?state=dead&limit=1000");
  expect(dead.items.length).toBeGreaterThan(0);
});

test("K-1 the same seed and the same calls give the same world, another seed another", async () => {
  const receiver = await aReceiver();
  const [one, two] = [await aBusyWorld(receiver.url), await aBusyWorld(receiver.url)];
  await one.control("POST", "/run-until-idle", { advance: true });
  await two.control("POST", "/run-until-idle", { advance: true });
  expect(digestOf(two.store)).toEqual(digestOf(one.store));
  expect(two.ready).toMatchObject({
    api_key: one.ready.api_key,
    vault_id: one.ready.vault_id,
    webhook_secret: one.ready.webhook_secret,
  });
  const other = await aSandbox({ seed: 2 });
  expect(other.ready.api_key).not.toBe(one.ready.api_key);
  expect(other.ready.vault_id).not.toBe(one.ready.vault_id);
});

test("R-228 run-until-idle does what is due now; with advance it continues until nothing is left, inside its limit", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 3 });
  const uda = await aUda(api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "40" });
  const still = await control("POST", "/run-until-idle");
  expect(still.clock.now).toBe(START);
  expect(still.pending).toMatchObject([{ at: after(5), what: "route-settlement" }]);
  const near = await control("POST", "/run-until-idle", { advance: true, limit: "20s" });
  expect(near.clock.now).toBe(after(15));
  expect(near.pending).toMatchObject([{ at: after(35), what: "route-settlement" }]);
  const done = await control("POST", "/run-until-idle", { advance: true });
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  expect(done.pending).toEqual([]);
  expect(Date.parse(done.clock.now)).toBeGreaterThanOrEqual(Date.parse(after(35)));
});

test("K-1 a reset restores the initial world: same ids, same heads, same answers to the same calls", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const heads = async () => (await control("GET", "/networks")).items.map(({ head }: { head: object }) => head);
  const born = await heads();
  const live = async () => {
    const wallet = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
    const uda = await aUda(api);
    const hash = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "40" });
    const { items } = await control("GET", "/events?limit=1000");
    return {
      wallet: wallet.data,
      uda,
      hash,
      settlement: await settlementOf(api, uda.id),
      events: items,
      heads: await heads(),
    };
  };
  const first = await live();
  await control("POST", "/clock/advance", { by: "3d" });
  await control("POST", "/faults", { gate: "api.request", effect: "status", params: { status: 500 }, times: null });
  await control("POST", "/reset");
  expect(await heads()).toEqual(born);
  expect((await control("GET", "/clock")).now).toBe(START);
  expect((await control("GET", "/faults")).items).toEqual([]);
  expect((await api.GET("/vault")).data?.data).toMatchObject([{ id: sandbox.ready.vault_id }]);
  expect((await api.GET("/transactions")).data?.data).toEqual([]);
  expect(await live()).toEqual(first);
});

test("R-223 a frozen clock does not move, a resumed one continues from there and never goes back", async () => {
  const { control } = await aSandbox();
  const now = async (): Promise<number> => Date.parse((await control("GET", "/clock")).now);
  await control("POST", "/clock/advance", { by: "90d" });
  const frozen = await now();
  expect(await now()).toBe(frozen);
  expect((await control("POST", "/clock/resume")).mode).toBe("running");
  const running = await now();
  expect(running).toBeGreaterThanOrEqual(frozen);
  expect(running - frozen).toBeLessThan(60_000);
  await control("POST", "/clock/advance", { by: "1h" });
  expect(await now()).toBeGreaterThanOrEqual(running + 3_600_000);
  expect((await control("POST", "/clock/freeze")).mode).toBe("frozen");
  const again = await now();
  expect(await now()).toBe(again);
});

test("R-222 to the past, malformed, or beyond the bounds: 400, and the clock has not moved", async () => {
  const { admin, control } = await aSandbox();
  await control("POST", "/clock/advance", { by: "1d" });
  const before = await control("GET", "/clock");
  const wrong = [
    { to: START },
    {},
    { by: "1d", to: after(999_999) },
    { by: "-5s" },
    { by: -1 },
    { by: "20000d" },
    { by: "soon" },
    { to: "2026-02-30T00:00:00Z" },
  ];
  for (const body of wrong)
    expect((await admin("POST", "/clock/advance", body)).status, JSON.stringify(body)).toBe(400);
  expect((await control("GET", "/clock")).now).toBe(before.now);
});

test("R-230 interval mining: blocks at the block time while something waits for them, and at 64 slots after it", async () => {
  const sandbox = await aSandbox();
  const { api, control, chain } = sandbox;
  await control("PUT", "/networks/base/mining", { mode: "interval", block_time: "10s" });
  const head = () => chain("base").public.getBlockNumber();
  await control("POST", "/clock/advance", { by: "1h" });
  const start = await head();
  expect(start).toBe(64n);
  const wallet = await api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  const { tx_id } = await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  expect(wallet.response.status).toBe(201);
  const deposit = () => api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } });
  expect((await deposit()).response.status).toBe(404);
  await control("POST", "/clock/advance", { by: "10s" });
  expect(await head()).toBe(start + 1n);
  expect((await deposit()).data?.data.block_number).toBe(String(start + 1n));
  expect((await control("GET", "/deposits")).items).toMatchObject([{ state: "seen" }]);
  await control("POST", "/clock/advance", { by: "10s" });
  expect(await head()).toBe(start + 2n);
  expect((await control("GET", "/deposits")).items).toMatchObject([{ state: "confirmed" }]);
  await control("POST", "/clock/advance", { by: "1d" });
  expect(await head()).toBe(start + 1n + 64n);
  const blocks = await Promise.all(
    [1n, 2n].map((above) => chain("base").public.getBlock({ blockNumber: start + above })),
  );
  expect(Number(blocks[1]?.timestamp) - Number(blocks[0]?.timestamp)).toBe(10);
});

test("S-234 R-234 at exactly its cutoff a payout is expired, a millisecond before it is not", async () => {
  const sandbox = await aSandbox({}, DEAR_BSC);
  const { api, control } = sandbox;
  await aVault(sandbox, { network: "bsc", amount: "100" });
  const { id } = await aPayout(sandbox, { network_symbol: "bsc", expired_at: after(100) });
  await control("POST", "/clock/advance", { by: 99_999 });
  expect((await payoutNow(api, id)).status).toBe("queued");
  await control("POST", "/clock/advance", { by: 1 });
  expect((await payoutNow(api, id)).status).toBe("expired");
});
