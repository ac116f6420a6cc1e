// SQL of opening balances: what an address held on the chain before it was assigned (I-10).
import type { Database } from "../../db/database.ts";

/** The records know what came after block `height`; `address` is lower-case. */
export type UnreadOpening = { id: string; network: string; address: string; height: number };

/** Marks the network's head as the last block before the assignment of an address; nothing when the chain has no block yet. */
export function insertOpening(db: Database, addressId: string, network: string): void {
  db.run(
    `insert into opening (address_id, network, height, is_read)
     select :addressId, network, max(height), 0 from chain_tail where network = :network group by network`,
    { addressId, network },
  );
}

/** Openings whose balances were not read from the chain yet. */
export function unreadOpenings(db: Database, limit: number): readonly UnreadOpening[] {
  return db.keptAll(
    `select o.address_id as id, o.network, a.address, o.height from opening o join address a on a.id = o.address_id
     where o.is_read = 0 order by o.network, o.address_id limit :limit`,
    { limit },
  );
}

/** Addresses (lower-case) of a network whose opening balances were not read yet. */
export function unreadAddresses(db: Database, network: string): string[] {
  const sql = `select a.address from opening o join address a on a.id = o.address_id
               where o.network = :network and o.is_read = 0`;
  return db.keptAll<{ address: string }>(sql, { network }).map(({ address }) => address);
}

/** By address (lower-case), the last block before its assignment, of the addresses that were assigned after block `height` or later. */
export function assignedAfter(db: Database, network: string, height: number): Map<string, number> {
  const sql = `select a.address, o.height from opening o join address a on a.id = o.address_id
               where o.network = :network and o.height >= :height`;
  const rows = db.all<{ address: string; height: number }>(sql, { network, height });
  return new Map(rows.map((row) => [row.address, row.height]));
}

/** Stores what was read; amounts in base units by asset key. */
export function storeOpening(db: Database, addressId: string, balances: ReadonlyMap<string, bigint>): void {
  db.run("delete from opening_balance where address_id = :addressId", { addressId });
  for (const [asset, raw] of balances)
    if (raw !== 0n)
      db.run("insert into opening_balance (address_id, asset, raw, sign) values (:addressId, :asset, :raw, :sign)", {
        ...{ addressId, asset, raw: (raw < 0n ? -raw : raw).toString(), sign: raw < 0n ? -1 : 1 },
      });
  db.run("update opening set is_read = 1 where address_id = :addressId", { addressId });
}

/** True for an address that may have held something before its assignment, whether that was read already or not. */
export function hasOpening(db: Database, addressId: string): boolean {
  return db.get("select 1 as found from opening where address_id = :addressId", { addressId }) !== undefined;
}

/** A reorg removed blocks from `fromHeight` up: what their successors bring to an address is read in as new. */
export function lowerOpenings(db: Database, network: string, fromHeight: number): void {
  db.run(`update opening set height = :height, is_read = 0 where network = :network and height >= :fromHeight`, {
    network,
    fromHeight,
    height: fromHeight - 1,
  });
}

/** Undefined while it is not read; else base units by asset key, without zeros. */
export function openingOf(db: Database, addressId: string): ReadonlyMap<string, bigint> | undefined {
  const unread = "select 1 as unread from opening where address_id = :addressId and is_read = 0";
  if (db.get(unread, { addressId }) !== undefined) return undefined;
  const sql = "select asset, raw, sign from opening_balance where address_id = :addressId";
  return new Map(
    db
      .all<{ asset: string; raw: string; sign: number }>(sql, { addressId })
      .map(({ asset, raw, sign }) => [asset, BigInt(raw) * BigInt(sign)]),
  );
}

/** Wei that state changes without a transaction gave to an address (lower-case) up to a block, less what they took. */
export function givenUpTo(db: Database, network: string, address: string, height: number): bigint {
  const rows = db.all<{ amount: string }>(
    `select json_extract(detail, '$.amount') as amount from chain_act
     where network = :network and height <= :height and kind = 'give' and lower(address) = :address`,
    { network, height, address },
  );
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
