// The indexed blocks of a chain: one row for each, against which new blocks are compared.
import type { Database } from "../db/database.ts";

const HEAD = "select * from chain_tail where network = :network order by height desc limit 1";

/** `timestamp` in Unix seconds. */
export type TailBlock = { network: string; height: number; hash: string; parent_hash: string; timestamp: number };

/** The last indexed block. */
export function tailHead(db: Database, network: string): TailBlock | undefined {
  return db.keptGet(HEAD, { network });
}

/** Nearly always the head is asked for, or the block that comes after it. */
export function tailAt(db: Database, network: string, height: number): TailBlock | undefined {
  const head = tailHead(db, network);
  if (head === undefined || height > head.height) return undefined;
  if (height === head.height) return head;
  return db.get("select * from chain_tail where network = :network and height = :height", { network, height });
}

/** Appends a block on top of the head. */
export function appendTail(db: Database, block: TailBlock): void {
  db.run(
    `insert into chain_tail (network, height, hash, parent_hash, timestamp)
     values (:network, :height, :hash, :parent_hash, :timestamp)`,
    block,
  );
  db.putKept(HEAD, { network: block.network }, block);
}

/** Removes the blocks at and above a height: they are not part of the chain any more. */
export function cutTail(db: Database, network: string, fromHeight: number): number {
  return db.run("delete from chain_tail where network = :network and height >= :fromHeight", { network, fromHeight });
}

/** Blocks at or below this height have reached the target; the block itself counts as one confirmation. */
export function confirmedHeight(head: number, confirmations: number): number {
  return head - confirmations + 1;
}
