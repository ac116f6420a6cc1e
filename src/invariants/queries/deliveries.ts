// Webhook deliveries: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { ATTEMPTS_EXHAUSTED, DELIVER_JOB, MAX_ATTEMPTS } from "../../domain/delivery/delivery.ts";
import { changedNumbers, OPEN_DELIVERY, type Query, type Window } from "./query.ts";

export const DELIVERY_QUERIES: readonly Query[] = [
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' is delivered, and no attempt was answered with 2xx' as what
          from delivery d where d.id in ${changedNumbers("delivery")} and d.state = 'delivered' and not exists (
            select 1 from delivery_attempt a where a.delivery_id = d.id and a.status between 200 and 299)`,
  },
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' is dead after ' || (d.attempts - d.ladder_start) || ' attempts' as what
          from delivery d join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${changedNumbers("delivery")} and d.state = 'dead' and d.attempts - d.ladder_start <> ${MAX_ATTEMPTS}
            and (d.reason = '' or d.reason like '${ATTEMPTS_EXHAUSTED}%')
            and w.deleted_at is null and w.active = 1 and (select from_state from history h where h.noun = 'delivery'
              and h.record_id = cast(d.id as text) and h.move = 'die' order by h.id desc limit 1) <> 'due'
            and not exists (select 1 from history h where h.noun = 'delivery' and h.record_id = cast(d.id as text) and h.move = 'replay')`,
  },
  {
    id: "I-31",
    sql: `select 'delivery ' || d.id || ' counts ' || d.attempts || ' attempts, and there are ' || count(a.number) as what
          from delivery d left join delivery_attempt a on a.delivery_id = d.id
          where d.id in ${changedNumbers("delivery")} and d.state in ('delivered', 'dead', 'due')
          group by d.id having count(a.number) < d.attempts`,
  },
  {
    id: "I-32",
    sql: `select 'attempt ' || a.number || ' of delivery ' || d.id || ' carried webhook-id ' || json_extract(a.headers, '$."webhook-id"')
            || ', and its event is ' || e.id as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id join event e on e.sequence = d.event_sequence
          where d.id in ${changedNumbers("delivery")} and json_extract(a.headers, '$."webhook-id"') is not null
            and json_extract(a.headers, '$."webhook-id"') <> e.id`,
  },
  {
    id: "I-34",
    sql: `select 'attempt ' || b.number || ' of delivery ' || d.id || ' came ' || (b.at - a.at) || ' ms after the one before' as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id
            join delivery_attempt b on b.delivery_id = d.id and b.number = a.number + 1
          where d.id in ${changedNumbers("delivery")} and a.number > d.ladder_start
            and b.at - a.at < min(600000, 10000 * (1 << (a.number - d.ladder_start - 1)))
            and not exists (select 1 from history h where h.noun = 'delivery' and h.record_id = cast(d.id as text)
              and h.move in ('replay', 'hasten') and h.at between a.at and b.at)`,
  },
  {
    id: "I-36",
    sql: `select 'attempt ' || a.number || ' of delivery ' || d.id || ' went to ' || w.url || ', which was deleted before' as what
          from delivery d join delivery_attempt a on a.delivery_id = d.id join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${changedNumbers("delivery")} and w.deleted_at is not null and a.at > w.deleted_at`,
  },
  {
    id: "I-36",
    sql: `select 'delivery ' || d.id || ' is due at ' || w.url || ', which does not listen' as what
          from delivery d join webhook_endpoint w on w.id = d.endpoint_id
          where d.state in ('due', 'sending') and d.state = 'due' and (w.active = 0 or w.deleted_at is not null)`,
  },
  {
    id: "I-40",
    sql: `select 'delivery ' || d.id || ' brings an event of ' || e.tenant_id || ' to an endpoint of ' || w.tenant_id as what
          from delivery d join event e on e.sequence = d.event_sequence join webhook_endpoint w on w.id = d.endpoint_id
          where d.id in ${changedNumbers("delivery")} and e.tenant_id <> w.tenant_id`,
  },
  {
    id: "I-43",
    sql: `select 'no job makes the next attempt of delivery ' || d.id as what
          from delivery d where d.state in ${OPEN_DELIVERY} and d.state = 'due' and d.held_by <> 'reorder'
            and not exists (select 1 from agenda g where g.job = '${DELIVER_JOB}' and g.ref = cast(d.id as text))
            and not exists (select 1 from delivery o where o.state in ${OPEN_DELIVERY} and o.endpoint_id = d.endpoint_id and o.state = 'sending')
            and not exists (select 1 from delivery o where o.endpoint_id = d.endpoint_id and o.group_key = d.group_key
              and o.id < d.id and o.attempts = 0 and o.state in ('due', 'sending'))`,
  },
];

/** A delivery attempt with its signature headers. Left out: endpoints whose secret was rotated, and attempts under a fault. */
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
       json_extract(a.headers, '$."webhook-signature"') as signature, w.secret, coalesce(e.sent, e.body) as body
     from delivery d join delivery_attempt a on a.delivery_id = d.id join event e on e.sequence = d.event_sequence
       join webhook_endpoint w on w.id = d.endpoint_id
     where d.id in ${changedNumbers("delivery")} and a.fault = '' and w.previous_secret = ''
       and json_extract(a.headers, '$."webhook-signature"') is not null`,
    { after, upTo },
  );
}
