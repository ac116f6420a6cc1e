// Table: the invariants as queries over the books: each row that comes back is a breach, told in its only column.
import type { Database } from "../db/database.ts";
import { WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { ATTEMPTS_EXHAUSTED, DELIVER_JOB, MAX_ATTEMPTS } from "../domain/delivery/delivery.ts";
import { GAS_CORRECTION, VALUE_CORRECTION } from "../domain/movement/movement.ts";
import { SUBMIT_JOB } from "../domain/transaction/transaction.ts";
import type { Breach, InvariantId } from "./statements.ts";

/**
 * Which part of the books is looked at: rows of the history, movements and events after one number up to another. The whole
 * is from 0 to the greatest. `now` is virtual ms.
 */
export type Window = {
  after: number;
  upTo: number;
  movementAfter: number;
  movementUpTo: number;
  eventAfter: number;
  eventUpTo: number;
  /** Heights, the same of every network. */
  tailAfter: number;
  tailUpTo: number;
  now: number;
};

/** Of events one asks for those of a record: the plus keeps SQLite from reading all of a type instead. */
type Query = { readonly id: InvariantId; readonly sql: string };

/** Ids of a noun that moved inside the window. The plus keeps SQLite from taking the index of all of a noun's rows. */
const moved = (noun: string): string =>
  `(select record_id from history where id > :after and id <= :upTo and +noun = '${noun}')`;
const movedNumbers = (noun: string): string =>
  `(select cast(record_id as integer) from history where id > :after and id <= :upTo and +noun = '${noun}')`;

const OUTGOING = "('payout', 'vault_transfer', 'external_transfer', 'internal_transfer')";
const OPEN = "('created', 'prepared', 'signed', 'broadcasted')";
/** As in the indexes of open rows, so that SQLite reads those. */
const OPEN_ATTEMPT = "('prepared', 'signed', 'sent', 'mined')";
const OPEN_DELIVERY = "('due', 'sending')";
const LANDED = "((state = 'mined' and error = '') or state = 'confirmed') and kind <> 'cancel'";
const landed = (alias: string): string =>
  `((${alias}.state = 'mined' and ${alias}.error = '') or ${alias}.state = 'confirmed') and ${alias}.kind <> 'cancel'`;

/** After a forced reorg the receipt of this transaction is another one: the record stays, an incident names both. */
const changedReceipt = (network: string, hash: string): string =>
  `exists (select 1 from incident i where i.kind = 'changed-receipt' and i.ref = ${network} || ':' || ${hash})`;

/** A fill by a provider's solver, or the sweep that is a whole same-chain settlement. */
const FILLS = "purpose in ('fill', 'sweep') and subject in (select id from settlement)";

export const QUERIES: readonly Query[] = [
  {
    id: "I-06",
    sql: `select network || ' ' || sender || ' has ' || count(*) || ' mined attempts with ' || count(distinct nonce)
            || ' nonces up to ' || max(nonce) as what
          from attempt where state in ('mined', 'confirmed', 'failed')
            and (network, sender) in (select network, sender from attempt where id in ${movedNumbers("attempt")})
          group by network, sender having count(*) <> max(nonce) + 1 or count(distinct nonce) <> count(*)`,
  },
  {
    id: "I-09",
    sql: `select 'transaction ' || t.id || ' is ' || t.status || ', and its hold is ' || coalesce(h.state, 'missing') as what
          from transaction_record t left join hold h on h.transaction_id = t.id
          where t.type in ${OUTGOING} and t.id in ${moved("transaction")}
            and (h.state is null or (h.state = 'open') <> (t.status in ${OPEN}) or (h.state = 'posted') <> (t.status = 'confirmed'))`,
  },
  {
    id: "I-09",
    sql: `select 'transaction ' || t.id || ' moves ' || t.raw || ' ' || t.asset || ', and its hold reserves ' || h.raw || ' '
            || h.asset as what
          from transaction_record t join hold h on h.transaction_id = t.id
          where t.id in ${moved("transaction")} and (t.asset <> h.asset or t.from_address_id <> h.address_id
            or (t.raw <> h.raw and not (h.whole = 1 and t.status = 'created')))`,
  },
  {
    id: "I-09",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ' over ' || p.raw || ', and its transaction is '
            || coalesce(t.status || ' over ' || t.raw, 'missing') as what
          from payout p left join transaction_record t on t.id = p.transaction_id
          where p.id in ${moved("payout")} and (t.id is null or t.raw <> p.raw or t.source_id <> p.id
            or (p.status in ('queued', 'processing')) <> (t.status in ${OPEN}) or (p.status = 'confirmed') <> (t.status = 'confirmed'))`,
  },
  {
    id: "I-09",
    sql: `select 'the hold of ' || h.transaction_id || ' belongs to no payment' as what
          from hold h left join transaction_record t on t.id = h.transaction_id where h.state = 'open' and t.id is null`,
  },
  {
    id: "I-13",
    sql: `select 'deposit ' || d.id || ' has no movement of ' || d.raw || ' into ' || d.to_address || ' on ' || d.network as what
          from deposit d where d.id in ${moved("deposit")} and d.state <> 'orphaned' and not exists (
            select 1 from movement m where m.tx_hash = d.tx_hash and m.network = d.network and m.address_id = d.address_id
              and m.kind = 'in' and m.ordinal = d.ordinal and m.asset = d.asset and m.raw = d.raw and m.state <> 'orphaned')`,
  },
  {
    id: "I-13",
    sql: `select 'movement ' || m.id || ' of ' || m.raw || ' ' || m.asset || ' in ' || m.network || ' ' || m.tx_hash
            || ' has no deposit' as what
          from movement m where m.id > :movementAfter and m.id <= :movementUpTo and m.kind = 'in' and m.state <> 'orphaned'
            and m.ordinal > ${VALUE_CORRECTION} and not exists (
              select 1 from deposit d where d.network = m.network and d.tx_hash = m.tx_hash and d.ordinal = m.ordinal
                and d.asset = m.asset and d.address_id = m.address_id and d.raw = m.raw and d.state <> 'orphaned')
            and not exists (
              select 1 from attempt a left join transaction_record t on t.id = a.subject
              where a.network = m.network and a.hash = m.tx_hash and a.state <> 'void'
                and (a.purpose = 'refill' or t.type = 'internal_transfer'))`,
  },
  {
    id: "I-14",
    sql: `select 'deposits ' || d.id || ' and ' || o.id || ' are both leg ' || d.ordinal || ' of ' || d.network || ' ' || d.tx_hash as what
          from deposit d join deposit o on o.network = d.network and o.tx_hash = d.tx_hash and o.ordinal = d.ordinal
          where d.id in ${moved("deposit")} and o.id > d.id and d.state <> 'orphaned' and o.state <> 'orphaned'`,
  },
  {
    id: "I-15",
    sql: `select 'deposit ' || d.id || ' is confirmed, and ' || d.network || ' has no block ' || d.block_hash || ' at ' || d.block_height as what
          from deposit d left join chain_tail t on t.network = d.network and t.height = d.block_height
          where d.id in ${moved("deposit")} and d.state = 'confirmed' and (t.hash is null or t.hash <> d.block_hash)
            and not exists (select 1 from block b where b.network = d.network and b.hash = d.block_hash and b.state = 'orphaned')`,
  },
  {
    id: "I-15",
    sql: `select 'deposit ' || d.id || ' in block ' || d.block_height || ' of ' || d.network || ' has '
            || (h.head - d.block_height + 1) || ' confirmations of ' || s.confirmations || ', and is not confirmed' as what
          from deposit d join network_setting s on s.network = d.network
            join (select n.network, (select max(height) from chain_tail t where t.network = n.network) as head
              from network_setting n) h on h.network = d.network
          where d.state = 'seen' and d.block_height >= 0 and h.head - d.block_height + 1 >= s.confirmations`,
  },
  {
    id: "I-16",
    sql: `select 'deposit ' || d.id || ' is orphaned, and movement ' || m.id || ' of it counts' as what
          from deposit d join movement m on m.tx_hash = d.tx_hash and m.network = d.network and m.address_id = d.address_id
          where d.id in ${moved("deposit")} and d.state = 'orphaned' and m.kind = 'in' and m.ordinal = d.ordinal
            and m.asset = d.asset and m.raw = d.raw and m.state <> 'orphaned'`,
  },
  {
    id: "I-16",
    sql: `select 'deposit ' || d.id || ' is orphaned, and was told as confirmed' as what from deposit d
          where d.id in ${moved("deposit")} and d.state = 'orphaned'
            and exists (select 1 from event e where e.resource_id = d.id and +e.type = 'deposit.confirmed' and e.test = 0)`,
  },
  {
    id: "I-19",
    sql: `select 'payout transaction ' || subject || ' was paid ' || count(*) || ' times: ' || group_concat(hash, ', ') as what
          from attempt where purpose = 'payout' and ${LANDED} and subject in ${moved("transaction")}
          group by subject having count(*) > 1`,
  },
  {
    id: "I-20",
    sql: `select 'payout ' || p.id || ' is confirmed, and no confirmed attempt is its transaction ' || p.tx_hash as what
          from payout p where p.id in ${moved("payout")} and p.status = 'confirmed' and not exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.hash = p.tx_hash
              and a.state = 'confirmed' and a.kind <> 'cancel')
            and not ${changedReceipt("p.network", "p.tx_hash")}`,
  },
  {
    id: "I-20",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' of it is confirmed' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${moved("payout")} and p.status <> 'confirmed' and a.state = 'confirmed' and a.kind <> 'cancel'
            and not ${changedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-21",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' has paid it' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${moved("payout")} and p.status in ('failed', 'expired') and ${landed("a")}
            and not ${changedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-21",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' at nonce ' || a.nonce || ' of '
            || a.sender || ' can still be mined' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${moved("payout")} and p.status in ('failed', 'expired') and a.state in ('signed', 'sent', 'lost')
            and not exists (select 1 from attempt b where b.network = a.network and b.sender = a.sender and b.nonce = a.nonce
              and b.state in ('mined', 'confirmed', 'failed'))
            and not exists (select 1 from incident i where i.kind = 'foreign-nonce'
              and i.ref = a.network || ':' || a.sender || ':' || a.nonce)`,
  },
  ...[
    ...[
      ["deposit", "deposit"],
      ["payout", "payout"],
      ["settlement", "settlement"],
      ["uda", "uda"],
      ["claim", "claim"],
    ],
    ...[
      ["transaction", "transaction_record"],
      ["event", "event"],
      ["vault", "vault"],
      ["tenant", "tenant"],
    ],
  ].map(
    ([kind, table]): Query => ({
      id: "I-22",
      sql: `select c.value || ' ids of the kind ${kind} were given out, and there are ' || r.count || ' rows' as what
            from counter c, (select count(*) as count from ${table}) r where c.kind = '${kind}' and c.value <> r.count`,
    }),
  ),
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' was sent, and has no tx_id' as what
          from payout p where p.id in ${moved("payout")} and p.tx_hash = '' and exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.kind <> 'cancel'
              and a.state in ('sent', 'mined', 'confirmed', 'failed'))`,
  },
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' has tx_id ' || p.tx_hash || ', which is none of its attempts' as what
          from payout p where p.id in ${moved("payout")} and p.tx_hash <> '' and not exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.hash = p.tx_hash and a.sends > 0)`,
  },
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' has tx_id ' || p.tx_hash || ', and ' || a.hash || ' was mined' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${moved("payout")} and a.kind <> 'cancel' and a.state in ('mined', 'confirmed', 'failed') and a.hash <> p.tx_hash`,
  },
  {
    id: "I-25",
    sql: `select 'settlement ' || s.id || ' is not that of a confirmed deposit to its address: ' || s.deposit_id as what
          from settlement s left join deposit d on d.id = s.deposit_id
          where s.id in ${moved("settlement")} and (d.id is null or d.state <> 'confirmed' or d.uda_id is not s.uda_id
            or d.raw <> s.source_raw or d.asset <> s.source_asset or d.network <> s.source_network or d.tx_hash <> s.source_tx_hash)`,
  },
  {
    id: "I-26",
    sql: `select 'settlement ' || subject || ' was filled ' || count(*) || ' times: ' || group_concat(hash, ', ') as what
          from attempt where ${FILLS} and ${LANDED} and subject in ${moved("settlement")}
          group by subject having count(*) > 1`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is completed, and ' || s.destination_tx_hash || ' is no confirmed fill of it' as what
          from settlement s where s.id in ${moved("settlement")} and s.status = 'completed' and (s.destination_raw <> s.quoted_raw
            or not ${changedReceipt("s.destination_network", "s.destination_tx_hash")} and not exists (select 1 from attempt a where a.purpose in ('fill', 'sweep') and a.subject = s.id
              and a.hash = s.destination_tx_hash and a.state = 'confirmed'))`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is ' || s.status || ', and ' || a.hash || ' has filled it' as what
          from settlement s join attempt a on a.purpose in ('fill', 'sweep') and a.subject = s.id
          where s.id in ${moved("settlement")} and s.status not in ('completed') and a.state = 'confirmed'
            and not ${changedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is ' || s.status || ', and claim ' || c.id || ' takes its source amount' as what
          from settlement s join claim c on c.settlement_id = s.id
          where s.id in ${moved("settlement")} and s.status <> 'completed'`,
  },
  {
    id: "I-29",
    sql: `select 'settlement ' || s.id || ' began from the ' || a.purpose || ' ' || a.hash || ' of the platform' as what
          from settlement s join attempt a on a.network = s.source_network and a.hash = s.source_tx_hash
            left join transaction_record t on t.id = a.subject
          where s.id in ${moved("settlement")} and a.state <> 'void' and (a.purpose in ('refill', 'delegate')
            or (a.purpose = 'sweep' and a.subject in (select id from claim)) or t.type = 'internal_transfer')`,
  },
  ...told("deposit", "", "deposit.new"),
  ...told("deposit", "confirm", "deposit.confirmed"),
  ...told(
    "transaction",
    "broadcast",
    "transaction.broadcasted",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill'))`,
  ),
  ...told(
    "transaction",
    "confirm",
    "transaction.confirmed",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill'))`,
  ),
  ...told(
    "transaction",
    "fail",
    "transaction.failed",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type <> 'settlement')`,
  ),
  ...told("settlement", "complete", "uda.settlement.completed"),
  ...told("settlement", "exhaust", "uda.settlement.failed"),
  {
    id: "I-30",
    sql: `select 'settlement ' || s.id || ' was accepted, and told ' || (select count(*) from event e where e.resource_id = s.id
            and +e.type = 'uda.settlement.created' and e.test = 0) || ' times' as what
          from settlement s where s.id in ${moved("settlement")}
            and (select count(*) from event e where e.resource_id = s.id and +e.type = 'uda.settlement.created' and e.test = 0)
              <> (select count(distinct record_id) from history h where h.noun = 'settlement' and h.record_id = s.id and h.move = 'accept')`,
  },
  {
    id: "I-30",
    sql: `select 'event ' || e.id || ' of the type ' || e.type || ' tells of ' || e.resource_id || ', which did nothing at its time' as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.type <> 'balance.updated'
            and e.type <> 'address.assigned' and e.test = 0 and not exists (select 1 from history h
              where h.noun = case when e.type like 'uda.%' then 'settlement' when e.type like 'deposit.%' then 'deposit' else 'transaction' end
                and h.record_id = e.resource_id and h.at = e.time)`,
  },
  {
    id: "I-30",
    sql: `select 'wallet ' || a.id || ' was assigned, and told ' || coalesce(e.times, 0) || ' times' as what
          from address a left join (select resource_id, count(*) as times from event where type = 'address.assigned' and test = 0
            group by resource_id) e on e.resource_id = a.id
          where a.category = 'user' and coalesce(e.times, 0) <> 1`,
  },
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' is delivered, and no attempt was answered with 2xx' as what
          from delivery d where d.id in ${movedNumbers("delivery")} and d.state = 'delivered' and not exists (
            select 1 from delivery_attempt a where a.delivery_id = d.id and a.status between 200 and 299)`,
  },
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' is dead after ' || (d.attempts - d.ladder_start) || ' attempts' as what
          from delivery d join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${movedNumbers("delivery")} and d.state = 'dead' and d.attempts - d.ladder_start <> ${MAX_ATTEMPTS}
            and (d.reason = '' or d.reason like '${ATTEMPTS_EXHAUSTED}%')
            and w.deleted_at is null and w.active = 1 and (select from_state from history h where h.noun = 'delivery'
              and h.record_id = cast(d.id as text) and h.move = 'die' order by h.id desc limit 1) <> 'due'
            and not exists (select 1 from history h where h.noun = 'delivery' and h.record_id = cast(d.id as text) and h.move = 'replay')`,
  },
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' counts ' || d.attempts || ' attempts, and there are ' || count(a.number) as what
          from delivery d left join delivery_attempt a on a.delivery_id = d.id
          where d.id in ${movedNumbers("delivery")} and d.state in ('delivered', 'dead', 'due')
          group by d.id having count(a.number) < d.attempts`,
  },
  {
    id: "I-32",
    sql: `select 'the body of event ' || e.id || ' names ' || coalesce(json_extract(e.body, '$.id'), 'nothing') as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.drained = 1
            and (e.body is null or json_extract(e.body, '$.id') is not e.id or json_extract(e.body, '$.type') is not e.type)`,
  },
  {
    id: "I-32",
    sql: `select 'attempt ' || a.number || ' of delivery ' || d.id || ' carried webhook-id ' || json_extract(a.headers, '$."webhook-id"')
            || ', and its event is ' || e.id as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id join event e on e.sequence = d.event_sequence
          where d.id in ${movedNumbers("delivery")} and json_extract(a.headers, '$."webhook-id"') is not null
            and json_extract(a.headers, '$."webhook-id"') <> e.id`,
  },
  {
    id: "I-34",
    sql: `select 'attempt ' || b.number || ' of delivery ' || d.id || ' came ' || (b.at - a.at) || ' ms after the one before' as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id
            join delivery_attempt b on b.delivery_id = d.id and b.number = a.number + 1
          where d.id in ${movedNumbers("delivery")} and a.number > d.ladder_start
            and b.at - a.at < min(600000, 10000 * (1 << (a.number - d.ladder_start - 1)))
            and not exists (select 1 from history h where h.noun = 'delivery' and h.record_id = cast(d.id as text) and h.move = 'replay')`,
  },
  {
    id: "I-35",
    sql: `select 'event ' || e.sequence || ' is older than the one before it' as what
          from event e join event p on p.sequence = (select max(sequence) from event where sequence < e.sequence)
          where e.sequence > :eventAfter and e.sequence <= :eventUpTo and (p.time > e.time or (p.time = e.time and p.micros > e.micros))`,
  },
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
  {
    id: "I-39",
    sql: `select 'history row ' || h.id || ' is older than the one before it' as what
          from history h join history p on p.id = h.id - 1 where h.id > :after and h.id <= :upTo and p.at > h.at`,
  },
  {
    id: "I-43",
    sql: `select 'nobody takes up ' || t.type || ' ' || t.id || ', which is ' || t.status as what
          from transaction_record t where t.status in ('created', 'prepared', 'signed') and t.type not in ('deposit', 'settlement')
            and not exists (select 1 from agenda g where g.job = '${SUBMIT_JOB}' and g.ref = t.id)
            and not exists (select 1 from attempt a join attempt b on b.network = a.network and b.sender = a.sender
              join agenda g on g.job = '${WATCH_ATTEMPT_JOB}' and g.ref = cast(b.id as text)
              where a.subject = t.id and a.state in ('prepared', 'signed') and b.nonce <= a.nonce)
            and not exists (select 1 from transaction_record r where r.type = 'refill' and r.network = t.network
              and r.to_address = t.from_address and r.status in ${OPEN})
            and not exists (select 1 from event e where e.drained = 0)`,
  },
  {
    id: "I-36",
    sql: `select 'attempt ' || a.number || ' of delivery ' || d.id || ' went to ' || w.url || ', which was deleted before' as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${movedNumbers("delivery")} and w.deleted_at is not null and a.at > w.deleted_at`,
  },
  {
    id: "I-36",
    sql: `select 'delivery ' || d.id || ' is due at ' || w.url || ', which does not listen' as what
          from delivery d join webhook_endpoint w on w.id = d.endpoint_id
          where d.state in ('due', 'sending') and d.state = 'due' and (w.active = 0 or w.deleted_at is not null)`,
  },
  ...sameTenant("payout", { vault: "vault_id", address: "address_id", transaction_record: "transaction_id" }),
  ...sameTenant("deposit", { address: "address_id", transaction_record: "transaction_id", uda: "uda_id" }),
  ...sameTenant("settlement", { uda: "uda_id", deposit: "deposit_id" }),
  {
    id: "I-40",
    sql: `select 'delivery ' || d.id || ' brings an event of ' || e.tenant_id || ' to an endpoint of ' || w.tenant_id as what
          from delivery d join event e on e.sequence = d.event_sequence join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${movedNumbers("delivery")} and e.tenant_id <> w.tenant_id`,
  },
  {
    id: "I-40",
    sql: `select 'event ' || e.id || ' tells ' || e.tenant_id || ' of ' || e.resource_id || ', which belongs to another tenant' as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.test = 0 and e.tenant_id <> coalesce(
            (select tenant_id from deposit where id = e.resource_id), (select tenant_id from transaction_record where id = e.resource_id),
            (select tenant_id from settlement where id = e.resource_id), (select tenant_id from address where id = e.resource_id),
            e.tenant_id)`,
  },
  {
    id: "I-43",
    sql: `select 'nobody watches attempt ' || a.id || ' (' || a.hash || ' on ' || a.network || ')' as what
          from attempt a where a.state in ${OPEN_ATTEMPT} and a.state = 'sent'
            and not exists (select 1 from attempt b join agenda g on g.job = '${WATCH_ATTEMPT_JOB}' and g.ref = cast(b.id as text)
              where b.network = a.network and b.sender = a.sender and b.nonce = a.nonce)`,
  },
  {
    id: "I-43",
    sql: `select 'nobody goes on with settlement ' || s.id || ', which is ' || s.status as what
          from settlement s where s.status in ('created', 'routing', 'retrying')
            and not exists (select 1 from agenda g where g.ref = s.id)
            and not exists (select 1 from event e where e.drained = 0)
            and not exists (select 1 from attempt a where a.subject = s.id and a.purpose in ('fill', 'sweep')
              and a.state in ('prepared', 'signed', 'sent', 'mined'))
            and not (s.provider = 'internal' and exists (select 1 from delegation l where l.uda_id = s.uda_id
              and l.network = s.source_network and l.state <> 'verified'))`,
  },
  {
    id: "I-43",
    sql: `select 'nobody goes on with claim ' || c.id || ', which is ' || c.state as what
          from claim c where c.state in ('pending', 'sent') and not exists (select 1 from agenda g where g.ref = c.id)
            and not exists (select 1 from attempt a where a.subject = c.id and a.purpose = 'sweep'
              and a.state in ('prepared', 'signed', 'sent', 'mined'))
            and not exists (select 1 from delegation l where l.uda_id = c.uda_id and l.network = c.network
              and (l.state <> 'verified' or l.wanted <> 'delegated'))`,
  },
  {
    id: "I-43",
    sql: `select 'nobody goes on with delegation ' || l.uda_id || '/' || l.network || ', which is ' || l.state as what
          from delegation l where l.state <> 'verified'
            and not exists (select 1 from agenda g where g.ref = l.uda_id || '/' || l.network)
            and not exists (select 1 from attempt a where a.purpose = 'delegate' and a.subject = l.uda_id || '/' || l.network
              and a.state in ('prepared', 'signed', 'sent', 'mined'))`,
  },
  {
    id: "I-43",
    sql: `select 'nobody makes the next attempt of delivery ' || d.id as what
          from delivery d where d.state in ${OPEN_DELIVERY} and d.state = 'due' and d.held_by <> 'reorder'
            and not exists (select 1 from agenda g where g.job = '${DELIVER_JOB}' and g.ref = cast(d.id as text))
            and not exists (select 1 from delivery o where o.state in ${OPEN_DELIVERY} and o.endpoint_id = d.endpoint_id and o.state = 'sending')
            and not exists (select 1 from delivery o where o.endpoint_id = d.endpoint_id and o.group_key = d.group_key
              and o.id < d.id and o.attempts = 0 and o.state in ('due', 'sending'))`,
  },
];

