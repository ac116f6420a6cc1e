// Bringing engine and pool of a running chain back to what its rows say, after a change that was cut off.
import type { MinedBlock } from "./chain.ts";
import { type PoolDependencies, refillPool } from "./pool-sync.ts";
import { replay, returnToCommon } from "./replay.ts";

/** What a start does, on an engine that is there: answers the blocks that were begun and whose effects are not written yet. */
export async function restoreFromJournal(parts: PoolDependencies): Promise<MinedBlock[]> {
  const { engine, journal } = parts;
  await returnToCommon(engine, journal);
  const unfinished = await replay(engine, journal);
  await refillPool(parts, unfinished);
  return unfinished;
}
