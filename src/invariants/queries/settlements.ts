// Settlements: their invariant queries.
import {
  changedIds,
  eventPerTransition,
  hasChangedReceipt,
  IS_FILL,
  type Query,
  sameTenant,
  WAS_MINED,
} from "./query.ts";

export const SETTLEMENT_QUERIES: readonly Query[] = [
  {
    id: "I-25",
    sql: `select 'settlement ' || s.id || ' is not that of a confirmed deposit to its address: ' || s.deposit_id as what
          from settlement s left join deposit d on d.id = s.deposit_id
          where s.id in ${changedIds("settlement")} and (d.id is null or d.state <> 'confirmed' or d.uda_id is not s.uda_id
            or d.raw <> s.source_raw or d.asset <> s.source_asset or d.network <> s.source_network or d.tx_hash <> s.source_tx_hash)`,
  },
  {
    id: "I-26",
    sql: `select 'settlement ' || subject || ' was filled ' || count(*) || ' times: ' || group_concat(hash, ', ') as what
          from attempt where ${IS_FILL} and ${WAS_MINED} and subject in ${changedIds("settlement")}
          group by subject having count(*) > 1`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is completed, and ' || s.destination_tx_hash || ' is no confirmed fill of it' as what
          from settlement s where s.id in ${changedIds("settlement")} and s.status = 'completed' and (s.destination_raw <> s.quoted_raw
            or not ${hasChangedReceipt("s.destination_network", "s.destination_tx_hash")}
            and not exists (select 1 from attempt a where a.purpose in ('fill', 'sweep') and a.subject = s.id
              and a.hash = s.destination_tx_hash and a.state = 'confirmed'))`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is ' || s.status || ', and ' || a.hash || ' has filled it' as what
          from settlement s join attempt a on a.purpose in ('fill', 'sweep') and a.subject = s.id
          where s.id in ${changedIds("settlement")} and s.status not in ('completed') and a.state = 'confirmed'
            and not ${hasChangedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-27",
    sql: `select 'settlement ' || s.id || ' is ' || s.status || ', and claim ' || c.id || ' takes its source amount' as what
          from settlement s join claim c on c.settlement_id = s.id
          where s.id in ${changedIds("settlement")} and s.status <> 'completed'`,
  },
  {
    id: "I-29",
    sql: `select 'settlement ' || s.id || ' began from the ' || a.purpose || ' ' || a.hash || ' of the platform' as what
          from settlement s join attempt a on a.network = s.source_network and a.hash = s.source_tx_hash
            left join transaction_record t on t.id = a.subject
          where s.id in ${changedIds("settlement")} and a.state <> 'void' and (a.purpose in ('refill', 'delegate')
            or (a.purpose = 'sweep' and a.subject in (select id from claim)) or t.type = 'internal_transfer')`,
  },
  ...eventPerTransition("settlement", "complete", "uda.settlement.completed"),
  ...eventPerTransition("settlement", "exhaust", "uda.settlement.failed"),
  {
    id: "I-30",
    sql: `select 'settlement ' || s.id || ' was accepted, and announced ' || (select count(*) from event e where e.resource_id = s.id
            and +e.type = 'uda.settlement.created' and e.test = 0) || ' times' as what
          from settlement s where s.id in ${changedIds("settlement")}
            and (select count(*) from event e where e.resource_id = s.id and +e.type = 'uda.settlement.created' and e.test = 0)
              <> (select count(distinct record_id) from history h where h.noun = 'settlement' and h.record_id = s.id and h.move = 'accept')`,
  },
  ...sameTenant("settlement", { uda: "uda_id", deposit: "deposit_id" }),
  {
    id: "I-43",
    sql: `select 'no work is planned for settlement ' || s.id || ', which is ' || s.status as what
          from settlement s where s.status in ('created', 'routing', 'retrying')
            and not exists (select 1 from agenda g where g.ref = s.id)
            and not exists (select 1 from event e where e.drained = 0)
            and not exists (select 1 from attempt a where a.subject = s.id and a.purpose in ('fill', 'sweep')
              and a.state in ('prepared', 'signed', 'sent', 'mined'))
            and not (s.provider = 'internal' and exists (select 1 from delegation l where l.uda_id = s.uda_id
              and l.network = s.source_network and l.state <> 'verified'))`,
  },
];
