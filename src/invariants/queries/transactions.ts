// Transactions: their invariant queries.
import { WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { SUBMIT_JOB } from "../../domain/transaction/transaction.ts";
import { eventPerTransition, OPEN, type Query } from "./query.ts";

export const TRANSACTION_QUERIES: readonly Query[] = [
  ...eventPerTransition(
    "transaction",
    "broadcast",
    "transaction.broadcasted",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill'))`,
  ),
  ...eventPerTransition(
    "transaction",
    "confirm",
    "transaction.confirmed",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill'))`,
  ),
  ...eventPerTransition(
    "transaction",
    "fail",
    "transaction.failed",
    `(select 1 from transaction_record t where t.id = r.record_id and t.type <> 'settlement')`,
  ),
  {
    id: "I-43",
    sql: `select 'no job continues ' || t.type || ' ' || t.id || ', which is ' || t.status as what
          from transaction_record t where t.status in ('created', 'prepared', 'signed') and t.type not in ('deposit', 'settlement')
            and not exists (select 1 from agenda g where g.job = '${SUBMIT_JOB}' and g.ref = t.id)
            and not exists (select 1 from attempt a join attempt b on b.network = a.network and b.sender = a.sender
              join agenda g on g.job = '${WATCH_ATTEMPT_JOB}' and g.ref = cast(b.id as text)
              where a.subject = t.id and a.state in ('prepared', 'signed') and b.nonce <= a.nonce)
            and not exists (select 1 from transaction_record r where r.type = 'refill' and r.network = t.network
              and r.to_address = t.from_address and r.status in ${OPEN})
            and not exists (select 1 from event e where e.drained = 0)`,
  },
];
