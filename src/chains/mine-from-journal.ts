// Mining from the journal: the one way in which a branch is made again, by a reorg as by a restart.
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";
import { failpoint } from "../kernel/failpoint.ts";
import { type BlockInputs, type MinedBlock, type ReorgTransactions, RpcError } from "./chain.ts";
import type { Journal, JournaledBlock } from "./journal.ts";
import type { RewindableEngine } from "./rewindable-engine.ts";

/**
 * Inputs of the blocks that take the place of `removed`: same heights, times and fees, other randomness, because the
 * same inputs would give the same hash again.
 */
export function replacementInputs(
  removed: readonly JournaledBlock[],
  transactions: ReorgTransactions,
  nextPrevRandao: () => Hex,
): BlockInputs[] {
  return removed.map(({ inputs }) => ({
    ...inputs,
    prevRandao: nextPrevRandao(),
    transactionHashes: transactions === "keep" ? inputs.transactionHashes : [],
  }));
}

/** Mines one block from the journal on top of the head: first what was done before it, then its transactions. */
export async function mineJournaled(
  engine: RewindableEngine,
  journal: Journal,
  inputs: BlockInputs,
): Promise<MinedBlock> {
  await applyJournaled(engine, journal, inputs.height - 1);
  // A refused one is missing from the block that comes back; who compares it with the inputs sees that.
  for (const hash of inputs.transactionHashes) await engine.offer(journal.rawOf(hash));
  return mineOrSkip(engine, journal, inputs);
}

/**
 * Mines what waits in the engine. One transaction that only the others of its block make impossible (they spend its
 * money or use its nonce) fails the whole block in this engine: then the block is mined without it.
 */
export async function mineOrSkip(engine: RewindableEngine, journal: Journal, inputs: BlockInputs): Promise<MinedBlock> {
  try {
    return await engine.mine(inputs);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
  let mark = await engine.mark();
  const attempt = async (hashes: readonly Hex[]): Promise<MinedBlock | undefined> => {
    mark = await engine.returnTo(mark);
    for (const hash of hashes) await engine.offer(journal.rawOf(hash));
    return engine.mine(inputs).catch((error: unknown) => {
      if (error instanceof RpcError) return undefined;
      throw error;
    });
  };
  const candidates = [...inputs.transactionHashes];
  for (;;) {
    const block = await attempt(candidates);
    if (block !== undefined) return block;
    assert(candidates.length > 0, "an empty block can be mined", { ...inputs });
    candidates.splice(await firstImpossible(candidates, attempt), 1);
  }
}

/** Index of the first transaction that cannot follow those before it, found by halving. */
async function firstImpossible(
  hashes: readonly Hex[],
  attempt: (hashes: readonly Hex[]) => Promise<unknown>,
): Promise<number> {
  let possible = 0;
  let impossible = hashes.length;
  while (impossible - possible > 1) {
    const middle = Math.floor((possible + impossible) / 2);
    if ((await attempt(hashes.slice(0, middle))) === undefined) impossible = middle;
    else possible = middle;
  }
  return impossible - 1;
}

/**
 * Brings the engine to the state right after block `height` of this journal, with an empty pool: back to the last snapshot
 * below, and from there by the journal. The blocks up to `height` are those the engine has.
 */
export async function goBack(engine: RewindableEngine, journal: Journal, height: number): Promise<void> {
  const kept = await engine.rewind(height);
  for (const { inputs, block } of journal.blocksFrom(kept + 1, height - kept)) {
    const again = await mineJournaled(engine, journal, inputs);
    assert(again.hash === block.hash, "a block mined again is the one that was there", { ...again, was: block.hash });
  }
  assert(engine.head.number === height, "an engine is brought to the height that was asked for", { height });
}

/** Does again what the journal says was done while the head stood at `height`. */
export async function applyJournaled(engine: RewindableEngine, journal: Journal, height: number): Promise<void> {
  for (const act of journal.actsAt(height)) await engine.apply(act);
}

/** Goes back below the first intent where the engine is beyond it, mines all of them, and does what belongs to the new head. */
export async function mineIntents(
  engine: RewindableEngine,
  journal: Journal,
  intents: readonly BlockInputs[],
): Promise<MinedBlock[]> {
  const [first] = intents;
  const replaces = first !== undefined && engine.head.number >= first.height;
  if (replaces) {
    await goBack(engine, journal, first.height - 1);
    failpoint("reorg.after_revert");
  }
  const mined: MinedBlock[] = [];
  for (const inputs of intents) {
    if (replaces) failpoint("reorg.before_remine");
    mined.push(await mineJournaled(engine, journal, inputs));
  }
  await applyJournaled(engine, journal, engine.head.number);
  return mined;
}

/** Fails loudly when a new branch repeats a hash of the old one: nobody could see such a reorg. */
export function assertOtherHashes(removed: readonly JournaledBlock[], added: readonly MinedBlock[]): void {
  for (const [index, block] of added.entries()) {
    assert(block.hash !== removed[index]?.block.hash, "a reorg changes every hash", { ...block });
  }
}
