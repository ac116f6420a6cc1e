// Blocks and journaled grants: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import type { Query } from "./query.ts";

export const BLOCK_QUERIES: readonly Query[] = [
  {
    id: "I-39",
    sql: `select 'block ' || t.height || ' of ' || t.network || ' is older than its parent' as what
          from network_setting s cross join chain_tail t on t.network = s.network and t.height > :tailAfter and t.height <= :tailUpTo
            join chain_tail p on p.network = t.network and p.height = t.height - 1 where p.timestamp > t.timestamp`,
  },
  {
    id: "I-39",
    sql: `select t.network || ' stands at ' || t.timestamp || ' s, ahead of the clock by ' || (t.timestamp * 1000 - :now) || ' ms' as what
          from network_setting s cross join chain_tail t on t.network = s.network and t.height = (
            select max(height) from chain_tail where network = s.network)
          where t.timestamp * 1000 > :now + 1000`,
  },
];

export type Grant = { address: string; amount: string };

/** Changes of native balances that no transaction made, in wei, from the journal of the chain. */
export function grantsOn(db: Database, network: string): Grant[] {
  const sql = `select lower(address) as address, json_extract(detail, '$.amount') as amount from chain_act
    where network = :network and kind = 'give'`;
  return db.all(sql, { network });
}

export type TailRow = { height: number; hash: string; parent_hash: string; journal: string | null };

/** Indexed blocks from a height up, each with the hash that the block journal has at its height. */
export function tailFrom(db: Database, network: string, height: number): TailRow[] {
  return db.all(
    `select t.height, t.hash, t.parent_hash, b.hash as journal from chain_tail t
       left join block b on b.network = t.network and b.height = t.height and b.state = 'done'
     where t.network = :network and t.height >= :height order by t.height`,
    { network, height },
  );
}