/** A move and its event: as many of the one as of the other, at the same instants; `only` narrows the records. */
function told(noun: string, move: string, type: string, only = "(select 1)"): Query[] {
  const records = `(select distinct record_id from history where id > :after and id <= :upTo and +noun = '${noun}')`;
  const moves = `(select count(*) from history h where h.noun = '${noun}' and h.record_id = r.record_id and h.move = '${move}')`;
  const events = `(select count(*) from event e where e.resource_id = r.record_id and +e.type = '${type}' and e.test = 0)`;
  const verb = move === "" ? "was born" : `made the move ${move}`;
  return [
    {
      id: "I-30",
      sql: `select '${noun} ' || r.record_id || ' ${verb} ' || ${moves} || ' times, and ${type} was told ' || ${events} || ' times' as what
            from ${records} r where exists ${only} and ${moves} <> ${events}`,
    },
  ];
}

/** What a record points to is its own tenant's; `owners` are tables, each by the column that points there. */
function sameTenant(noun: string, owners: Readonly<Record<string, string>>): Query[] {
  return Object.entries(owners).map(([table, column]) => ({
    id: "I-40",
    sql: `select '${noun} ' || r.id || ' of ' || r.tenant_id || ' points to ${table} ' || o.id || ' of ' || o.tenant_id as what
          from ${noun} r join ${table} o on o.id = r.${column} where r.id in ${moved(noun)} and o.tenant_id <> r.tenant_id`,
  }));
}

