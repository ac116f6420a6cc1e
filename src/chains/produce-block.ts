// Mines one block on top of the head: journals its inputs, mines, then updates the pool.
import type { Hex } from "viem";
import { failpoint } from "../kernel/failpoint.ts";
import type { BlockInputs, MinedBlock } from "./chain.ts";
import type { NextBlock } from "./inputs/next-block.ts";
import { mineOrSkip } from "./mine-from-journal.ts";
import { followBlock, type PoolDependencies, refillPool } from "./pool-sync.ts";

/** `randomPrevRandao`: used unless an operator has set one. `empty`: waiting transactions stay in the pool. */
export type BlockInput = { atMs: number; randomPrevRandao: Hex; empty: boolean };

export async function produceBlock(
  dependencies: PoolDependencies,
  next: NextBlock,
  { atMs, randomPrevRandao, empty }: BlockInput,
): Promise<MinedBlock> {
  const { engine, journal, pool } = dependencies;
  if (empty) await engine.emptyPool();
  const { number, timestamp } = engine.head;
  const inputs: BlockInputs = {
    height: number + 1,
    timestamp: Math.max(timestamp, Math.floor(atMs / 1000)),
    prevRandao: next.prevRandao ?? randomPrevRandao,
    baseFee: next.baseFee,
    transactionHashes: empty ? [] : pool.hashes,
  };
  journal.write(() => {
    journal.insertIntent(inputs);
    next.begun();
  });
  failpoint("block.after_intent");
  pool.setBaseFee(next.baseFee);
  const mining = mineOrSkip(engine, journal, inputs, true);
  failpoint("block.in_engine");
  const block = await mining;
  failpoint("block.after_engine");
  if (empty) await refillPool(dependencies, [block]);
  else await followBlock(dependencies, block.transactionHashes);
  return block;
}
