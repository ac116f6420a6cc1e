// Events: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import type { Query, Window } from "./query.ts";

export const EVENT_QUERIES: readonly Query[] = [
  {
    id: "I-30",
    sql: `select 'event ' || e.id || ' of the type ' || e.type || ' is about ' || e.resource_id || ', which did nothing at its time' as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.type <> 'balance.updated'
            and e.type <> 'address.assigned' and e.test = 0 and not exists (select 1 from history h
              where h.noun = case when e.type like 'uda.%' then 'settlement' when e.type like 'deposit.%' then 'deposit' else 'transaction' end
                and h.record_id = e.resource_id and h.at = e.time)`,
  },
  {
    id: "I-32",
    sql: `select 'the body of event ' || e.id || ' names ' || coalesce(json_extract(e.body, '$.id'), 'nothing') as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.drained = 1
            and (e.body is null or json_extract(e.body, '$.id') is not e.id or json_extract(e.body, '$.type') is not e.type
              or json_extract(coalesce(e.sent, e.body), '$.id') is not e.id or json_extract(coalesce(e.sent, e.body), '$.type') is not e.type)`,
  },
  {
    id: "I-35",
    sql: `select 'event ' || e.sequence || ' is older than the one before it' as what
          from event e join event p on p.sequence = (select max(sequence) from event where sequence < e.sequence)
          where e.sequence > :eventAfter and e.sequence <= :eventUpTo and (p.time > e.time or (p.time = e.time and p.micros > e.micros))`,
  },
  {
    id: "I-40",
    sql: `select 'event ' || e.id || ' is for ' || e.tenant_id || ' and about ' || e.resource_id || ', which belongs to another tenant' as what
          from event e where e.sequence > :eventAfter and e.sequence <= :eventUpTo and e.test = 0 and e.tenant_id <> coalesce(
            (select tenant_id from deposit where id = e.resource_id), (select tenant_id from transaction_record where id = e.resource_id),
            (select tenant_id from settlement where id = e.resource_id), (select tenant_id from address where id = e.resource_id),
            e.tenant_id)`,
  },
];

export function eventBodies(db: Database, { eventAfter, eventUpTo }: Window): { id: string; body: string }[] {
  const sql = `select id, body from event
    where sequence > :eventAfter and sequence <= :eventUpTo and drained = 1 and test = 0 and body is not null`;
  return db.all(sql, { eventAfter, eventUpTo });
}

/** The immutable columns of events, in order of sequence. */
export function eventTexts(db: Database, after: number, upTo: number): { text: string }[] {
  return db.all(
    `select sequence || '|' || id || '|' || tenant_id || '|' || type || '|' || resource_id || '|' || body || coalesce('|' || sent, '') as text
     from event where sequence > :after and sequence <= :upTo order by sequence`,
    { after, upTo },
  );
}

/** The sequence of the newest processed event; all events before it are processed too. */
export function announcedUpTo(db: Database): number {
  const sql = "select sequence from event where drained = 1 order by sequence desc limit 1";
  return db.get<{ sequence: number }>(sql)?.sequence ?? 0;
}
