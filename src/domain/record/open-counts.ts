// How many records are open or went wrong: each is counted through an index that holds only these.
import type { Database } from "../../db/database.ts";
import { required } from "../../kernel/assert.ts";

export type OpenCounts = {
  deliveries_due: number;
  deliveries_dead: number;
  payouts_open: number;
  settlements_open: number;
  deposits_seen: number;
};

/** Of all tenants. The conditions are those of the indexes, word for word: else SQLite would read the tables. */
export function openCounts(db: Database): OpenCounts {
  const row = db.keptGet<OpenCounts>(
    `select
       (select count(*) from delivery where state in ('due', 'sending')) as deliveries_due,
       (select count(*) from delivery where state = 'dead') as deliveries_dead,
       (select count(*) from payout where status in ('queued', 'processing')) as payouts_open,
       (select count(*) from settlement where status in ('created', 'routing', 'retrying')) as settlements_open,
       (select count(*) from deposit where state = 'seen') as deposits_seen`,
  );
  return required(row, "a row of counts");
}
