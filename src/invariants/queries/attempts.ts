// Attempts (signed transactions at a nonce): their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { changedNumbers, OPEN_ATTEMPT, type Query } from "./query.ts";

export const ATTEMPT_QUERIES: readonly Query[] = [
  {
    id: "I-06",
    sql: `select network || ' ' || sender || ' has ' || count(*) || ' mined attempts with ' || count(distinct nonce)
            || ' nonces up to ' || max(nonce) as what
          from attempt where state in ('mined', 'confirmed', 'failed')
            and (network, sender) in (select network, sender from attempt where id in ${changedNumbers("attempt")})
          group by network, sender having count(*) <> max(nonce) + 1 or count(distinct nonce) <> count(*)`,
  },
  {
    id: "I-43",
    sql: `select 'no job watches attempt ' || a.id || ' (' || a.hash || ' on ' || a.network || ')' as what
          from attempt a where a.state in ${OPEN_ATTEMPT} and a.state = 'sent'
            and not exists (select 1 from attempt b join agenda g on g.job = '${WATCH_ATTEMPT_JOB}' and g.ref = cast(b.id as text)
              where b.network = a.network and b.sender = a.sender and b.nonce = a.nonce)`,
  },
];

/** The state of the attempt with this hash, or undefined. */
export function attemptStateOf(db: Database, network: string, hash: string): string | undefined {
  const sql = "select state from attempt where network = :network and hash = :hash and state <> 'void'";
  return db.get<{ state: string }>(sql, { network, hash })?.state;
}

/**
 * True for a sender whose keys the platform has in block `height`: an address that was watched before that block, or one that has sent
 * an attempt. What an address sent before it was assigned is its own affair.
 */
export function isOurSender(
  db: Database,
  { network, address, height }: { network: string; address: string; height: number },
): boolean {
  const sql = `select case when a.id is null
      then exists (select 1 from attempt where network = :network and sender = :address)
      else not exists (select 1 from opening o where o.address_id = a.id and o.height >= :height) end as ours
    from (select 1) left join address a on a.network = :network and a.address = :address`;
  return db.get<{ ours: number }>(sql, { network, address, height })?.ours === 1;
}
