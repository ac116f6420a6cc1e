// An engine that fails in the middle of a crossing: engine, pool, head and journal agree afterwards, and the chain goes on as if nothing was.
import { type Hex, parseEther, serializeTransaction } from "viem";
import { expect, test } from "vitest";
import type { Chain } from "../../src/chains/chain.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { aBadEngine, type EngineMistake } from "../support/worlds/a-bad-engine.ts";
import {
  alice,
  aTransaction,
  balanceOf,
  bob,
  carol,
  finishAll,
  hashesOf,
  mine,
  type World,
  worldsOfThisFile,
} from "./a-chain.ts";

const open = worldsOfThisFile();

/** Every mistake in the long tests, here a few of them. */
const EVERY = process.env["EVERY_MISTAKE"] === undefined ? 29 : 1;

type Step = (world: World) => Promise<unknown>;

const pay =
  (nonce: number): Step =>
  async ({ chain }) =>
    chain.submit(await aTransaction(chain, { nonce, to: carol.address, value: 7n }));
const block =
  (seconds: number, empty = false): Step =>
  async (world) =>
    finishAll(world, await world.chain.produce(EPOCH_MS + seconds * 1_000, { empty }));
/** With the empty block that follows, if a transaction waits: the engine may have refused it when it got it again. */
const pair =
  (seconds: number): Step =>
  async (world) => {
    const wanted = world.chain.waiting === 0 ? [0] : [1, 0];
    const blocks = await world.chain.produce(EPOCH_MS + seconds * 1_000, { empty: false, isFollowed: () => true });
    finishAll(world, blocks);
    expect(blocks.map(({ transactionHashes }) => transactionHashes.length)).toEqual(wanted);
  };
/** Sent and mined in one crossing, the usual way if the engine does not want it so; `isPair` as in `pair`. */
const offer =
  (nonce: number, seconds: number, isPair = false, gas = 21_000n): Step =>
  async (world) => {
    const { chain } = world;
    const raw = await aTransaction(chain, { nonce, to: carol.address, value: 3n, gas });
    const at = EPOCH_MS + seconds * 1_000;
    const offered = await chain.produceOffered(raw, at, () => isPair);
    if (offered !== undefined) return finishAll(world, offered.blocks);
    await chain.submit(raw);
    finishAll(world, await chain.produce(at, { empty: false, isFollowed: () => isPair }));
  };
const unlocked: Step = async ({ chain }) => {
  const plain = { type: "eip1559", nonce: 0, to: carol.address, value: 5n, gas: 21_000n } as const;
  const fields = { ...plain, chainId: chain.definition.eip155_id, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };
  return chain.submit({ sender: bob.address, unsigned: serializeTransaction(fields) });
};
const give: Step = ({ chain }) => chain.grant(carol.address, parseEther("1"));
const replace: Step = async (world) => finishAll(world, (await world.chain.reorg(2, "keep")).added);
const drop: Step = async ({ chain, database }) => {
  const last = "select hash from chain_transaction where state = 'waiting' order by sequence desc limit 1";
  await chain.drop(database.get<{ hash: Hex }>(last)!.hash);
};

/** Every change of a chain: signed and unlocked sends, blocks with and without transactions, a state change, a reorg, a drop. */
const STORY: readonly Step[] = [
  ...[pay(0), pay(1), block(1), unlocked, pay(2), give, block(2, true), block(3)],
  ...[pay(3), block(4), replace, pay(4), pay(5), drop, block(5), block(6)],
  ...[offer(5, 7), offer(6, 8, true), pay(7), pair(9)],
];

/** What the journal has of each kind. */
const trace = ({ database }: World): string =>
  JSON.stringify([
    database.all("select state, count(*) from block group by state"),
    database.all("select state, count(*) from chain_transaction group by state"),
    database.all("select count(*) from chain_act"),
  ]);

/**
 * Does a step although the engine may fail in it: repairs as the loop does, looks whether it happened, and does it again if not.
 * Answers how often the engine was repaired.
 */
async function insist(world: World, step: Step): Promise<number> {
  const before = trace(world);
  try {
    await step(world);
    return 0;
  } catch {
    const repairs = world.chain.needsRepair ? 1 : 0;
    if (repairs > 0) finishAll(world, await world.chain.repair());
    await demandAgreement(world);
    if (trace(world) === before) await step(world);
    return repairs;
  }
}

