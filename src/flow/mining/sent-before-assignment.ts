// Transactions that an address of ours sent before it was assigned: a reorg does not repeat them.
import type { Chain, Hex } from "../../chains/chain.ts";
import { assignedAfter } from "../../domain/address/opening.ts";
import type { World } from "../../domain/world.ts";

type SentBlock = { transactions: readonly { hash: Hex; from: Hex }[] };

/**
 * Those in the blocks from `lowest` up to the head, impersonated or signed with the address's key. In a new block they would come after
 * the assignment, and the ledger knows no such outflow (I-05, I-10).
 */
export async function sentBeforeAssignment(world: World, chain: Chain, lowest: number): Promise<Hex[]> {
  const assigned = assignedAfter(world.db, chain.definition.symbol, lowest);
  const last = Math.max(...assigned.values());
  const found: Hex[] = [];
  for (let height = lowest; height <= last; height += 1) {
    if (chain.blockAt(height)?.transactionHashes.length === 0) continue;
    const at = `0x${height.toString(16)}`;
    const { transactions } = await chain.request<SentBlock>("eth_getBlockByNumber", [at, true]);
    const early = transactions.filter(({ from }) => height <= (assigned.get(from.toLowerCase()) ?? -1));
    found.push(...early.map(({ hash }) => hash));
  }
  return found;
}