/** Runs one query; answers at most `limit` breaches. */
export function breachesOf(db: Database, { id, sql }: Query, window: Window, limit: number): Breach[] {
  const used = Object.entries(window).filter(([name]) => new RegExp(`:${name}\\b`).test(sql));
  return db
    .all<{ what: string }>(`${sql} limit :limit`, { ...Object.fromEntries(used), limit })
    .map(({ what }) => ({ id, what }));
}

/** The greatest numbers there are: the end of a window over the whole. */
export function ends(db: Database): Pick<Window, "upTo" | "movementUpTo" | "eventUpTo"> {
  const row = db.get<{ upTo: number; movementUpTo: number; eventUpTo: number }>(
    `select coalesce((select max(id) from history), 0) as upTo, coalesce((select max(id) from movement), 0) as movementUpTo,
       coalesce((select max(sequence) from event), 0) as eventUpTo`,
  );
  return row ?? { upTo: 0, movementUpTo: 0, eventUpTo: 0 };
}

/** A state as the record has it, and as its last history row has it. */
export type StateOfRecord = { noun: string; id: string; now: string; told: string | null };

const NOUNS: readonly (readonly [noun: string, table: string, state: string])[] = [
  ["deposit", "deposit", "state"],
  ["payout", "payout", "status"],
  ["transaction", "transaction_record", "status"],
  ["settlement", "settlement", "status"],
  ["uda", "uda", "status"],
  ["attempt", "attempt", "state"],
  ["delivery", "delivery", "state"],
];

