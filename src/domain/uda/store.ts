// SQL of UDAs and their delegations.
import type { Database } from "../../db/database.ts";
import { readWindow } from "../page.ts";
import { type OrderedWindow, sortOfWindow } from "../pagination.ts";
import type { DelegationRow } from "./delegation.ts";
import type { UdaStatus } from "./machine.ts";
import type { UdaRow } from "./uda.ts";

export function insertUda(db: Database, row: UdaRow): void {
  db.run(
    `insert into uda (id, tenant_id, owner, status, address, derivation, destination_address, destination_network,
       destination_asset, accepted_tokens, created_at)
     values (:id, :tenant_id, :owner, :status, :address, :derivation, :destination_address, :destination_network,
       :destination_asset, :accepted_tokens, :created_at)`,
    row,
  );
}

/** The number of UDAs a tenant has ever had: the index of the next address. */
export function countUdas(db: Database, tenantId: string): number {
  return (
    db.get<{ count: number }>("select count(*) as count from uda where tenant_id = :tenantId", { tenantId })?.count ?? 0
  );
}

export function udaOfOwner(db: Database, tenantId: string, owner: string): UdaRow | undefined {
  return db.get("select * from uda where tenant_id = :tenantId and owner = :owner", { tenantId, owner });
}

/** A tenant's UDA; not found for another tenant (K-3). */
export function udaOfTenant(db: Database, tenantId: string, id: string): UdaRow | undefined {
  return db.get("select * from uda where id = :id and tenant_id = :tenantId", { id, tenantId });
}

export function udaById(db: Database, id: string): UdaRow | undefined {
  return db.get("select * from uda where id = :id", { id });
}

export function updateUdaStatus(db: Database, id: string, from: UdaStatus, to: UdaStatus): number {
  return db.run("update uda set status = :to where id = :id and status = :from", { id, from, to });
}

/** Writes destination and accepted tokens; everything else of a UDA is fixed (S-124). */
export function updateUdaTerms(db: Database, row: UdaRow): void {
  db.run(
    `update uda set destination_address = :destination_address, destination_network = :destination_network,
       destination_asset = :destination_asset, accepted_tokens = :accepted_tokens where id = :id`,
    {
      id: row.id,
      destination_address: row.destination_address,
      destination_network: row.destination_network,
      destination_asset: row.destination_asset,
      accepted_tokens: row.accepted_tokens,
    },
  );
}

export function putDelegation(db: Database, row: DelegationRow): void {
  db.run(
    `insert into delegation (uda_id, network, wanted, state, tries, tx_hash, error)
     values (:uda_id, :network, :wanted, :state, :tries, :tx_hash, :error)
     on conflict (uda_id, network) do update set wanted = excluded.wanted, state = excluded.state,
       tries = excluded.tries, tx_hash = excluded.tx_hash, error = excluded.error`,
    row,
  );
}

export function delegationOn(db: Database, udaId: string, network: string): DelegationRow | undefined {
  return db.get("select * from delegation where uda_id = :udaId and network = :network", { udaId, network });
}

export function delegationsOf(db: Database, udaId: string): DelegationRow[] {
  return db.all("select * from delegation where uda_id = :udaId order by network", { udaId });
}

/** Unfinished delegations of a tenant on a network. */
export function failedDelegations(db: Database, tenantId: string, network: string): DelegationRow[] {
  return db.all(
    `select delegation.* from delegation join uda on uda.id = delegation.uda_id
     where uda.tenant_id = :tenantId and delegation.network = :network and delegation.state = 'failed'
     order by delegation.uda_id`,
    { tenantId, network },
  );
}

/** Filters of a list of UDAs; null means any. Networks and assets by the names that rows use, addresses lower-case. */
export type UdaFilter = {
  owner: string | null;
  network: string | null;
  toAddress: string | null;
  asset: string | null;
  status: UdaStatus | null;
};

/** One page of a tenant's UDAs, newest first unless said otherwise (H-31, S-289). */
export function windowOfUdas(db: Database, tenantId: string, filter: UdaFilter, window: OrderedWindow): UdaRow[] {
  const from = `from uda where tenant_id = :tenantId
       and (:owner is null or owner = :owner)
       and (:network is null or destination_network = :network)
       and (:toAddress is null or destination_address = :toAddress)
       and (:asset is null or destination_asset = :asset)
       and (:status is null or status = :status)`;
  const listing = { from, order: sortOfWindow(window), parameters: { tenantId, ...filter } };
  return readWindow<UdaRow>(db, listing, window).rows;
}
