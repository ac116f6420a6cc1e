// A reorg: replaces the last blocks by others; the caller decides where their transactions go.
import type { Hex } from "viem";
import type { MinedBlock, ReorgTransactions } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { assertOtherHashes, mineIntents, replacementInputs } from "./mine-from-journal.ts";
import { type PoolDependencies, refillPool } from "./pool-sync.ts";

export type BranchInput = { depth: number; transactions: ReorgTransactions; nextPrevRandao: () => Hex };

/** Removes the last `depth` blocks, mines as many and updates the pool. The effects of the new blocks are not applied yet. */
export async function replaceBranch(
  dependencies: PoolDependencies,
  { depth, transactions, nextPrevRandao }: BranchInput,
): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
  const { engine, journal } = dependencies;
  const removed = journal.blocksFrom(engine.head.number - depth + 1, depth);
  const intents = replacementInputs(removed, transactions, nextPrevRandao);
  const touched = removed.flatMap(({ block }) => block.transactionHashes);
  journal.write(() => {
    for (const inputs of intents) journal.insertIntent(inputs);
    if (transactions === "drop") journal.markGone(touched);
    if (transactions === "delay") journal.markWaiting(touched);
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