/** Records whose state is not the one their history ends in; an attempt is born without a row. */
export function statesOffHistory(db: Database, { after, upTo }: Window, limit: number): StateOfRecord[] {
  return NOUNS.flatMap(([noun, table, state]) => {
    const last = `(select to_state from history h where h.noun = '${noun}' and h.record_id = cast(r.id as text) order by h.id desc limit 1)`;
    const numbered = noun === "attempt" || noun === "delivery";
    // Over the whole also records that have no history at all.
    const touched = after === 0 ? "1" : `r.id in ${numbered ? movedNumbers(noun) : moved(noun)}`;
    const sql = `select '${noun}' as noun, cast(r.id as text) as id, r.${state} as now, ${last} as told from ${table} r
      where ${touched} and r.${state} is not ${last} and not ('${noun}' = 'attempt' and r.${state} = 'prepared' and ${last} is null) limit :limit`;
    return db.all<StateOfRecord>(sql, after === 0 ? { limit } : { after, upTo, limit });
  });
}

export type Step = {
  id: number;
  noun: string;
  record_id: string;
  move: string;
  from_state: string;
  to_state: string;
  before: string | null;
};

/** The history rows of a window, each with the state the one before it ended in. */
export function stepsOf(db: Database, { after, upTo }: Window): Step[] {
  return db.all(
    `select id, noun, record_id, move, from_state, to_state, (select p.to_state from history p where p.noun = h.noun
       and p.record_id = h.record_id and p.id < h.id order by p.id desc limit 1) as before
     from history h where id > :after and id <= :upTo`,
    { after, upTo },
  );
}