/** Engine, pool, head and journal say the same. */
async function demandAgreement({ chain, database }: World): Promise<void> {
  expect(chain.needsRepair).toBe(false);
  const head = await chain.request<{ hash: Hex }>("eth_getBlockByNumber", ["latest", false]);
  expect([head.hash, chain.blockAt(chain.head.number)?.hash ?? head.hash]).toEqual([chain.head.hash, chain.head.hash]);
  const rows = database.all<{ hash: Hex }>("select hash from chain_transaction where state = 'waiting' order by hash");
  expect(await waitingIn(chain)).toEqual(rows.map(({ hash }) => hash));
}

async function waitingIn(chain: Chain): Promise<Hex[]> {
  const found = await chain.request<{ hash: Hex }[]>("eth_pendingTransactions");
  return found.map(({ hash }) => hash).toSorted();
}

const endOf = async (world: World) => ({
  hashes: await hashesOf(world.chain),
  carol: await balanceOf(world.chain, carol.address),
  waiting: await waitingIn(world.chain),
  transactions: world.database.all("select hash, state from chain_transaction order by hash"),
});

/** Every call of every crossing, and each way to fail there. */
const mistakesIn = (crossings: readonly string[][]): { crossing: number; what: EngineMistake; in: string }[] =>
  crossings.flatMap((calls, index) =>
    calls.flatMap((method, call) =>
      (["refused", "lost", ...(call === 0 ? (["unreached"] as const) : [])] as const).map((how) => ({
        crossing: index + 1,
        what: { call, how },
        in: method,
      })),
    ),
  );

/** A transaction that the engine refuses when it gets it again leaves the pool: then the chain goes on without it. */
const isSentAgain = (calls: readonly string[], { how }: EngineMistake): boolean =>
  how === "refused" && calls.length === 1 && calls[0]!.startsWith("eth_send");

test("the engine fails once at some call of a story, by a refusal or without an answer: the story ends in the same chain, and so does its replay (R-159, R-162)", {
  timeout: 600_000,
}, async () => {
  const engine = aBadEngine();
  const undisturbed = await open();
  const from = engine.crossings.length;
  for (const step of STORY) await step(undisturbed);
  const crossings = engine.crossings.slice(from);
  expect(undisturbed.chain.blockAt(undisturbed.chain.head.number - 1)?.transactionHashes).toHaveLength(1);
  const wanted = await endOf(undisturbed);
  const mistakes = mistakesIn(crossings);
  expect(mistakes.length).toBeGreaterThan(150);
  for (let number = 0; number < mistakes.length; number += EVERY) {
    const { crossing, what, ...where } = mistakes[number]!;
    const context = JSON.stringify({ crossing, calls: crossings[crossing - 1], ...what, ...where });
    const world = await open();
    const made = engine.made;
    engine.spoil(crossing, what);
    for (const step of STORY) await insist(world, step);
    expect(engine.made - made, context).toBe(1);
    await demandAgreement(world);
    const end = await endOf(world);
    if (!isSentAgain(crossings[crossing - 1]!, what)) expect(end, context).toEqual(wanted);
    const again = await open({ database: world.database });
    expect([again.unfinished, await endOf(again)], context).toEqual([[], end]);
    await Promise.all([world.close(), again.close()]);
  }
});

test("a call that is refused inside the crossing of a block costs neither a repair nor a transaction", async () => {
  const engine = aBadEngine();
  const [world, quiet] = [await open(), await open()];
  const calls = ["hardhat_setPrevRandao", "hardhat_setNextBlockBaseFeePerGas", "evm_mine"];
  calls.push("eth_getBlockByNumber", "eth_getLogs", "evm_snapshot");
  for (const [nonce, method] of calls.entries()) {
    for (const each of [quiet, world]) {
      await each.chain.submit(await aTransaction(each.chain, { nonce }));
      const from = engine.crossings.length;
      if (each === world) engine.spoil(1, { call: nonce, how: "refused" });
      expect((await mine(each, nonce)).transactionHashes).toHaveLength(1);
      expect(engine.crossings[from]?.[nonce]).toBe(method);
    }
    await demandAgreement(world);
  }
  expect(engine.made).toBe(calls.length);
  expect(await hashesOf(world.chain)).toEqual(await hashesOf(quiet.chain));
  finishAll(world, (await world.chain.reorg(calls.length, "keep")).added);
});

