// Holds (reservations of open payments): their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { changedIds, OPEN, OUTGOING, type Query } from "./query.ts";

export const HOLD_QUERIES: readonly Query[] = [
  {
    id: "I-09",
    sql: `select 'transaction ' || t.id || ' is ' || t.status || ', and its hold is ' || coalesce(h.state, 'missing') as what
          from transaction_record t left join hold h on h.transaction_id = t.id
          where t.type in ${OUTGOING} and t.id in ${changedIds("transaction")}
            and (h.state is null or (h.state = 'open') <> (t.status in ${OPEN}) or (h.state = 'posted') <> (t.status = 'confirmed'))`,
  },
  {
    id: "I-09",
    sql: `select 'transaction ' || t.id || ' moves ' || t.raw || ' ' || t.asset || ', and its hold reserves ' || h.raw || ' '
            || h.asset as what
          from transaction_record t join hold h on h.transaction_id = t.id
          where t.id in ${changedIds("transaction")} and (t.asset <> h.asset or t.from_address_id <> h.address_id
            or (t.raw <> h.raw and not (h.whole = 1 and t.status = 'created')))`,
  },
  {
    id: "I-09",
    sql: `select 'the hold of ' || h.transaction_id || ' belongs to no payment' as what
          from hold h left join transaction_record t on t.id = h.transaction_id where h.state = 'open' and t.id is null`,
  },
];

/** `unmeasured`: 1 for a reservation of the maximum amount, which is determined when the transaction is built. */
export function openHoldsOf(db: Database, addressId: string): { asset: string; raw: string; unmeasured: number }[] {
  return db.all(
    `select h.asset, h.raw, (h.whole = 1 and t.status = 'created') as unmeasured from hold h
       left join transaction_record t on t.id = h.transaction_id where h.address_id = :addressId and h.state = 'open'`,
    { addressId },
  );
}