export type WatchedRow = { id: string; network: string; address: string; category: string };

/** Watched addresses by id after a cursor. */
export function addressesAfter(db: Database, id: string, limit: number): WatchedRow[] {
  return db.all("select id, network, address, category from address where id > :id order by id limit :limit", {
    id,
    limit,
  });
}

export function watchedRow(db: Database, id: string): WatchedRow | undefined {
  return db.get("select id, network, address, category from address where id = :id", { id });
}

/** `stands`: 1 when the transaction is in a block of the chain now; a movement without one counts as standing. */
export type BookedMovement = {
  id: number;
  address_id: string;
  asset: string;
  kind: string;
  raw: string;
  state: string;
  ordinal: number;
  stands: number;
};

const BOOKED = `select m.id, m.address_id, m.asset, m.kind, m.raw, m.state, m.ordinal, (m.tx_hash = '' or exists (
    select 1 from chain_transaction c where c.network = m.network and c.hash = m.tx_hash and c.state = 'mined')) as stands
  from movement m`;

/** The movements after one, oldest first, orphaned ones included. */
export function movementsAfter(db: Database, after: number, limit: number): BookedMovement[] {
  return db.all(`${BOOKED} where m.id > :after order by m.id limit :limit`, { after, limit });
}

/** Those movements with these numbers. */
export function movementsNumbered(db: Database, ids: readonly number[]): BookedMovement[] {
  return db.all(`${BOOKED} where m.id in (select value from json_each(:ids))`, { ids: JSON.stringify(ids) });
}

