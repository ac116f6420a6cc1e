// Stories of the gate `chain.mine`: blocks that do not come, and blocks that leave everything waiting.
import { expect } from "vitest";
import { get } from "../../rpc/a-client.ts";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aPayout, aVault, payoutNow, recordOf } from "../../support/payments/a-payout.ts";
import { aWallet, depositsOf, eventsOf, payToken } from "../../support/payments/on-chain.ts";

const aFault = (sandbox: ASandbox, effect: "halt" | "skip", input: object = {}): Promise<{ id: string }> =>
  sandbox.control("POST", "/faults", { gate: "chain.mine", effect, match: { network: "ethereum" }, ...input });

const hitsOf = async (sandbox: ASandbox): Promise<number[]> =>
  (await sandbox.control("GET", "/faults")).items.map(({ hits }: { hits: number }) => hits);

const advance = (sandbox: ASandbox, by: string) => sandbox.control("POST", "/clock/advance", { by });

const setMining = (sandbox: ASandbox, mode: string) =>
  sandbox.control("PUT", "/networks/ethereum/mining", { mode, block_time: "12s" });

/** A transfer of 25 USDT by viem to a fresh wallet on Ethereum. */
const aTransfer = async (sandbox: ASandbox) => {
  const wallet = await aWallet(sandbox.api, { network: "ethereum" });
  const hash = await payToken(sandbox, { network: "ethereum", asset: "USDT", to: wallet.address, amount: "25" });
  const seen = async () => ({
    deposits: (await depositsOf(sandbox.api, hash)).length,
    receipt: await get(sandbox.chain("ethereum").url, "eth_getTransactionReceipt", [hash]),
    confirmed: (await eventsOf(sandbox, { type: "deposit.confirmed" })).length,
  });
  return { hash, seen };
};

const WAITING = { deposits: 0, receipt: null, confirmed: 0 };
const DONE = { deposits: 1, receipt: { status: "0x1" }, confirmed: 1 };

/** The events of a payout's transaction. */
const toldOf = async (sandbox: ASandbox, payoutId: string): Promise<string[]> => {
  const { id } = await recordOf(sandbox.api, payoutId);
  return (await eventsOf(sandbox, { resource_id: id })).map(({ type }) => type);
};

const waitingNow = async (sandbox: ASandbox): Promise<number> =>
  (await sandbox.control("GET", "/status")).pending.waiting_transactions;

/** Transactions of the blocks above a height. */
const filled = async (sandbox: ASandbox, above: number): Promise<number[]> => {
  const { public: client } = sandbox.chain("ethereum");
  const head = Number(await client.getBlockNumber());
  const heights = Array.from({ length: head - above }, (_, index) => above + 1 + index);
  return Promise.all(
    heights.map(async (height) => (await client.getBlock({ blockNumber: BigInt(height) })).transactions.length),
  );
};

faultStory("chain.mine", "halt", "a deposit waits two block times, then comes by itself", async (sandbox) => {
  await setMining(sandbox, "instant");
  await aFault(sandbox, "halt", { times: 2 });
  const { hash, seen } = await aTransfer(sandbox);
  expect(await seen()).toEqual(WAITING);
  expect(await waitingNow(sandbox)).toBe(1);
  expect(await get(sandbox.chain("ethereum").url, "txpool_status")).toEqual({ pending: "0x1", queued: "0x0" });
  const { ran } = await advance(sandbox, "12s");
  expect(ran).toMatchObject([{ what: "block held back by a fault", ref: "ethereum" }]);
  expect([await seen(), await hitsOf(sandbox)]).toEqual([WAITING, [2]]);
  await advance(sandbox, "11s");
  expect(await seen()).toEqual(WAITING);
  await advance(sandbox, "1s");
  expect(await seen()).toMatchObject(DONE);
  const { blockNumber } = await sandbox.chain("ethereum").public.getTransactionReceipt({ hash });
  expect(blockNumber).toBe(1n);
});

faultStory("chain.mine", "halt", "a payout waits while the fault exists, and no time travel loops", async (sandbox) => {
  await aVault(sandbox, { amount: "100" });
  const { id: fault } = await aFault(sandbox, "halt", { times: null });
  const { id } = await aPayout(sandbox);
  // The vault has no coin for gas: its refill is what waits for a block first.
  const height = await sandbox.chain("ethereum").public.getBlockNumber();
  const { steps } = await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "30s" });
  expect(steps).toBeLessThan(20);
  await advance(sandbox, "30s");
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "queued" });
  expect(await sandbox.chain("ethereum").public.getBlockNumber()).toBe(height);
  expect(await hitsOf(sandbox)).toEqual([1]);
  expect(await toldOf(sandbox, id)).toEqual([]);
  await sandbox.control("DELETE", `/faults/${fault}`);
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "confirmed" });
  expect(await toldOf(sandbox, id)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
});

