// Watched addresses: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import type { Query } from "./query.ts";

export const ADDRESS_QUERIES: readonly Query[] = [
  {
    id: "I-30",
    sql: `select 'wallet ' || a.id || ' was assigned, and announced ' || coalesce(e.times, 0) || ' times' as what
          from address a left join (select resource_id, count(*) as times from event where type = 'address.assigned' and test = 0
            group by resource_id) e on e.resource_id = a.id
          where a.category = 'user' and coalesce(e.times, 0) <> 1`,
  },
];

export type WatchedRow = { id: string; network: string; address: string; category: string };

/** The next watched addresses by id, after a cursor. */
export function addressesAfter(db: Database, id: string, limit: number): WatchedRow[] {
  return db.all("select id, network, address, category from address where id > :id order by id limit :limit", {
    id,
    limit,
  });
}

export function watchedRow(db: Database, id: string): WatchedRow | undefined {
  return db.get("select id, network, address, category from address where id = :id", { id });
}

export function balancesOf(db: Database, addressId: string): { asset: string; confirmed: string; held: string }[] {
  return db.all("select asset, confirmed, held from balance where address_id = :addressId", { addressId });
}