export function balancesOf(db: Database, addressId: string): { asset: string; confirmed: string; held: string }[] {
  return db.all("select asset, confirmed, held from balance where address_id = :addressId", { addressId });
}

/** `unmeasured`: 1 for a reservation of everything whose amount is measured when it is taken up. */
export function openHoldsOf(db: Database, addressId: string): { asset: string; raw: string; unmeasured: number }[] {
  return db.all(
    `select h.asset, h.raw, (h.whole = 1 and t.status = 'created') as unmeasured from hold h
       left join transaction_record t on t.id = h.transaction_id where h.address_id = :addressId and h.state = 'open'`,
    { addressId },
  );
}

/** Source amounts of failed settlements, which must still be where they came in. */
export function failedSettlementsAt(db: Database, address: string, network: string): { asset: string; raw: string }[] {
  return db.all(
    `select source_asset as asset, source_raw as raw from settlement
     where source_address = :address and source_network = :network and status = 'failed'`,
    { address, network },
  );
}

export type Grant = { address: string; amount: string };

/** Native coin given out of nothing, as the journal of the chain has it. */
export function grantsOn(db: Database, network: string): Grant[] {
  const sql = `select lower(address) as address, json_extract(detail, '$.amount') as amount from chain_act
    where network = :network and kind = 'give'`;
  return db.all(sql, { network });
}