faultStory("chain.mine", "halt", "other networks go on, and a mode that is set anew tries at once", async (sandbox) => {
  await setMining(sandbox, "instant");
  await aFault(sandbox, "halt");
  const { seen } = await aTransfer(sandbox);
  const wallet = await aWallet(sandbox.api, { network: "base" });
  const elsewhere = await payToken(sandbox, { to: wallet.address, amount: "3" });
  expect(await depositsOf(sandbox.api, elsewhere)).toHaveLength(1);
  expect((await seen()).receipt).toBeNull();
  await setMining(sandbox, "instant");
  expect((await seen()).receipt).toMatchObject({ status: "0x1" });
});

faultStory("chain.mine", "halt", "of blocks that are asked for the first ones do not come", async (sandbox) => {
  await setMining(sandbox, "manual");
  const { seen } = await aTransfer(sandbox);
  await aFault(sandbox, "halt", { times: 3 });
  const { head } = await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect([head.number, await hitsOf(sandbox)]).toEqual([0, [2]]);
  await get(sandbox.chain("ethereum").url, "hardhat_mine", ["0x2"]);
  expect(await seen()).toMatchObject({ deposits: 1, receipt: { blockNumber: "0x1" } });
});

faultStory("chain.mine", "halt", "with interval mining the next slot is tried, until one is free", async (sandbox) => {
  await setMining(sandbox, "interval");
  await aFault(sandbox, "halt", { after: 1, times: 2 });
  const { seen } = await aTransfer(sandbox);
  await advance(sandbox, "12s");
  expect((await seen()).receipt).toMatchObject({ status: "0x1" });
  const { ran } = await advance(sandbox, "36s");
  const blocks = (ran as { at: string; what: string }[]).filter(({ what }) => what.startsWith("block"));
  expect(blocks.map(({ at, what }) => [at.slice(17, 19), what])).toEqual([
    ["24", "block held back by a fault"],
    ["36", "block held back by a fault"],
    ["48", "block"],
  ]);
});

faultStory(
  "chain.mine",
  "halt",
  "with a running clock the block comes a second later, unasked",
  async (sandbox) => {
    await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "instant", block_time: "1s" });
    await aFault(sandbox, "halt");
    const { seen } = await aTransfer(sandbox);
    expect((await seen()).receipt).toBeNull();
    await sandbox.control("GET", "/events/wait?type=deposit.confirmed&timeout=30s");
    expect(await seen()).toMatchObject(DONE);
  },
  { clock: "running" },
);

faultStory("chain.mine", "skip", "a block leaves the transfer in the pool, the next one takes it", async (sandbox) => {
  await setMining(sandbox, "instant");
  await aFault(sandbox, "skip");
  const { hash, seen } = await aTransfer(sandbox);
  expect([await seen(), await filled(sandbox, 0)]).toEqual([WAITING, [0]]);
  expect(await waitingNow(sandbox)).toBe(1);
  expect((await sandbox.chain("ethereum").public.getTransaction({ hash })).blockNumber).toBeNull();
  await advance(sandbox, "12s");
  expect(await seen()).toMatchObject(DONE);
  expect((await filled(sandbox, 0)).slice(0, 3)).toEqual([0, 1, 0]);
});

faultStory("chain.mine", "skip", "a payout waits until it is taken away, blocks come on request", async (sandbox) => {
  await aVault(sandbox, { amount: "100" });
  const { id: fault } = await aFault(sandbox, "skip", { times: null });
  const height = Number(await sandbox.chain("ethereum").public.getBlockNumber());
  const { id } = await aPayout(sandbox);
  const { steps } = await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "30s" });
  expect(steps).toBeLessThan(20);
  expect(await filled(sandbox, height)).toEqual([0]);
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 3 });
  expect(await filled(sandbox, height)).toEqual([0, 0, 0, 0]);
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "queued" });
  await sandbox.control("DELETE", `/faults/${fault}`);
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "confirmed" });
  expect(await toldOf(sandbox, id)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
});
