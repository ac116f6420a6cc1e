// One block on top of the head: its inputs are written down first, then the engine mines, then the pool follows.

import type { Hex } from "viem";
import { failpoint } from "../kernel/failpoint.ts";
import type { BlockInputs, MinedBlock } from "./chain.ts";
import { mineOrSkip } from "./mine-from-journal.ts";
import type { NextBlock } from "./next-block.ts";
import { followBlock, type PoolDependencies, refillPool } from "./pool-sync.ts";

/** `drawn`: the chain's own randomness, for when an operator names none. `empty`: what waits stays in the pool. */
export type BlockInput = { atMs: number; drawn: Hex; empty: boolean };

export async function produceBlock(
  parts: PoolDependencies,
  next: NextBlock,
  { atMs, drawn, empty }: BlockInput,
): Promise<MinedBlock> {
  const { engine, journal, pool } = parts;
  if (empty) await engine.emptyPool();
  const { number, timestamp } = engine.head;
  const inputs: BlockInputs = {
    height: number + 1,
    timestamp: Math.max(timestamp, Math.floor(atMs / 1000)),
    prevRandao: next.prevRandao ?? drawn,
    baseFee: next.baseFee,
    transactionHashes: empty ? [] : pool.hashes,
  };
  journal.write(() => {
    journal.insertIntent(inputs);
    next.begun();
  });
  failpoint("block.after_intent");
  pool.setBaseFee(next.baseFee);
  const block = await mineOrSkip(engine, journal, inputs);
  failpoint("block.after_engine");
  if (empty) await refillPool(parts, [block]);
  else await followBlock(parts, block.transactionHashes);
  return block;
}
