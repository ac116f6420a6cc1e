// SQL of the list of blocks of a network, and of what waits for its next ones.
import type { Database } from "../../db/database.ts";

/** `timestamp` is Unix seconds, `transactions` a JSON array of hashes, `base_fee` wei per gas. */
export type ListedBlock = {
  id: number;
  height: number;
  timestamp: number;
  hash: string;
  parent_hash: string;
  base_fee: string;
  transactions: string;
  state: "done" | "orphaned";
};

/**
 * Where a list goes on: canonical blocks below `height`, and of the removed ones those below it and those at it that were begun before
 * `id`, the number of their row.
 */
export type BlockCursor = { height: number; id: number };

const COLUMNS = "id, height, timestamp, hash, parent_hash, base_fee, transactions, state";

/**
 * At most `limit` blocks, the highest first; at one height the canonical one, then the removed ones, the latest first. `next` is null at
 * the end of the list, which is block 1.
 */
export function pageOfBlocks(
  db: Database,
  network: string,
  after: BlockCursor,
  limit: number,
): { rows: ListedBlock[]; next: BlockCursor | null } {
  const most = limit + 1;
  const canonical = db.all<ListedBlock>(
    `select ${COLUMNS} from block where network = :network and height < :height and state = 'done'
     order by height desc limit :most`,
    { network, height: after.height, most },
  );
  const removed = db.all<ListedBlock>(
    `select ${COLUMNS} from block where network = :network and (height, id) < (:height, :id) and state = 'orphaned'
     order by height desc, id desc limit :most`,
    { network, ...after, most },
  );
  const all = [...canonical, ...removed].toSorted((a, b) => b.height - a.height || rank(b) - rank(a) || b.id - a.id);
  const rows = all.slice(0, limit);
  const last = rows.at(-1);
  if (last === undefined || all.length <= limit) return { rows, next: null };
  return { rows, next: { height: last.height, id: last.state === "done" ? Number.MAX_SAFE_INTEGER : last.id } };
}

function rank({ state }: ListedBlock): number {
  return state === "done" ? 1 : 0;
}

/** Hashes of the waiting transactions of a network, those that came first first. */
export function waitingHashes(db: Database, network: string, limit: number): string[] {
  const sql = `select hash from chain_transaction where network = :network and state = 'waiting' order by sequence limit :limit`;
  return db.all<{ hash: string }>(sql, { network, limit }).map(({ hash }) => hash);
}

/** The removed blocks of a network between two heights, the highest and latest first, at most `limit`. */
export function removedBlocks(
  db: Database,
  of: { network: string; from: number; to: number; limit: number },
): ListedBlock[] {
  return db.all(
    `select ${COLUMNS} from block where network = :network and height >= :from and height <= :to and state = 'orphaned'
     order by height desc, id desc limit :limit`,
    of,
  );
}

/** A block that a reorg removed, by its hash. */
export function removedBlock(db: Database, network: string, hash: string): ListedBlock | undefined {
  return db.get(`select ${COLUMNS} from block where network = :network and hash = :hash and state = 'orphaned'`, {
    network,
    hash,
  });
}
