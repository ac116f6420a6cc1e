// A fresh engine is told the journal again and must answer with the same hashes (R-161…R-163).
import { assert } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { MinedBlock } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { goBack, mineIntents, mineJournaled } from "./mine-from-journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";

const BATCH = 500;

/** How far the replay of a network's journal is. */
export type ReplayListener = (told: { network: string; height: number; of: number }) => void;

/**
 * Brings an engine that stands at block 0 to where the journal ends. Orphaned branches are not replayed;
 * intents that were never finished are mined and come back, to be applied like any new block.
 * @throws AssertionFailure naming chain, height and both hashes at the first block that differs
 */
export async function replay(
  engine: RewindableEngine,
  journal: Journal,
  tell: ReplayListener = () => {},
): Promise<MinedBlock[]> {
  const of = journal.height();
  for (;;) {
    const blocks = journal.blocksFrom(engine.head.number + 1, BATCH);
    for (const { inputs, block } of blocks) {
      const { hash } = await mineJournaled(engine, journal, inputs);
      assert(hash === block.hash, "the journal does not give the same chain again", {
        network: journal.network,
        height: block.number,
        journaled: block.hash,
        replayed: hash,
      });
      failpoint("replay.mid");
    }
    if (blocks.length < BATCH) break;
    tell({ network: journal.network, height: engine.head.number, of });
  }
  return mineIntents(engine, journal, journal.intents());
}

/**
 * Takes an engine that stands on another timeline back to the last block that the journal has too. Equal hashes mean
 * equal state and equal blocks below, so that block is found by halving.
 */
export async function returnToCommon(engine: RewindableEngine, journal: Journal): Promise<void> {
  let common = 0;
  let other = engine.head.number + 1;
  while (other - common > 1) {
    const middle = Math.floor((common + other) / 2);
    if (journal.blockAt(middle)?.hash === engine.hashAt(middle)) common = middle;
    else other = middle;
  }
  // Also when nothing was mined since: what was given at the head, and the pool, belong to the other timeline.
  await goBack(engine, journal, common);
}

/** Refuses a journal that another engine or another genesis began; a new one is signed with both. */
export function checkGenesis(journal: Journal, digest: string, engineVersion: string): void {
  const begun = journal.genesis();
  if (begun === undefined) {
    journal.write(() => journal.insertGenesis(digest, engineVersion));
    return;
  }
  assert(begun.engine === engineVersion, "this world was made with another chain engine", {
    network: journal.network,
    made: begun.engine,
    installed: engineVersion,
  });
  assert(begun.digest === digest, "this world was made from another genesis", { network: journal.network });
}

/** Two timelines can share an engine only when they began alike. */
export function assertSameGenesis(one: Journal, other: Journal): void {
  const [begun, wanted] = [one.genesis(), other.genesis()];
  const same = begun?.digest === wanted?.digest && begun?.engine === wanted?.engine;
  assert(same, "two timelines of one engine begin alike", { network: one.network, begun, wanted });
}
