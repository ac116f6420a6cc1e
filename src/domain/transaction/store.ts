// SQL of unified transactions.
import type { Database } from "../../db/database.ts";
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

/** A tenant's transaction; another tenant's is as unknown as a missing one (K-3). */
export function transactionOfTenant(db: Database, tenantId: string, id: string): TransactionRow | undefined {
  return db.get("select * from transaction_record where id = :id and tenant_id = :tenantId", { id, tenantId });
}

/** Everything a move may change, written only when the row still is in `from`. */
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

/** Where the transaction was mined and what it cost, learned from its block; also its undoing by a reorg (null, "0"). */
export function updateInclusion(db: Database, id: string, txHash: string, height: number | null, feeRaw: bigint): void {
  db.run("update transaction_record set tx_hash = :txHash, block_height = :height, fee_raw = :fee where id = :id", {
    id,
    txHash,
    height,
    fee: feeRaw.toString(),
  });
}
