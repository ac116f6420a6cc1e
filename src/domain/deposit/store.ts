// SQL of deposits.
import type { Database } from "../../db/database.ts";
import type { ListSql } from "../filter.ts";
import { readPage } from "../page.ts";
import type { PageOf, PageQuery } from "../pagination.ts";
import type { DepositBlock, DepositRow, Leg } from "./deposit.ts";
import type { DepositState } from "./machine.ts";

export function insertDeposit(db: Database, row: DepositRow): void {
  db.run(
    `insert into deposit (id, tenant_id, address_id, transaction_id, network, tx_hash, ordinal, asset, symbol, raw, usd,
       from_address, to_address, from_category, to_category, owner, uda_id, block_height, block_hash, block_time, state,
       created_at, confirmed_at)
     values (:id, :tenant_id, :address_id, :transaction_id, :network, :tx_hash, :ordinal, :asset, :symbol, :raw, :usd,
       :from_address, :to_address, :from_category, :to_category, :owner, :uda_id, :block_height, :block_hash,
       :block_time, :state, :created_at, :confirmed_at)`,
    row,
  );
}

/** The deposit with this identity, in any state. */
export function depositOfLeg(db: Database, leg: Leg): DepositRow | undefined {
  return db.get(
    `select * from deposit where network = :network and tx_hash = :txHash and ordinal = :ordinal and asset = :asset
       and to_address = :to and raw = :raw`,
    {
      network: leg.network,
      txHash: leg.txHash,
      ordinal: leg.ordinal,
      asset: leg.asset,
      to: leg.to,
      raw: leg.raw.toString(),
    },
  );
}

export function depositById(db: Database, id: string): DepositRow | undefined {
  return db.get("select * from deposit where id = :id", { id });
}

/** A tenant's deposit as the API shows it: not orphaned (K-3, H-02). */
export function visibleDeposit(db: Database, tenantId: string, id: string): DepositRow | undefined {
  return db.get("select * from deposit where id = :id and tenant_id = :tenantId and state <> 'orphaned'", {
    id,
    tenantId,
  });
}

/** The states that the API shows. */
function visible(confirmedOnly: boolean): string {
  return confirmedOnly ? "state = 'confirmed'" : "state <> 'orphaned'";
}

/** The latest leg of a transaction by block time, then id (H-27). */
export function latestOfTransaction(
  db: Database,
  tenantId: string,
  txHash: string,
  confirmedOnly = false,
): DepositRow | undefined {
  return db.get(
    `select * from deposit where tx_hash = :txHash and tenant_id = :tenantId and ${visible(confirmedOnly)}
     order by block_time desc, id desc limit 1`,
    { tenantId, txHash },
  );
}

/** Deposits not confirmed yet at or below a height, in block order. */
export function seenUpTo(db: Database, network: string, height: number): DepositRow[] {
  return db.all(
    `select * from deposit where network = :network and state = 'seen' and block_height <= :height
     order by block_height, id`,
    { network, height },
  );
}

/** Unconfirmed deposits at or above a height, which a reorg removes. */
export function seenFrom(db: Database, network: string, height: number): DepositRow[] {
  return db.all(
    `select * from deposit where network = :network and state = 'seen' and block_height >= :height
     order by block_height, id`,
    { network, height },
  );
}

export function updateDepositState(
  db: Database,
  id: string,
  from: DepositState,
  to: DepositState,
  confirmedAt: number | null,
): number {
  return db.run("update deposit set state = :to, confirmed_at = :confirmedAt where id = :id and state = :from", {
    id,
    from,
    to,
    confirmedAt,
  });
}

export function updateDepositBlock(db: Database, id: string, block: DepositBlock): void {
  db.run("update deposit set block_height = :height, block_hash = :hash, block_time = :timestamp where id = :id", {
    id,
    ...block,
  });
}

/** One page of a tenant's deposits, without orphaned ones (H-46). */
export function pageOfDeposits(
  db: Database,
  tenantId: string,
  list: ListSql,
  page: PageQuery,
  confirmedOnly = false,
): PageOf<DepositRow> {
  const from = `from deposit where tenant_id = :tenantId and ${visible(confirmedOnly)} and ${list.where}`;
  return readPage(db, { from, order: list.order, parameters: { ...list.parameters, tenantId } }, page);
}

/** Confirmed deposits at or above a height, which only a forced reorg removes. */
export function confirmedFrom(db: Database, network: string, height: number): { id: string }[] {
  return db.all(
    "select id from deposit where network = :network and state = 'confirmed' and block_height >= :height order by id",
    {
      network,
      height,
    },
  );
}

/** All deposits of an owner in every state, oldest first, at most `limit`. */
export function depositsOfOwner(db: Database, of: { tenantId: string; owner: string; limit: number }): DepositRow[] {
  return db.all("select * from deposit where tenant_id = :tenantId and owner = :owner order by id limit :limit", of);
}

/** The deposits of a transaction, of all tenants and including orphaned ones. */
export function depositsOfHash(db: Database, network: string, txHash: string, limit: number): DepositRow[] {
  return db.all("select * from deposit where tx_hash = :txHash and network = :network order by id limit :limit", {
    network,
    txHash,
    limit,
  });
}

/** A payment that is looked for; `to` and `asset` lower-case, `since` in virtual ms. */
export type WantedPayment = { network: string; owner: string; to: string; asset: string; raw: bigint; since: number };

/** True when the owner got exactly this amount at the address since then. */
export function isPaidSince(db: Database, { raw, ...wanted }: WantedPayment): boolean {
  const sql = `select 1 as found from deposit where owner = :owner and network = :network and to_address = :to and asset = :asset
               and raw = :raw and created_at >= :since and state <> 'orphaned' limit 1`;
  return db.get(sql, { ...wanted, raw: raw.toString() }) !== undefined;
}