export type TailRow = { height: number; hash: string; parent_hash: string; journal: string | null };

/** The blocks as they were read in, from a height on, each with what the journal has there. */
export function tailFrom(db: Database, network: string, height: number): TailRow[] {
  return db.all(
    `select t.height, t.hash, t.parent_hash, b.hash as journal from chain_tail t
       left join block b on b.network = t.network and b.height = t.height and b.state = 'done'
     where t.network = :network and t.height >= :height order by t.height`,
    { network, height },
  );
}

/** True for a sender whose transactions are ours: an address of a tenant, or one that attempts were made from. */
export function isOurSender(db: Database, network: string, address: string): boolean {
  const sql = `select exists (select 1 from address where network = :network and address = :address)
    or exists (select 1 from attempt where network = :network and sender = :address) as ours`;
  return db.get<{ ours: number }>(sql, { network, address })?.ours === 1;
}

/** The state of the attempt with this hash, or undefined. */
export function attemptStateOf(db: Database, network: string, hash: string): string | undefined {
  const sql = "select state from attempt where network = :network and hash = :hash and state <> 'void'";
  return db.get<{ state: string }>(sql, { network, hash })?.state;
}

/** A payment that is said to have arrived. */
export type SaidPaid = {
  id: string;
  network: string;
  hash: string;
  asset: string;
  to_address: string;
  raw: string;
  stands: number;
  /** 1 when an incident says that a forced reorg changed its receipt. */
  changed: number;
};

const STANDS = (network: string, hash: string): string =>
  `exists (select 1 from chain_transaction c where c.network = ${network} and c.hash = ${hash} and c.state = 'mined')`;

export function confirmedPayouts(db: Database, { after, upTo }: Window): SaidPaid[] {
  return db.all(
    `select p.id, p.network, p.tx_hash as hash, p.asset, p.to_address, p.raw, ${STANDS("p.network", "p.tx_hash")} as stands,
       ${changedReceipt("p.network", "p.tx_hash")} as changed
     from payout p where p.status = 'confirmed' and p.id in ${moved("payout")}`,
    { after, upTo },
  );
}

export function completedSettlements(db: Database, { after, upTo }: Window): SaidPaid[] {
  return db.all(
    `select s.id, s.destination_network as network, s.destination_tx_hash as hash, s.destination_asset as asset,
       s.destination_address as to_address, s.destination_raw as raw,
       ${STANDS("s.destination_network", "s.destination_tx_hash")} as stands,
       ${changedReceipt("s.destination_network", "s.destination_tx_hash")} as changed
     from settlement s where s.status = 'completed' and s.id in ${moved("settlement")}`,
    { after, upTo },
  );
}

export type FeeRow = {
  id: string;
  source_network: string;
  source_asset: string;
  source_raw: string;
  destination_network: string;
  destination_asset: string;
  quoted_raw: string;
  fee_platform: string;
  fee_provider: string;
};

/** What goes in, comes out and is kept of settlements whose route was accepted. */
export function routedSettlements(db: Database, { after, upTo }: Window): FeeRow[] {
  return db.all(
    `select id, source_network, source_asset, source_raw, destination_network, destination_asset, quoted_raw, fee_platform, fee_provider
     from settlement where status in ('routing', 'completed') and id in ${moved("settlement")}`,
    { after, upTo },
  );
}

/** A confirmed sweep of a settlement's source amount: what it was to pay, as JSON, and what the settlement says. */
export type Swept = {
  id: string;
  settlement_id: string;
  network: string;
  asset: string;
  hash: string;
  payments: string;
  source_address: string;
  source_raw: string;
  fee_platform: string;
  stands: number;
  /** As of a payment. */
  changed: number;
};