/** More than code needs to begin. */
const MORE_GAS = 60_000n;

test("logs are asked for unless no code can have run: with the gas of a plain transfer", async () => {
  const engine = aBadEngine();
  const world = await open();
  for (const [nonce, gas] of [21_000n, MORE_GAS].entries()) {
    const from = engine.crossings.length;
    await offer(nonce, nonce, false, gas)(world);
    expect(engine.crossings[from]?.includes("eth_getLogs")).toBe(gas === MORE_GAS);
    expect(world.chain.justMined(world.chain.head.hash)).toMatchObject({ block: { transactions: [{}] }, logs: [] });
  }
});

test("a call that is refused inside the crossing of an offered transaction costs neither a repair nor the transaction", async () => {
  const engine = aBadEngine();
  const [world, quiet] = [await open(), await open()];
  const calls = ["hardhat_setPrevRandao", "hardhat_setNextBlockBaseFeePerGas", "evm_setNextBlockTimestamp"];
  calls.push("evm_setAutomine", "eth_sendRawTransaction", "evm_setAutomine", "eth_getBlockByNumber", "eth_getLogs");
  for (const [nonce, method] of calls.entries()) {
    await offer(nonce, nonce, false, MORE_GAS)(quiet);
    const from = engine.crossings.length;
    engine.spoil(1, { call: nonce, how: "refused" });
    await offer(nonce, nonce, false, MORE_GAS)(world);
    expect(engine.crossings[from]?.[nonce]).toBe(method);
    await demandAgreement(world);
    expect([world.chain.head, await endOf(world)]).toEqual([quiet.chain.head, await endOf(quiet)]);
  }
  expect(engine.made).toBe(calls.length);
});

test("after an offered transaction without an answer the engine mines only what it is told to", async () => {
  const engine = aBadEngine();
  const world = await open();
  engine.spoil(1, { call: 4, how: "lost" }, "evm_setAutomine");
  await expect(offer(0, 1)(world)).rejects.toThrow("does not answer");
  finishAll(world, await world.chain.repair());
  await demandAgreement(world);
  expect(world.chain.head.number).toBe(1);
  await world.chain.submit(await aTransaction(world.chain, { nonce: 1 }));
  expect([world.chain.waiting, await world.chain.request("eth_blockNumber"), await waitingIn(world.chain)]).toEqual([
    1,
    "0x1",
    [expect.any(String)],
  ]);
});

test("a transaction that the engine took, and did not describe, is not in its pool once it is repaired, and can be sent again", async () => {
  const engine = aBadEngine();
  const world = await open();
  const raw = await aTransaction(world.chain, { nonce: 0 });
  engine.spoil(1, { call: 1, how: "refused" });
  await expect(world.chain.submit(raw)).rejects.toThrow("does not describe it");
  expect([engine.crossings.at(-2), world.chain.needsRepair]).toEqual([
    ["eth_sendRawTransaction", "eth_getTransactionByHash"],
    true,
  ]);
  await world.chain.repair();
  expect(await waitingIn(world.chain)).toEqual([]);
  await world.chain.submit(raw);
  await expect(world.chain.submit(raw)).rejects.toThrow("already known");
  await expect(world.chain.submit(await aTransaction(world.chain, { nonce: 0, value: 2n }))).rejects.toThrow(
    "replacement transaction underpriced",
  );
  await demandAgreement(world);
  expect((await mine(world)).transactionHashes).toHaveLength(1);
  expect(await balanceOf(world.chain, bob.address)).toBe((await balanceOf((await open()).chain, bob.address)) + 1n);
});

test("a rewind that fails after the engine went back is made again from an earlier snapshot", async () => {
  const engine = aBadEngine();
  const world = await open();
  for (let nonce = 0; nonce < 3; nonce += 1) {
    await world.chain.submit(await aTransaction(world.chain, { from: alice, nonce }));
    await mine(world, nonce);
  }
  engine.spoil(1, { call: 0, how: "lost" });
  await expect(world.chain.reorg(1, "keep")).rejects.toThrow("does not answer");
  expect(engine.crossings.at(-1)?.[0]).toBe("evm_revert");
  finishAll(world, await world.chain.repair());
  await demandAgreement(world);
  expect(world.chain.head.number).toBe(3);
  const again = await open({ database: world.database });
  expect(await hashesOf(again.chain)).toEqual(await hashesOf(world.chain));
});
