// SQL of payouts.
import type { Database } from "../../db/database.ts";
import type { ListSql } from "../filter.ts";
import { readPage } from "../page.ts";
import type { PageOf, PageQuery } from "../pagination.ts";
import type { PayoutStatus } from "./machine.ts";
import type { PayoutRow } from "./payout.ts";

export function insertPayout(db: Database, row: PayoutRow): void {
  db.run(
    `insert into payout (id, tenant_id, vault_id, address_id, transaction_id, network, asset, symbol, raw, amount,
       usd_amount, rate, to_address, reference_id, remark, status, tx_hash, error, created_at, confirmed_at, expires_at)
     values (:id, :tenant_id, :vault_id, :address_id, :transaction_id, :network, :asset, :symbol, :raw, :amount,
       :usd_amount, :rate, :to_address, :reference_id, :remark, :status, :tx_hash, :error, :created_at, :confirmed_at,
       :expires_at)`,
    row,
  );
}

export function payoutById(db: Database, id: string): PayoutRow | undefined {
  return db.get("select * from payout where id = :id", { id });
}

/** A tenant's payout; not found for another tenant (K-3). */
export function payoutOfTenant(db: Database, tenantId: string, id: string): PayoutRow | undefined {
  return db.get("select * from payout where id = :id and tenant_id = :tenantId", { id, tenantId });
}

export function payoutByReference(db: Database, vaultId: string, referenceId: string): PayoutRow | undefined {
  return db.get("select * from payout where vault_id = :vaultId and reference_id = :referenceId", {
    vaultId,
    referenceId,
  });
}

/** Queued payouts of an address, oldest first (queue order). */
export function queuedAt(db: Database, addressId: string): PayoutRow[] {
  return db.all("select * from payout where address_id = :addressId and status = 'queued' order by created_at, id", {
    addressId,
  });
}

/** One page of a tenant's payouts (H-68). */
export function pageOfPayouts(db: Database, tenantId: string, list: ListSql, page: PageQuery): PageOf<PayoutRow> {
  const from = `from payout where tenant_id = :tenantId and ${list.where}`;
  return readPage(db, { from, order: list.order, parameters: { ...list.parameters, tenantId } }, page);
}

/** One page of the queued payouts of a vault, oldest first (H-37). */
export function pageOfPending(db: Database, vaultId: string, page: PageQuery): PageOf<PayoutRow> {
  const from = "from payout where vault_id = :vaultId and status = 'queued'";
  return readPage(db, { from, order: "created_at asc, id asc", parameters: { vaultId } }, page);
}

/** Writes what a transition changes, if the row is in `from`. */
export function updatePayout(db: Database, from: PayoutStatus, row: PayoutRow): number {
  return db.run(
    `update payout set status = :status, tx_hash = :tx_hash, error = :error, confirmed_at = :confirmed_at
     where id = :id and status = :from`,
    { id: row.id, from, status: row.status, tx_hash: row.tx_hash, error: row.error, confirmed_at: row.confirmed_at },
  );
}

export function updatePayoutHash(db: Database, id: string, txHash: string): void {
  db.run("update payout set tx_hash = :txHash where id = :id", { id, txHash });
}

/** Payouts of a tenant that are newer than the one with the id `after` ("" = all), oldest first: ids are in order of creation. */
export function payoutsAfter(db: Database, of: { tenantId: string; after: string; limit: number }): PayoutRow[] {
  return db.all("select * from payout where id > :after and tenant_id = :tenantId order by id limit :limit", of);
}

/** The id of the newest payout of all tenants; "" before the first. */
export function newestPayout(db: Database): string {
  return db.get<{ id: string }>("select id from payout order by id desc limit 1")?.id ?? "";
}
