// SQL of user wallets and their pools. A wallet is an address row of category `user`.
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import type { ListSql } from "../filter.ts";
import { readPage } from "../page.ts";
import type { PageOf, PageQuery } from "../pagination.ts";

/** Takes the next index of the pool; undefined, and no change, when none is left. */
export function takeFromPool(db: Database, tenantId: string, network: string): number | undefined {
  return db.get<{ taken: number }>(
    `update wallet_pool set next_index = next_index + 1, remaining = remaining - 1
     where tenant_id = :tenantId and network = :network and remaining > 0 returning next_index - 1 as taken`,
    { tenantId, network },
  )?.taken;
}

export function putPool(db: Database, tenantId: string, network: string, remaining: number): void {
  db.run(
    `insert into wallet_pool (tenant_id, network, next_index, remaining) values (:tenantId, :network, 0, :remaining)
     on conflict (tenant_id, network) do update set remaining = excluded.remaining`,
    { tenantId, network, remaining },
  );
}

/** How many wallets a tenant can still assign, by network. */
export function poolsOf(db: Database, tenantId: string): { network: string; remaining: number }[] {
  return db.all("select network, remaining from wallet_pool where tenant_id = :tenantId order by network", {
    tenantId,
  });
}

/** A tenant's user wallet by lower-case address (H-42). */
export function walletByAddress(db: Database, tenantId: string, address: string): AddressRow | undefined {
  return db.get(
    `select * from address where address = :address and tenant_id = :tenantId and category = 'user'
     order by created_at, id limit 1`,
    { tenantId, address },
  );
}

/** A tenant's user wallet by its id (H-58). */
export function walletById(db: Database, tenantId: string, id: string): AddressRow | undefined {
  return db.get("select * from address where id = :id and tenant_id = :tenantId and category = 'user'", {
    id,
    tenantId,
  });
}

/** One page of the wallets of an owner (H-41), or of all owners (H-59). */
export function pageOfWallets(
  db: Database,
  of: { tenantId: string; owner?: string },
  list: ListSql,
  page: PageQuery,
): PageOf<AddressRow> {
  const owned = of.owner === undefined ? "" : "and owner = :owner";
  const from = `from address where tenant_id = :tenantId and category = 'user' ${owned} and ${list.where}`;
  return readPage(db, { from, order: list.order, parameters: { ...list.parameters, ...of } }, page);
}
