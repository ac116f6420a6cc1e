// SQL of gas stations. A gas station is an address row of category `gas_station`, one for each tenant and network (H-05).
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import type { ListSql } from "../filter.ts";
import { readPage } from "../page.ts";
import type { PageOf, PageQuery } from "../pagination.ts";

/** A tenant's gas station by lower-case address (H-70). */
export function gasStationByAddress(db: Database, tenantId: string, address: string): AddressRow | undefined {
  return db.get(
    "select * from address where address = :address and tenant_id = :tenantId and category = 'gas_station'",
    { address, tenantId },
  );
}

/** A tenant's gas station by its wallet id (H-71). */
export function gasStationById(db: Database, tenantId: string, id: string): AddressRow | undefined {
  return db.get("select * from address where id = :id and tenant_id = :tenantId and category = 'gas_station'", {
    id,
    tenantId,
  });
}

/** One page of a tenant's gas stations (H-72). */
export function pageOfGasStations(db: Database, tenantId: string, list: ListSql, page: PageQuery): PageOf<AddressRow> {
  const from = `from address where tenant_id = :tenantId and category = 'gas_station' and ${list.where}`;
  return readPage(db, { from, order: list.order, parameters: { ...list.parameters, tenantId } }, page);
}
