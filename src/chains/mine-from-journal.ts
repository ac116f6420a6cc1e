// Mines blocks from their journaled inputs: used by replay, rewind and reorg alike.
import type { Hex } from "viem";
import { assert, required } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import type { BlockInputs, MinedBlock } from "./chain.ts";
import { offer, unlessRefused } from "./engine/offer.ts";
import type { Journal, JournaledBlock, JournaledTransaction } from "./journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";

/**
 * Inputs of the blocks that replace `removed`: same heights, timestamps and base fees, but another prevRandao, because
 * equal inputs would give equal hashes. Of their transactions they have those in `kept`.
 */
export function replacementInputs(
  removed: readonly JournaledBlock[],
  kept: readonly Hex[],
  nextPrevRandao: () => Hex,
): BlockInputs[] {
  const isKept = new Set(kept);
  return removed.map(({ inputs }) => ({
    ...inputs,
    prevRandao: nextPrevRandao(),
    transactionHashes: inputs.transactionHashes.filter((hash) => isKept.has(hash)),
  }));
}

/** Mines one journaled block on top of the head, after applying the state changes journaled before it. */
export async function mineJournaled(
  engine: RewindableEngine,
  journal: Journal,
  inputs: BlockInputs,
): Promise<MinedBlock> {
  await applyStateChanges(engine, journal, inputs.height - 1);
  const transactions = inputs.transactionHashes.map((hash) => journal.transaction(hash));
  const block = await mineTogether(engine, inputs, transactions);
  if (block !== undefined) return block;
  await engine.emptyPool();
  // A transaction that the engine refuses is missing from the answered block, which the caller compares with the inputs.
  for (const transaction of transactions) await offer(engine, transaction);
  const [mined] = await mineOrSkip(engine, journal, [inputs]);
  return required(mined, "the block that was mined");
}

/** Transactions and block in one crossing; undefined when an impersonated sender is among them, or the engine refused one of them or the block. */
async function mineTogether(
  engine: RewindableEngine,
  inputs: BlockInputs,
  transactions: readonly JournaledTransaction[],
): Promise<MinedBlock | undefined> {
  if (transactions.some(({ sender }) => sender !== null)) return undefined;
  return unlessRefused(engine.mine(inputs, { signed: transactions.map(({ raw }) => raw) }));
}

/**
 * Mines what waits in the engine, and the empty blocks that follow. A transaction that becomes invalid through others in its block (they
 * spend its money or use its nonce) makes this engine reject the block: then the block is mined without that transaction.
 */
export async function mineOrSkip(
  engine: RewindableEngine,
  journal: Journal,
  all: readonly BlockInputs[],
  reads = false,
): Promise<MinedBlock[]> {
  const together = await unlessRefused(engine.mineAll(all, { reads }));
  if (together !== undefined) return together;
  const blocks: MinedBlock[] = [];
  for (const inputs of all) blocks.push(await mineWithoutInvalid(engine, journal, inputs));
  return blocks;
}

async function mineWithoutInvalid(
  engine: RewindableEngine,
  journal: Journal,
  inputs: BlockInputs,
): Promise<MinedBlock> {
  let mark = await engine.mark();
  const attempt = async (hashes: readonly Hex[]): Promise<MinedBlock | undefined> => {
    mark = await engine.returnTo(mark);
    for (const hash of hashes) await offer(engine, journal.transaction(hash));
    return unlessRefused(engine.mine(inputs));
  };
  const candidates = [...inputs.transactionHashes];
  for (;;) {
    const block = await attempt(candidates);
    if (block !== undefined) return block;
    assert(candidates.length > 0, "an empty block can be mined", { ...inputs });
    candidates.splice(await firstInvalid(candidates, attempt), 1);
  }
}

/** Index of the first transaction that is invalid after those before it, by bisection. */
async function firstInvalid(
  hashes: readonly Hex[],
  attempt: (hashes: readonly Hex[]) => Promise<unknown>,
): Promise<number> {
  let valid = 0;
  let invalid = hashes.length;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if ((await attempt(hashes.slice(0, middle))) === undefined) invalid = middle;
    else valid = middle;
  }
  return invalid - 1;
}

/**
 * Brings the engine to the state right after block `height` of this journal, with an empty pool: back to the nearest
 * checkpoint, then forward by the journal. Engine and journal must agree on the blocks up to `height`.
 */
export async function rewindTo(engine: RewindableEngine, journal: Journal, height: number): Promise<void> {
  const checkpoint = await engine.rewind(height);
  for (const { inputs, block } of journal.blocksFrom(checkpoint + 1, height - checkpoint)) {
    const again = await mineJournaled(engine, journal, inputs);
    assert(again.hash === block.hash, "a block mined again has the hash it had", { ...again, was: block.hash });
  }
  assert(engine.head.number === height, "the engine is at the requested height", { height });
}

/** Applies the state changes that were journaled while the head was at `height`. */
export async function applyStateChanges(engine: RewindableEngine, journal: Journal, height: number): Promise<void> {
  for (const change of journal.stateChangesAt(height)) await engine.apply(change);
}

/** Rewinds below the first intent if the engine is past it, mines all intents, then applies the state changes of the new head. */
export async function mineIntents(
  engine: RewindableEngine,
  journal: Journal,
  intents: readonly BlockInputs[],
): Promise<MinedBlock[]> {
  const [first] = intents;
  const replaces = first !== undefined && engine.head.number >= first.height;
  if (replaces) {
    await rewindTo(engine, journal, first.height - 1);
    failpoint("reorg.after_revert");
  }
  const mined: MinedBlock[] = [];
  for (const inputs of intents) {
    if (replaces) failpoint("reorg.before_remine");
    mined.push(await mineJournaled(engine, journal, inputs));
  }
  await applyStateChanges(engine, journal, engine.head.number);
  return mined;
}

/** @throws AssertionFailure when a new branch repeats a hash of the old one: such a reorg would be invisible */
export function assertOtherHashes(removed: readonly JournaledBlock[], added: readonly MinedBlock[]): void {
  for (const [index, block] of added.entries()) {
    assert(block.hash !== removed[index]?.block.hash, "a reorg changes every hash", { ...block });
  }
}
