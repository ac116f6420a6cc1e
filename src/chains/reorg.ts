// A reorg: the last blocks are replaced by others, and their transactions go where the operator says.
import type { Hex } from "viem";
import type { MinedBlock, ReorgTransactions } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { assertOtherHashes, mineIntents, replacementInputs } from "./mine-from-journal.ts";
import { type PoolDependencies, refillPool } from "./pool-sync.ts";

export type BranchInput = { depth: number; transactions: ReorgTransactions; nextPrevRandao: () => Hex };

/** Removes `depth` blocks from below the head and mines as many; the pool follows. Nothing of it is applied yet. */
export async function replaceBranch(
  parts: PoolDependencies,
  { depth, transactions, nextPrevRandao }: BranchInput,
): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
  const { engine, journal } = parts;
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
  await refillPool(parts, added);
  if (transactions === "keep") buryUnmined(journal, touched, added);
  return { removed: removed.map(({ block }) => block.hash), added };
}

/** A kept transaction that the new branch had no room for is in no block and no pool any more. */
function buryUnmined(journal: Journal, hashes: readonly Hex[], added: readonly MinedBlock[]): void {
  const mined = new Set(added.flatMap((block) => block.transactionHashes));
  const lost = hashes.filter((hash) => !mined.has(hash));
  if (lost.length > 0) journal.write(() => journal.markGone(lost));
}
