// SQL of watched addresses.
import type { Database } from "../../db/database.ts";
import type { AddressRow, WalletCategory } from "./address.ts";
import { insertOpening } from "./opening.ts";

/** From now on the address is watched: what it holds on the chain already is its opening balance (I-10). */
export function insertAddress(db: Database, row: AddressRow): void {
  db.run(
    `insert into address (id, tenant_id, network, address, category, owner, holder_id, derivation, created_at)
     values (:id, :tenant_id, :network, :address, :category, :owner, :holder_id, :derivation, :created_at)`,
    row,
  );
  insertOpening(db, row.id, row.network);
}

/** The watched address at (network, lower-case address), of any tenant. */
export function watchedAt(db: Database, network: string, address: string): AddressRow | undefined {
  return db.keptGet("select * from address where network = :network and address = :address", { network, address });
}

export function addressById(db: Database, id: string): AddressRow | undefined {
  return db.keptGet("select * from address where id = :id", { id });
}

/** The addresses of a vault or a UDA. */
export function addressesOfHolder(db: Database, holderId: string): AddressRow[] {
  return db.all("select * from address where holder_id = :holderId order by network", { holderId });
}

export function addressOfHolderOn(db: Database, holderId: string, network: string): AddressRow | undefined {
  return db.get("select * from address where holder_id = :holderId and network = :network", { holderId, network });
}

/** The gas-station wallet of a tenant on a network. */
export function gasStationOn(db: Database, tenantId: string, network: string): AddressRow | undefined {
  return db.get(
    `select * from address where tenant_id = :tenantId and category = 'gas_station' and network = :network
     order by id limit 1`,
    { tenantId, network },
  );
}

/** A tenant's address of a category by its lower-case text, on any network. */
export function tenantAddresses(db: Database, tenantId: string, address: string): AddressRow[] {
  return db.all("select * from address where address = :address and tenant_id = :tenantId order by created_at, id", {
    tenantId,
    address,
  });
}

/** The addresses of an owner on a network: wallets and UDA addresses. */
export function ownedOn(db: Database, tenantId: string, owner: string, network: string): AddressRow[] {
  return db.all(
    `select * from address where tenant_id = :tenantId and owner = :owner and network = :network
       and category in ('user', 'uda') order by created_at, id`,
    { tenantId, owner, network },
  );
}

/** True when some UDA, of any tenant, has this deposit address. */
export function isUdaAddress(db: Database, address: string): boolean {
  return db.get("select 1 as found from uda where address = :address", { address }) !== undefined;
}

/** The owner of a user or UDA wallet of the tenant at the address, else "" (H-10). */
export function ownerFor(db: Database, tenantId: string, network: string, address: string): string {
  const row = watchedAt(db, network, address);
  return row !== undefined && row.tenant_id === tenantId ? row.owner : "";
}

/** How `tenantId` sees the address on the network: one of its own roles, or external (H-08). */
export function categoryFor(db: Database, tenantId: string, network: string, address: string): WalletCategory {
  const row = watchedAt(db, network, address);
  return row !== undefined && row.tenant_id === tenantId ? row.category : "external";
}

/** The wallets and deposit addresses of customers with this lower-case text, on any network and of any tenant, by network. */
export function customerAddresses(db: Database, address: string): readonly AddressRow[] {
  return db.keptAll("select * from address where address = :address and category in ('user', 'uda') order by network", {
    address,
  });
}
