// SQL of unified transactions.
import type { Database } from "../../db/database.ts";
import type { ListSql } from "../filter.ts";
import { readPage } from "../page.ts";
import type { PageOf, PageQuery } from "../pagination.ts";
import type { TransactionStatus } from "./machine.ts";
import type { TransactionRow } from "./transaction.ts";

export function insertTransaction(db: Database, row: TransactionRow): void {
  db.run(
    `insert into transaction_record (id, tenant_id, owner, source_id, tx_hash, type, side, status, memo, meta, error,
       network, asset, symbol, raw, usd, fee_raw, block_height, from_address, to_address, from_category, to_category,
       from_address_id, created_at, prepared_at, signed_at, broadcasted_at, confirmed_at, failed_at, rejected_at,
       expired_at, updated_at)
     values (:id, :tenant_id, :owner, :source_id, :tx_hash, :type, :side, :status, :memo, :meta, :error,
       :network, :asset, :symbol, :raw, :usd, :fee_raw, :block_height, :from_address, :to_address, :from_category,
       :to_category, :from_address_id, :created_at, :prepared_at, :signed_at, :broadcasted_at, :confirmed_at,
       :failed_at, :rejected_at, :expired_at, :updated_at)`,
    row,
  );
}

export function transactionById(db: Database, id: string): TransactionRow | undefined {
  return db.get("select * from transaction_record where id = :id", { id });
}

/** A tenant's transaction; not found for another tenant (K-3). */
export function transactionOfTenant(db: Database, tenantId: string, id: string): TransactionRow | undefined {
  return db.get("select * from transaction_record where id = :id and tenant_id = :tenantId", { id, tenantId });
}

/** Writes what a transition changes, if the row is in `from`. */
export function updateTransaction(db: Database, from: TransactionStatus, row: TransactionRow): number {
  return db.run(
    `update transaction_record set status = :status, tx_hash = :tx_hash, meta = :meta, error = :error,
       fee_raw = :fee_raw, block_height = :block_height, prepared_at = :prepared_at, signed_at = :signed_at,
       broadcasted_at = :broadcasted_at, confirmed_at = :confirmed_at, failed_at = :failed_at,
       rejected_at = :rejected_at, expired_at = :expired_at, updated_at = :updated_at
     where id = :id and status = :from`,
    {
      id: row.id,
      from,
      status: row.status,
      tx_hash: row.tx_hash,
      meta: row.meta,
      error: row.error,
      fee_raw: row.fee_raw,
      block_height: row.block_height,
      prepared_at: row.prepared_at,
      signed_at: row.signed_at,
      broadcasted_at: row.broadcasted_at,
      confirmed_at: row.confirmed_at,
      failed_at: row.failed_at,
      rejected_at: row.rejected_at,
      expired_at: row.expired_at,
      updated_at: row.updated_at,
    },
  );
}

/** Writes block and gas fee of the mined transaction; null and "0" when a reorg removes it. */
export function updateInclusion(db: Database, id: string, txHash: string, height: number | null, feeRaw: bigint): void {
  db.run("update transaction_record set tx_hash = :txHash, block_height = :height, fee_raw = :fee where id = :id", {
    id,
    txHash,
    height,
    fee: feeRaw.toString(),
  });
}

/** Writes the amount of a maximum transfer, once it is known. */
export function updateAmount(db: Database, id: string, raw: bigint, usd: string): void {
  db.run("update transaction_record set raw = :raw, usd = :usd where id = :id", { id, raw: raw.toString(), usd });
}

/** The open unified transaction of a settlement. */
export function openSettlementTransaction(db: Database, settlementId: string): TransactionRow | undefined {
  return db.get(
    `select * from transaction_record where source_id = :settlementId and type = 'settlement' and status = 'broadcasted'
     order by id desc limit 1`,
    { settlementId },
  );
}

/** The open refill of an address: at most one at a time (H-22). */
export function openRefill(db: Database, network: string, toAddress: string): TransactionRow | undefined {
  return db.get(
    `select * from transaction_record where type = 'refill' and network = :network and to_address = :toAddress
       and status in ('created', 'prepared', 'signed', 'broadcasted') limit 1`,
    { network, toAddress },
  );
}

/** Payments that wait for their turn at an address, oldest first. */
export function createdAtAddress(db: Database, addressId: string): TransactionRow[] {
  return db.all(
    "select * from transaction_record where from_address_id = :addressId and status = 'created' order by created_at, id",
    { addressId },
  );
}

/** One page of a tenant's unified transactions (H-60). */
export function pageOfTransactions(
  db: Database,
  tenantId: string,
  list: ListSql,
  page: PageQuery,
): PageOf<TransactionRow> {
  const from = `from transaction_record where tenant_id = :tenantId and ${list.where}`;
  return readPage(db, { from, order: list.order, parameters: { ...list.parameters, tenantId } }, page);
}

/** The unified transactions with this hash on a network, of all tenants. */
export function transactionsOfHash(db: Database, network: string, txHash: string, limit: number): TransactionRow[] {
  const sql =
    "select * from transaction_record where tx_hash = :txHash and network = :network order by id limit :limit";
  return db.all(sql, { network, txHash, limit });
}

/** The newest unified transactions from or to a lower-case address, of all tenants. */
export function transactionsOfAddress(db: Database, network: string, address: string, limit: number): TransactionRow[] {
  const newest = (side: string): string =>
    `select * from (select * from transaction_record where ${side} = :address and network = :network
       order by id desc limit :limit)`;
  const sql = `${newest("from_address")} union ${newest("to_address")} order by id desc limit :limit`;
  return db.all(sql, { network, address, limit });
}
