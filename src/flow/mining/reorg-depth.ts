// How deep a reorg may go: it removes confirmed records only when it is forced.
import type { Chain, Hex, ReorgTransactions } from "../../chains/chain.ts";
import { finalFrom } from "../../domain/attempt/store.ts";
import { confirmedFrom } from "../../domain/deposit/store.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";

export type ReorgInput = { depth: number; transactions: ReorgTransactions; force: boolean };
/** Final records in removed blocks, which keep their status: deposits by id, platform transactions by hash. */
type Confirmed = { confirmed_deposits: string[]; confirmed_transactions: string[] };
export type ReorgResult = { removed: Hex[]; added: Hex[] } & Confirmed;

/** The confirmed records that the reorg removes. @throws Problem invalidRequest when there are some and it is not forced, or when it is too deep */
export function checkDepth(world: World, chain: Chain, { depth, force }: ReorgInput): Confirmed {
  const network = chain.definition.symbol;
  if (depth > chain.deepestReorg) {
    throw new Problem("invalidRequest", `depth: ${network} has ${chain.deepestReorg} blocks above block 0`);
  }
  const lowest = chain.head.number - depth + 1;
  const deposits = confirmedFrom(world.db, network, lowest).map(({ id }) => id);
  const transactions = finalFrom(world.db, network, lowest).map(({ hash }) => hash);
  const confirmed = { confirmed_deposits: deposits, confirmed_transactions: transactions };
  if (deposits.length + transactions.length === 0 || force) return confirmed;
  const found = `${deposits.length} confirmed deposits and ${transactions.length} confirmed transactions of the platform`;
  const detail = `depth: ${found} lie in these blocks; use "force": true to remove them all the same`;
  throw new Problem("invalidRequest", detail, { details: confirmed });
}
