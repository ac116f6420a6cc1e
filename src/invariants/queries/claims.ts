// Claims of source amounts, and the delegations they need: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { changedNumbers, hasChangedReceipt, isMined, type Query, type Window } from "./query.ts";

export const CLAIM_QUERIES: readonly Query[] = [
  {
    id: "I-43",
    sql: `select 'no work is planned for claim ' || c.id || ', which is ' || c.state as what
          from claim c where c.state in ('pending', 'sent') and not exists (select 1 from agenda g where g.ref = c.id)
            and not exists (select 1 from attempt a where a.subject = c.id and a.purpose = 'sweep'
              and a.state in ('prepared', 'signed', 'sent', 'mined'))
            and not exists (select 1 from delegation l where l.uda_id = c.uda_id and l.network = c.network
              and (l.state <> 'verified' or l.wanted <> 'delegated'))`,
  },
  {
    id: "I-43",
    sql: `select 'no work is planned for delegation ' || l.uda_id || '/' || l.network || ', which is ' || l.state as what
          from delegation l where l.state <> 'verified'
            and not exists (select 1 from agenda g where g.ref = l.uda_id || '/' || l.network)
            and not exists (select 1 from attempt a where a.purpose = 'delegate' and a.subject = l.uda_id || '/' || l.network
              and a.state in ('prepared', 'signed', 'sent', 'mined'))`,
  },
];

/** A confirmed sweep of a settlement's source amount. `payments` is JSON: the transfers that it had to make. */
export type SweptClaim = {
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
  /** 1 when an incident names its changed receipt. */
  changed: number;
};

export function sweptClaims(db: Database, { after, upTo }: Window): SweptClaim[] {
  // `+purpose` keeps SQLite from reading every sweep of the world.
  return db.all(
    `select k.id, k.settlement_id, k.network, k.asset, k.tx_hash as hash, k.payments, s.source_address, s.source_raw, s.fee_platform,
       ${isMined("k.network", "k.tx_hash")} as stands, ${hasChangedReceipt("k.network", "k.tx_hash")} as changed
     from claim k join settlement s on s.id = k.settlement_id where k.state = 'confirmed'
       and k.id in (select subject from attempt where +purpose = 'sweep' and id in ${changedNumbers("attempt")})`,
    { after, upTo },
  );
}
