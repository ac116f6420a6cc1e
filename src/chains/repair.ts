// Rebuilds engine and pool of a running chain from its rows after an interrupted change.
import type { MinedBlock } from "./chain.ts";
import { type PoolDependencies, refillPool } from "./pool-sync.ts";
import { replay, rewindToCommonBlock } from "./replay.ts";

/** Does on a running engine what a start does on a fresh one. Answers the blocks whose effects are not written yet. */
export async function restoreFromJournal(dependencies: PoolDependencies): Promise<MinedBlock[]> {
  const { engine, journal } = dependencies;
  await rewindToCommonBlock(engine, journal);
  const unfinished = await replay(engine, journal);
  await refillPool(dependencies, unfinished);
  return unfinished;
}
