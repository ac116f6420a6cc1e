// Open work that waits for something, for display: each query reads one kind of waiting.
import type { Database } from "../db/database.ts";

/** `ref` is what waits, `at` the virtual time in ms of the next check; null when none is planned. */
export type BlockedWork = { ref: string; network: string; at: number | null; count: number; detail: string };

/** The job that is planned for `ref`. */
const PLANNED = (ref: string): string => `(select min(due_at) from agenda where ref = ${ref})`;

/** Deposits and our own transactions in a block that is not deep enough; `count` is the number of missing blocks. */
export function shallowOn(db: Database, network: string): BlockedWork | undefined {
  return db.get(
    `select group_concat(ref, ', ') as ref, :network as network, null as at, max(missing) as count, '' as detail from (
       select x.ref, s.confirmations - (h.head - x.height + 1) as missing
       from (select id as ref, block_height as height from deposit where network = :network and state = 'seen' and block_height >= 0
             union all select hash, block_height from attempt where network = :network and state = 'mined') x,
         (select max(height) as head from chain_tail where network = :network) h,
         (select confirmations from network_setting where network = :network) s
       where s.confirmations > h.head - x.height + 1 limit 5)
     having count(*) > 0`,
    { network },
  );
}

/** Sent transactions that are in no block, the newest of each nonce; `at` is the time of the next check. */
export function unmined(db: Database): BlockedWork[] {
  return db.all(
    `select a.hash as ref, a.network, ${PLANNED("cast(a.id as text)")} as at, a.sends as count, a.purpose as detail
     from attempt a where a.state = 'sent' and a.id = (select max(b.id) from attempt b where b.network = a.network
       and b.sender = a.sender and b.nonce = a.nonce and b.state = 'sent') order by a.id`,
  );
}

/** Transactions sent without an answer of the node, so their state is unknown. */
export function unanswered(db: Database): BlockedWork[] {
  return db.all(
    `select a.hash as ref, a.network, ${PLANNED("cast(a.id as text)")} as at, a.sends as count, a.error as detail
     from attempt a where a.state = 'signed' and a.sends > 0 order by a.id`,
  );
}

/** Queued payments: refused for now, or short of gas. `detail` names the refill they wait for. */
export function queuedPayments(db: Database): BlockedWork[] {
  return db.all(
    `select t.id as ref, t.network, ${PLANNED("t.id")} as at, 1 as count, coalesce((select r.id from transaction_record r
       where r.type = 'refill' and r.network = t.network and r.to_address = t.from_address
         and r.status in ('created', 'prepared', 'signed', 'broadcasted') limit 1), '') as detail
     from transaction_record t where t.status = 'created' and t.type not in ('deposit', 'settlement') order by t.id`,
  );
}

/** Refills that wait: `detail` is the id of the gas station that pays them, `raw` in wei. */
export function queuedRefills(db: Database): (BlockedWork & { raw: string })[] {
  return db.all(
    `select t.id as ref, t.network, ${PLANNED("t.id")} as at, 1 as count, t.from_address_id as detail, t.raw
     from transaction_record t where t.status = 'created' and t.type = 'refill' order by t.id`,
  );
}

/** Settlements that no provider has accepted yet; `count` is the number of providers asked, at least one. */
export function unroutedSettlements(db: Database): BlockedWork[] {
  return db.all(
    `select s.id as ref, s.source_network as network, ${PLANNED("s.id")} as at, s.attempts as count, s.scenario as detail
     from settlement s where s.status in ('created', 'retrying') and s.attempts > 0 order by s.id`,
  );
}

/** Failed deliveries with a planned retry; `detail` is the URL, `last` the outcome of the last attempt. */
export function retryingDeliveries(db: Database): (BlockedWork & { last: string })[] {
  return db.all(
    `select cast(d.id as text) as ref, '' as network, d.next_attempt_at as at, d.attempts - d.ladder_start as count, w.url as detail,
       coalesce(cast(a.status as text), a.error, '') as last
     from delivery d join webhook_endpoint w on w.id = d.endpoint_id
       left join delivery_attempt a on a.delivery_id = d.id and a.number = d.attempts
     where d.state = 'due' and d.attempts > d.ladder_start order by d.id`,
  );
}

/** Failed sweeps and delegations with a planned retry; `detail` is the reason. */
export function retryingSponsored(db: Database): BlockedWork[] {
  return db.all(
    `select 'claim ' || c.id as ref, c.network, ${PLANNED("c.id")} as at, c.tries as count, c.error as detail
       from claim c where c.state = 'pending' and c.tries > 0
     union all select 'delegation ' || l.uda_id, l.network, ${PLANNED("l.uda_id || '/' || l.network")}, l.tries, l.error
       from delegation l where l.state = 'failed' order by 1`,
  );
}
