// Mines a block on top of the head, and an empty one that follows: journals their inputs, mines, then updates the pool.
import type { Hex } from "viem";
import { failpoint } from "../kernel/failpoint.ts";
import type { BlockInputs, BlockOptions, MinedBlock } from "./chain.ts";
import type { NextBlock } from "./inputs/next-block.ts";
import { mineOrSkip } from "./mine-from-journal.ts";
import { discard, followBlock, type PoolDependencies, refillPool } from "./pool-sync.ts";

/** `randomPrevRandao`: used unless an operator has set one. */
export type BlockInput = { atMs: number; randomPrevRandao: () => Hex } & BlockOptions;

export async function produceBlock(
  dependencies: PoolDependencies,
  next: NextBlock,
  { atMs, randomPrevRandao, empty, isManaged = () => false, isFollowed }: BlockInput,
): Promise<MinedBlock[]> {
  const { engine, journal, pool } = dependencies;
  for (const { hash, sender } of pool.unlocked) if (isManaged(sender)) await discard(dependencies, hash);
  if (empty) await engine.emptyPool();
  const { number, timestamp } = engine.head;
  const random = randomPrevRandao();
  const inputs: BlockInputs = {
    height: number + 1,
    timestamp: Math.max(timestamp, Math.floor(atMs / 1000)),
    prevRandao: next.prevRandao ?? random,
    baseFee: next.baseFee,
    transactionHashes: empty ? [] : pool.hashes,
  };
  const only = next.isSteady && !empty ? pool.only : undefined;
  const all = [inputs];
  if (only !== undefined && isFollowed?.(only) === true)
    all.push({ ...inputs, height: number + 2, prevRandao: randomPrevRandao(), transactionHashes: [] });
  journal.write(() => {
    for (const one of all) journal.insertIntent(one);
    next.begun();
  });
  failpoint("block.after_intent");
  pool.setBaseFee(next.baseFee);
  const mining = mineOrSkip(engine, journal, all, true);
  failpoint("block.in_engine");
  const blocks = await mining;
  failpoint("block.after_engine");
  if (empty) await refillPool(dependencies, blocks);
  else
    await followBlock(
      dependencies,
      blocks.flatMap(({ transactionHashes }) => transactionHashes),
    );
  return blocks;
}
