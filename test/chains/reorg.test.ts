// Reorgs: removed blocks, transactions that are mined again, dropped or delayed, and the pool.
import { parseEther } from "viem";
import { afterAll, beforeEach, expect, test } from "vitest";
import { AssertionFailure } from "../../src/kernel/assert.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { aTransaction, aWorld, balanceOf, bob, carol, finishAll, hashesOf, mine, type World } from "./a-chain.ts";

let world: World;
const worlds: World[] = [];
beforeEach(async () => {
  world = await aWorld();
  worlds.push(world);
});
afterAll(async () => {
  for (const { close } of worlds) await close();
});

/** Three blocks with one transfer to carol each: 1, 2 and 3 ether. */
const threeBlocks = async () => {
  for (const [nonce, ether] of ["1", "2", "3"].entries()) {
    await world.chain.submit(await aTransaction(world.chain, { nonce, to: carol.address, value: parseEther(ether) }));
    await mine(world, nonce + 1);
  }
  return hashesOf(world.chain);
};

test("kept transactions are mined again in blocks with other hashes, same heights and times", async () => {
  const before = await threeBlocks();
  const old = [2, 3].map((height) => world.chain.blockAt(height)!);
  const { removed, added } = await world.chain.reorg(2, "keep");
  expect(removed).toEqual(before.slice(1));
  finishAll(world, added);
  const after = await hashesOf(world.chain);
  expect(after[0]).toBe(before[0]);
  expect(after.slice(1)).not.toEqual(before.slice(1));
  expect(added.map(({ transactionHashes, timestamp }) => ({ transactionHashes, timestamp }))).toEqual(
    old.map(({ transactionHashes, timestamp }) => ({ transactionHashes, timestamp })),
  );
  expect(await balanceOf(world.chain, carol.address)).toBe(parseEther("6"));
});

test("dropped transactions are never mined", async () => {
  await threeBlocks();
  const { added } = await world.chain.reorg(2, "drop");
  finishAll(world, added);
  await mine(world);
  expect(await balanceOf(world.chain, carol.address)).toBe(parseEther("1"));
  expect(world.chain.waiting).toBe(0);
});

test("a nonce that was mined in removed blocks is free again: the one after it waits for it", async () => {
  await threeBlocks();
  const { added } = await world.chain.reorg(2, "drop");
  finishAll(world, added);
  const pay = (nonce: number) => aTransaction(world.chain, { nonce, to: bob.address, value: 1n });
  await world.chain.submit(await pay(3));
  expect(world.chain.waiting).toBe(0);
  for (const nonce of [1, 2]) await world.chain.submit(await pay(nonce));
  expect(world.chain.waiting).toBe(3);
});

test("delayed transactions go back to the pool, and a later block takes them", async () => {
  await threeBlocks();
  const { added } = await world.chain.reorg(2, "delay");
  expect(added.map((block) => block.transactionHashes)).toEqual([[], []]);
  finishAll(world, added);
  expect(world.chain.waiting).toBe(2);
  expect(await balanceOf(world.chain, carol.address)).toBe(parseEther("1"));
  expect((await mine(world)).transactionHashes).toHaveLength(2);
  expect(await balanceOf(world.chain, carol.address)).toBe(parseEther("6"));
});

test("transactions in the pool stay there, and only those that can still be mined count", async () => {
  await threeBlocks();
  const waiting = await world.chain.submit(await aTransaction(world.chain, { from: bob, nonce: 0 }));
  await world.chain.submit(await aTransaction(world.chain, { nonce: 3 }));
  expect(world.chain.waiting).toBe(2);
  const { added } = await world.chain.reorg(3, "drop");
  finishAll(world, added);
  expect(added.flatMap((block) => block.transactionHashes)).toEqual([]);
  expect(world.chain.waiting).toBe(1);
  expect((await mine(world)).transactionHashes).toEqual([waiting]);
});

test("a reorg of a reorg gives new hashes every time", async () => {
  await threeBlocks();
  const seen = new Set(await hashesOf(world.chain));
  for (let round = 1; round <= 4; round += 1) {
    finishAll(world, (await world.chain.reorg(3, "keep")).added);
    for (const hash of await hashesOf(world.chain)) seen.add(hash);
  }
  expect(seen.size).toBe(15);
});

test("grants made below and inside the removed blocks are applied again", async () => {
  await world.chain.grant(carol.address, 1n);
  await mine(world);
  await world.chain.grant(carol.address, 10n);
  await mine(world);
  await world.chain.grant(carol.address, 100n);
  finishAll(world, (await world.chain.reorg(2, "keep")).added);
  expect(await balanceOf(world.chain, carol.address)).toBe(111n);
});

test("the removed blocks stay readable in the journal as orphaned (R-169)", async () => {
  const before = await threeBlocks();
  const { added } = await world.chain.reorg(2, "keep");
  expect(world.chain.blockAt(3)?.hash).toBe(before[2]);
  finishAll(world, added);
  expect(world.chain.blockAt(3)?.hash).toBe(added[1]?.hash);
  const orphaned = world.database.all<{ hash: string }>(
    "select hash from block where state = 'orphaned' order by height",
  );
  expect(orphaned.map((row) => row.hash)).toEqual(before.slice(1));
});

test("a reorg as deep as the chain is possible, a deeper one is refused (R-020)", async () => {
  await threeBlocks();
  expect(world.chain.deepestReorg).toBe(3);
  await expect(world.chain.reorg(4, "keep")).rejects.toThrow(AssertionFailure);
  await expect(world.chain.reorg(0, "keep")).rejects.toThrow(AssertionFailure);
  finishAll(world, (await world.chain.reorg(3, "keep")).added);
  expect(world.chain.deepestReorg).toBe(3);
  finishAll(world, (await world.chain.reorg(3, "keep")).added);
});

test("a block that is not finished yet is not removed", async () => {
  const block = (await world.chain.produce(EPOCH_MS))[0]!;
  await expect(world.chain.reorg(1, "keep")).rejects.toThrow(AssertionFailure);
  finishAll(world, [block]);
  expect((await world.chain.reorg(1, "keep")).added).toHaveLength(1);
});

test("readers wait while a branch is replaced and never see a half-replaced one", async () => {
  for (let block = 0; block < 20; block += 1) await mine(world);
  const reorg = world.chain.reorg(20, "keep");
  const heights = await Promise.all(Array.from({ length: 50 }, () => world.chain.request("eth_blockNumber")));
  expect(new Set(heights)).toEqual(new Set(["0x14"]));
  const { added } = await reorg;
  expect((await world.chain.request<{ hash: string }>("eth_getBlockByNumber", ["latest", false])).hash).toBe(
    added[19]?.hash,
  );
});
