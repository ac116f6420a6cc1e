// Rewinds of long chains, which have no snapshot of every block: to the nearest checkpoint, then forward by the journal.
import { afterEach, expect, test, vi } from "vitest";
import { checkpointAtOrBelow } from "../../src/chains/engine-checkpoints.ts";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";
import { Database } from "../../src/db/database.ts";
import { aTransaction, balanceOf, carol, finishAll, hashesOf, mine, type World, worldsOfThisFile } from "./a-chain.ts";

const open = worldsOfThisFile();
afterEach(() => vi.restoreAllMocks());

/** A payment or a grant to carol every tenth block; 270 blocks, beyond the heights that all have a snapshot. */
const LONG = 270;
const mineLongChain = async (world: World): Promise<void> => {
  for (let height = 1; height <= LONG; height += 1) {
    if (height % 20 === 0) {
      const nonce = await world.chain.freeNonce("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
      await world.chain.submit(await aTransaction(world.chain, { nonce, to: carol.address, value: 7n }));
    }
    await mine(world, height);
    if (height % 20 === 10) await world.chain.grant(carol.address, 1_000n);
  }
};

test("a reorg to a height between two checkpoints keeps everything below it, state changes included (R-018, R-020, R-168)", async () => {
  const world = await open();
  await mineLongChain(world);
  const before = { hashes: await hashesOf(world.chain), carol: await balanceOf(world.chain, carol.address) };
  const depth = LONG - 155;
  expect(checkpointAtOrBelow(155)).toBe(128);
  finishAll(world, (await world.chain.reorg(depth, "keep")).added);
  const after = await hashesOf(world.chain);
  expect(after).toHaveLength(LONG);
  expect(after.slice(0, 155)).toEqual(before.hashes.slice(0, 155));
  for (let height = 156; height <= LONG; height += 1) expect(after[height - 1]).not.toBe(before.hashes[height - 1]);
  expect(await balanceOf(world.chain, carol.address)).toBe(before.carol);
});

test("a reorg of a long chain can remove all blocks, and another reorg can follow (R-020)", async () => {
  const world = await open();
  await mineLongChain(world);
  expect(world.chain.deepestReorg).toBe(LONG);
  for (const depth of [LONG, LONG - 140]) finishAll(world, (await world.chain.reorg(depth, "keep")).added);
  expect(world.chain.head.number).toBe(LONG);
  expect(await balanceOf(world.chain, carol.address)).toBe(13n * 7n + 14n * 1_000n);
});

test("an engine reopens an earlier journal that ends between two checkpoints (R-163)", async () => {
  const world = await open();
  await mineLongChain(world);
  const earlier = new Database(world.database.bytes());
  const before = { hashes: await hashesOf(world.chain), carol: await balanceOf(world.chain, carol.address) };
  for (let more = 1; more <= 40; more += 1) await mine(world, LONG + more);
  await world.chain.grant(carol.address, 5n);
  const { chains } = await world.chains.reopen(earlier);
  const [chain] = chains.all;
  expect(await hashesOf(chain!)).toEqual(before.hashes);
  expect(await balanceOf(chain!, carol.address)).toBe(before.carol);
});

test("beyond 128 blocks the number of snapshots grows by one per 128 blocks (I-45, R-020)", async () => {
  const atGenesis = vi.spyOn(RewindableEngine, "atGenesis");
  const world = await open();
  const [engine] = atGenesis.mock.calls[0]!;
  const [request, batch] = [vi.spyOn(engine, "request"), vi.spyOn(engine, "batch")];
  const snapshots = (): number =>
    [...request.mock.calls, ...batch.mock.calls.flatMap(([calls]) => calls)].filter(
      ([method]) => method === "evm_snapshot",
    ).length;
  const taken: number[] = [];
  for (let part = 0; part < 2; part += 1) {
    for (let block = 0; block < 256; block += 1) await mine(world);
    taken.push(snapshots());
  }
  expect(taken).toEqual([128 + 1, 128 + 1 + 2]);
});
