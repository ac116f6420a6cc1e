// Reserving value for a payment that is not final yet (H-14, R-069, R-070).
import type { Database } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { available } from "./movement.ts";
import { balanceOf, closeHold, holdOf, insertHold, putBalance } from "./store.ts";

export type NewHold = { transactionId: string; addressId: string; asset: string; raw: bigint };

/** Reserves `raw`; false when less than that is available, and then nothing is written. */
export function openHold(db: Database, hold: NewHold): boolean {
  const balance = balanceOf(db, hold.addressId, hold.asset);
  if (available(balance) < hold.raw) return false;
  insertHold(db, {
    transaction_id: hold.transactionId,
    address_id: hold.addressId,
    asset: hold.asset,
    raw: hold.raw.toString(),
  });
  putBalance(db, hold.addressId, hold.asset, { ...balance, held: balance.held + hold.raw });
  return true;
}

/** Ends the reservation of a transaction: `posted` when the value left, `voided` when it never will. */
export function resolveHold(db: Database, transactionId: string, outcome: "posted" | "voided"): void {
  const hold = holdOf(db, transactionId);
  if (hold === undefined) return;
  assert(closeHold(db, transactionId, outcome) === 1, "a hold is resolved once", { transactionId, outcome });
  const balance = balanceOf(db, hold.address_id, hold.asset);
  const held = balance.held - BigInt(hold.raw);
  assert(held >= 0n, "held never falls below zero", { transactionId, held });
  putBalance(db, hold.address_id, hold.asset, { ...balance, held });
}
