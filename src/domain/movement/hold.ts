// Reserving value for a payment that is not final yet (H-14, R-069, R-070).
import type { Database } from "../../db/database.ts";
import { assert, required } from "../../kernel/assert.ts";
import { available } from "./movement.ts";
import { balanceOf, closeHold, holdOf, insertHold, putBalance, updateHold } from "./store.ts";

/** `whole` reserves everything there is; how much that is in the end is measured later. */
export type NewHold = { transactionId: string; addressId: string; asset: string; raw: bigint; whole?: boolean };

/** Reserves `raw`; false when less than that is available, and then nothing is written. */
export function openHold(db: Database, hold: NewHold): boolean {
  const balance = balanceOf(db, hold.addressId, hold.asset);
  if (available(balance) < hold.raw) return false;
  insertHold(db, {
    transaction_id: hold.transactionId,
    address_id: hold.addressId,
    asset: hold.asset,
    raw: hold.raw.toString(),
    whole: hold.whole === true ? 1 : 0,
  });
  putBalance(db, hold.addressId, hold.asset, { ...balance, held: balance.held + hold.raw });
  return true;
}

/** Measures an open hold of everything anew. */
export function resizeHold(db: Database, transactionId: string, raw: bigint): void {
  const hold = required(holdOf(db, transactionId), "hold", { transactionId });
  assert(hold.whole === 1 && hold.state === "open", "only an open hold of everything is measured", { transactionId });
  const balance = balanceOf(db, hold.address_id, hold.asset);
  const held = balance.held - BigInt(hold.raw) + raw;
  assert(raw > 0n && held >= raw, "held holds at least this hold", { transactionId, held });
  updateHold(db, transactionId, raw);
  putBalance(db, hold.address_id, hold.asset, { ...balance, held });
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
