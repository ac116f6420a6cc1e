// SQL of movements, balances and holds.
import type { Database } from "../../db/database.ts";
import { type Balance, type MovementKind, type NewMovement, OPENING_SPENT, signedRaw } from "./movement.ts";

export function insertMovement(db: Database, movement: NewMovement, state: "pending" | "confirmed"): void {
  db.run(
    `insert into movement (address_id, network, asset, kind, raw, tx_hash, ordinal, block_height, state)
     values (:addressId, :network, :asset, :kind, :raw, :txHash, :ordinal, :height, :state)`,
    { ...movement, raw: movement.raw.toString(), state },
  );
}

/** True when the same movement was confirmed in an earlier block. */
export function isConfirmed(db: Database, { network, addressId, txHash, ordinal, kind }: NewMovement): boolean {
  const sql = `select 1 as found from movement where address_id = :addressId and network = :network
               and tx_hash = :txHash and ordinal = :ordinal and kind = :kind and state = 'confirmed' limit 1`;
  return db.get(sql, { addressId, network, txHash, ordinal, kind }) !== undefined;
}

export type PendingMovement = {
  id: number;
  address_id: string;
  network: string;
  tx_hash: string;
  asset: string;
  kind: MovementKind;
  raw: string;
  block_height: number;
  ordinal: number;
};

/** Movements of blocks at or below `height` that are not confirmed yet, in block order. */
export function pendingMovements(db: Database, network: string, height: number): PendingMovement[] {
  return db.all(
    `select id, address_id, network, tx_hash, asset, kind, raw, block_height, ordinal from movement
     where network = :network and state = 'pending' and block_height <= :height order by block_height, id`,
    { network, height },
  );
}

export function markConfirmed(db: Database, id: number): void {
  db.run("update movement set state = 'confirmed' where id = :id", { id });
}

/** A movement of one transaction that counts. */
export type CountedMovement = Pick<NewMovement, "addressId" | "asset" | "kind" | "ordinal"> & {
  raw: string;
  state: "pending" | "confirmed";
};

/** The movements of a transaction that count, corrections included; what was taken from the opening balance it did not move itself. */
export function countedMovements(db: Database, network: string, txHash: string): CountedMovement[] {
  return db.all(
    `select address_id as addressId, asset, kind, ordinal, raw, state from movement
     where tx_hash = :txHash and network = :network and state <> 'orphaned'
       and ordinal > ${OPENING_SPENT} order by id`,
    { network, txHash },
  );
}

/** Movements of removed blocks stop counting; confirmed ones only when the operator forced a deep reorg. */
export function markOrphaned(db: Database, network: string, fromHeight: number): number {
  return db.run(
    `update movement set state = 'orphaned'
     where network = :network and block_height >= :fromHeight and state = 'pending'`,
    { network, fromHeight },
  );
}

export function balanceOf(db: Database, addressId: string, asset: string): Balance {
  const row = db.get<{ confirmed: string; held: string }>(
    "select confirmed, held from balance where address_id = :addressId and asset = :asset",
    { addressId, asset },
  );
  return row === undefined ? { confirmed: 0n, held: 0n } : { confirmed: BigInt(row.confirmed), held: BigInt(row.held) };
}

export function putBalance(db: Database, addressId: string, asset: string, balance: Balance): void {
  db.run(
    `insert into balance (address_id, asset, confirmed, held) values (:addressId, :asset, :confirmed, :held)
     on conflict (address_id, asset) do update set confirmed = excluded.confirmed, held = excluded.held`,
    { addressId, asset, confirmed: balance.confirmed.toString(), held: balance.held.toString() },
  );
}

export type HoldRow = {
  transaction_id: string;
  address_id: string;
  asset: string;
  raw: string;
  state: "open" | "posted" | "voided";
  /** 1 when everything was reserved. */
  whole: 0 | 1;
};

export function insertHold(db: Database, hold: Omit<HoldRow, "state">): void {
  db.run(
    `insert into hold (transaction_id, address_id, asset, raw, state, whole)
     values (:transaction_id, :address_id, :asset, :raw, 'open', :whole)`,
    hold,
  );
}

export function holdOf(db: Database, transactionId: string): HoldRow | undefined {
  return db.get("select * from hold where transaction_id = :transactionId", { transactionId });
}

export function updateHold(db: Database, transactionId: string, raw: bigint): void {
  db.run("update hold set raw = :raw where transaction_id = :transactionId", { transactionId, raw: raw.toString() });
}

/** Closes an open hold; the row count says whether this call closed it. */
export function closeHold(db: Database, transactionId: string, state: "posted" | "voided"): number {
  return db.run("update hold set state = :state where transaction_id = :transactionId and state = 'open'", {
    transactionId,
    state,
  });
}

export type MovementRow = Omit<PendingMovement, "network"> & {
  state: "pending" | "confirmed" | "orphaned";
};

/** The newest movements of one asset at an address in one state: read through the index. */
export function newestMovements(
  db: Database,
  of: { addressId: string; asset: string; state: MovementRow["state"] },
  limit: number,
): MovementRow[] {
  return db.all(
    `select id, address_id, asset, kind, raw, block_height, tx_hash, ordinal, state from movement
     where address_id = :addressId and asset = :asset and state = :state order by id desc limit :limit`,
    { ...of, limit },
  );
}

/**
 * What the transactions of the current chain up to `height` moved at an address, in base units by asset. Coin that genesis or a
 * state change gave is not in it, nor are entries about the opening balance.
 */
export function movedUpTo(db: Database, network: string, addressId: string, height: number): Map<string, bigint> {
  const rows = db.all<{ asset: string; kind: MovementKind; raw: string }>(
    `select m.asset, m.kind, m.raw from movement m where m.address_id = :addressId and m.block_height <= :height
       and m.state <> 'orphaned' and m.tx_hash <> '' and m.ordinal > ${OPENING_SPENT} and exists (
         select 1 from chain_transaction c where c.network = :network and c.hash = m.tx_hash and c.state = 'mined')`,
    { network, addressId, height },
  );
  const sums = new Map<string, bigint>();
  for (const { asset, kind, raw } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + signedRaw(kind, raw));
  return sums;
}
