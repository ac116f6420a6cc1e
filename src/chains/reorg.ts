// A reorg: replaces the last blocks by others; the caller decides where their transactions go.
import type { Hex } from "viem";
import type { MinedBlock, ReorgTransactions } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { assertOtherHashes, mineIntents, replacementInputs } from "./mine-from-journal.ts";
import { type PoolDependencies, refillPool } from "./pool-sync.ts";

/** `leftOut`: transactions of the removed blocks that are dropped, whatever happens to the others. */
export type BranchInput = {
  depth: number;
  transactions: ReorgTransactions;
  leftOut: readonly Hex[];
  nextPrevRandao: () => Hex;
};

/** Removes the last `depth` blocks, mines as many and updates the pool. The effects of the new blocks are not applied yet. */
export async function replaceBranch(
  dependencies: PoolDependencies,
  { depth, transactions, leftOut, nextPrevRandao }: BranchInput,
): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
  const { engine, journal } = dependencies;
  const removed = journal.blocksFrom(engine.head.number - depth + 1, depth);
  const touched = removed.flatMap(({ block }) => block.transactionHashes);
  const again = transactions === "drop" ? [] : touched.filter((hash) => !leftOut.includes(hash));
  const intents = replacementInputs(removed, transactions === "keep" ? again : [], nextPrevRandao);
  journal.write(() => {
    for (const inputs of intents) journal.insertIntent(inputs);
    if (transactions !== "keep") journal.markGone(touched.filter((hash) => !again.includes(hash)));
    if (transactions === "delay") journal.markWaiting(again);
  });
  const added = await mineIntents(engine, journal, intents);
  assertOtherHashes(removed, added);
  await refillPool(dependencies, added);
  if (transactions === "keep") markUnminedGone(journal, touched, added);
  return { removed: removed.map(({ block }) => block.hash), added };
}

/** Marks kept transactions that did not fit into the new branch: they are in no block and in no pool. */
function markUnminedGone(journal: Journal, hashes: readonly Hex[], added: readonly MinedBlock[]): void {
  const mined = new Set(added.flatMap((block) => block.transactionHashes));
  const lost = hashes.filter((hash) => !mined.has(hash));
  if (lost.length > 0) journal.write(() => journal.markGone(lost));
}
