// Payouts: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import {
  changedIds,
  hasChangedReceipt,
  isMined,
  OPEN,
  type Query,
  type ReportedPayment,
  sameTenant,
  WAS_MINED,
  type Window,
  wasMined,
} from "./query.ts";

export const PAYOUT_QUERIES: readonly Query[] = [
  {
    id: "I-09",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ' over ' || p.raw || ', and its transaction is '
            || coalesce(t.status || ' over ' || t.raw, 'missing') as what
          from payout p left join transaction_record t on t.id = p.transaction_id
          where p.id in ${changedIds("payout")} and (t.id is null or t.raw <> p.raw or t.source_id <> p.id
            or (p.status in ('queued', 'processing')) <> (t.status in ${OPEN}) or (p.status = 'confirmed') <> (t.status = 'confirmed'))`,
  },
  {
    id: "I-19",
    sql: `select 'payout transaction ' || subject || ' was paid ' || count(*) || ' times: ' || group_concat(hash, ', ') as what
          from attempt where purpose = 'payout' and ${WAS_MINED} and subject in ${changedIds("transaction")}
          group by subject having count(*) > 1`,
  },
  {
    id: "I-20",
    sql: `select 'payout ' || p.id || ' is confirmed, and no confirmed attempt is its transaction ' || p.tx_hash as what
          from payout p where p.id in ${changedIds("payout")} and p.status = 'confirmed' and not exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.hash = p.tx_hash
              and a.state = 'confirmed' and a.kind <> 'cancel')
            and not ${hasChangedReceipt("p.network", "p.tx_hash")}`,
  },
  {
    id: "I-20",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' of it is confirmed' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${changedIds("payout")} and p.status <> 'confirmed' and a.state = 'confirmed' and a.kind <> 'cancel'
            and not ${hasChangedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-21",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' has paid it' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${changedIds("payout")} and p.status in ('failed', 'expired') and ${wasMined("a")}
            and not ${hasChangedReceipt("a.network", "a.hash")}`,
  },
  {
    id: "I-21",
    sql: `select 'payout ' || p.id || ' is ' || p.status || ', and attempt ' || a.hash || ' at nonce ' || a.nonce || ' of '
            || a.sender || ' can still be mined' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${changedIds("payout")} and p.status in ('failed', 'expired') and a.state in ('signed', 'sent', 'lost')
            and not exists (select 1 from attempt b where b.network = a.network and b.sender = a.sender and b.nonce = a.nonce
              and b.state in ('mined', 'confirmed', 'failed'))
            and not exists (select 1 from incident i where i.kind = 'foreign-nonce'
              and i.ref = a.network || ':' || a.sender || ':' || a.nonce)`,
  },
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' was sent, and has no tx_id' as what
          from payout p where p.id in ${changedIds("payout")} and p.tx_hash = '' and exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.kind <> 'cancel'
              and a.state in ('sent', 'mined', 'confirmed', 'failed'))`,
  },
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' has tx_id ' || p.tx_hash || ', which is none of its attempts' as what
          from payout p where p.id in ${changedIds("payout")} and p.tx_hash <> '' and not exists (
            select 1 from attempt a where a.purpose = 'payout' and a.subject = p.transaction_id and a.hash = p.tx_hash and a.sends > 0)`,
  },
  {
    id: "I-24",
    sql: `select 'payout ' || p.id || ' has tx_id ' || p.tx_hash || ', and ' || a.hash || ' was mined' as what
          from payout p join attempt a on a.purpose = 'payout' and a.subject = p.transaction_id
          where p.id in ${changedIds("payout")} and a.kind <> 'cancel' and a.state in ('mined', 'confirmed', 'failed') and a.hash <> p.tx_hash`,
  },
  ...sameTenant("payout", { vault: "vault_id", address: "address_id", transaction_record: "transaction_id" }),
];

export function confirmedPayouts(db: Database, { after, upTo }: Window): ReportedPayment[] {
  return db.all(
    `select p.id, p.network, p.tx_hash as hash, p.asset, p.to_address, p.raw, ${isMined("p.network", "p.tx_hash")} as stands,
       ${hasChangedReceipt("p.network", "p.tx_hash")} as changed
     from payout p where p.status = 'confirmed' and p.id in ${changedIds("payout")}`,
    { after, upTo },
  );
}
