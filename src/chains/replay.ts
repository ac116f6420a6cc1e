// Replays a journal on a fresh engine and compares every block hash (R-161…R-163).
import { assert } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { MinedBlock } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { mineIntents, mineJournaled, rewindTo } from "./mine-from-journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";

const BATCH = 500;

/** Hears the progress of the replay of a network's journal. */
export type ReplayListener = (progress: { network: string; height: number; of: number }) => void;

/**
 * Brings an engine from its current block to the end of the journal. Orphaned branches are not replayed. Blocks
 * of unfinished intents are mined and answered, to be applied like any new block.
 * @throws AssertionFailure with network, height and both hashes at the first block that differs
 */
export async function replay(
  engine: RewindableEngine,
  journal: Journal,
  listener: ReplayListener = () => {},
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
    listener({ network: journal.network, height: engine.head.number, of });
  }
  return mineIntents(engine, journal, journal.intents());
}

/**
 * Rewinds an engine to the last block that the journal has too. Equal hashes mean equal state and equal blocks below, so
 * that block is found by bisection.
 */
export async function rewindToCommonBlock(engine: RewindableEngine, journal: Journal): Promise<void> {
  let common = 0;
  let other = engine.head.number + 1;
  while (other - common > 1) {
    const middle = Math.floor((common + other) / 2);
    if (journal.blockAt(middle)?.hash === engine.hashAt(middle)) common = middle;
    else other = middle;
  }
  // Also when that block is the head: state changes at the head, and the pool, belong to the other journal.
  await rewindTo(engine, journal, common);
}

/**
 * Brings an engine from the end of one journal to a block of another one with the same genesis: nothing to do where they share its
 * head and nothing else is in it.
 */
export async function handOver(engine: RewindableEngine, journal: Journal): Promise<void> {
  const { number, hash } = engine.head;
  const sharesHead = number === 0 || journal.blockAt(number)?.hash === hash;
  if (!engine.isBare || !sharesHead) await rewindToCommonBlock(engine, journal);
}

/** Refuses a journal of another engine or another genesis; in a new one both are recorded. */
export function checkGenesis(journal: Journal, digest: string, engineVersion: string): void {
  const stored = journal.genesis();
  if (stored === undefined) {
    journal.write(() => journal.insertGenesis(digest, engineVersion));
    return;
  }
  assert(stored.engine === engineVersion, "this world was made with another chain engine", {
    network: journal.network,
    made: stored.engine,
    installed: engineVersion,
  });
  assert(
    stored.digest === digest,
    "this world was made from another genesis than this version has: begin another world",
    { network: journal.network },
  );
}

/** Two journals can share an engine only when their genesis and engine version are equal. */
export function assertSameGenesis(one: Journal, other: Journal): void {
  const [current, wanted] = [one.genesis(), other.genesis()];
  const same = current?.digest === wanted?.digest && current?.engine === wanted?.engine;
  assert(same, "two journals on one engine have the same genesis", { network: one.network, current, wanted });
}