export function sweptClaims(db: Database, { after, upTo }: Window): Swept[] {
  // The plus keeps SQLite from reading every sweep there was.
  return db.all(
    `select k.id, k.settlement_id, k.network, k.asset, k.tx_hash as hash, k.payments, s.source_address, s.source_raw, s.fee_platform,
       ${STANDS("k.network", "k.tx_hash")} as stands, ${changedReceipt("k.network", "k.tx_hash")} as changed
     from claim k join settlement s on s.id = k.settlement_id where k.state = 'confirmed'
       and k.id in (select subject from attempt where +purpose = 'sweep' and id in ${movedNumbers("attempt")})`,
    { after, upTo },
  );
}

/** Settlements that the platform itself paid, from the deposit address to the destination. */
export function internalSettlements(
  db: Database,
  { after, upTo }: Window,
): { id: string; source_raw: string; quoted_raw: string; fee_platform: string; fee_provider: string }[] {
  return db.all(
    `select id, source_raw, quoted_raw, fee_platform, fee_provider from settlement
     where status = 'completed' and provider = 'internal' and id in ${moved("settlement")}`,
    { after, upTo },
  );
}

/** Amounts that came in from outside, went out to it or were burnt, and what all addresses hold by the books (I-17). */
export type Turnover = { network: string; asset: string; kind: "in" | "out" | "balance"; raw: string };

export function turnover(db: Database): Turnover[] {
  return db.all(
    `select network, asset, 'in' as kind, raw from deposit where state = 'confirmed'
     union all select network, asset, 'in', raw from movement where kind = 'grant' and state = 'confirmed'
     union all select network, asset, 'out', raw from movement where kind = 'gas' and state = 'confirmed'
     union all select network, asset, kind, raw from movement
       where ordinal in (${VALUE_CORRECTION}, ${GAS_CORRECTION}) and state = 'confirmed'
     union all select network, asset, 'out', raw from transaction_record
       where type in ('payout', 'vault_transfer', 'external_transfer') and status = 'confirmed'
     union all select s.source_network, s.source_asset, 'out', s.source_raw from settlement s
       where s.status = 'completed' and (s.provider = 'internal'
         or exists (select 1 from claim c where c.settlement_id = s.id and c.state = 'confirmed'))
     union all select a.network, b.asset, 'balance', b.confirmed from balance b join address a on a.id = b.address_id`,
  );
}

export function toldBodies(db: Database, { eventAfter, eventUpTo }: Window): { id: string; body: string }[] {
  const sql = `select id, body from event
    where sequence > :eventAfter and sequence <= :eventUpTo and drained = 1 and test = 0 and body is not null`;
  return db.all(sql, { eventAfter, eventUpTo });
}

/** Attempts with the headers they were sent with, of endpoints whose secret was never another one; those of faults are left out. */
export type SignedAttempt = {
  delivery: number;
  number: number;
  timestamp: string;
  signature: string;
  secret: string;
  body: string;
};

export function signedAttempts(db: Database, { after, upTo }: Window): SignedAttempt[] {
  return db.all(
    `select d.id as delivery, a.number, json_extract(a.headers, '$."webhook-timestamp"') as timestamp,
       json_extract(a.headers, '$."webhook-signature"') as signature, w.secret, e.body
     from delivery d join delivery_attempt a on a.delivery_id = d.id join event e on e.sequence = d.event_sequence
       join webhook_endpoint w on w.id = d.endpoint_id
     where d.id in ${movedNumbers("delivery")} and a.fault = '' and w.previous_secret = ''
       and json_extract(a.headers, '$."webhook-signature"') is not null`,
    { after, upTo },
  );
}

/** Deposits to addresses of UDAs that were confirmed after one history row up to another, with the UDA as it is now. */
export type OwedSettlement = { id: string; network: string; asset: string; accepted: string };

export function settlementsOwed(db: Database, after: number, upTo: number): OwedSettlement[] {
  return db.all(
    `select d.id, d.network, d.asset, u.accepted_tokens as accepted
     from history h join deposit d on d.id = h.record_id join uda u on u.id = d.uda_id
     where h.id > :after and h.id <= :upTo and +h.noun = 'deposit' and h.move = 'confirm' and u.status = 'active'
       and not exists (select 1 from history later where later.noun = 'uda' and later.record_id = u.id and later.id > h.id)`,
    { after, upTo },
  );
}

export function hasSettlement(db: Database, depositId: string): boolean {
  return db.get("select 1 as found from settlement where deposit_id = :depositId", { depositId }) !== undefined;
}

/** What of movements never changes, in order. */
export function movementTexts(db: Database, after: number, upTo: number): { text: string }[] {
  return db.all(
    `select id || '|' || address_id || '|' || network || '|' || asset || '|' || kind || '|' || raw || '|' || tx_hash || '|' || ordinal
       || '|' || block_height as text from movement where id > :after and id <= :upTo order by id`,
    { after, upTo },
  );
}

/** Announced events as they are told, in order. */
export function eventTexts(db: Database, after: number, upTo: number): { text: string }[] {
  return db.all(
    `select sequence || '|' || id || '|' || tenant_id || '|' || type || '|' || resource_id || '|' || body as text
     from event where sequence > :after and sequence <= :upTo order by sequence`,
    { after, upTo },
  );
}

/** The newest event that was announced; those before it are too. */
export function announcedUpTo(db: Database): number {
  const sql = "select sequence from event where drained = 1 order by sequence desc limit 1";
  return db.get<{ sequence: number }>(sql)?.sequence ?? 0;
}
