// Holds: reservations of value for payments that are not final yet (H-14, R-069, R-070).
import type { Database } from "../../db/database.ts";
import { assert, required } from "../../kernel/assert.ts";
import { available } from "./movement.ts";
import { balanceOf, closeHold, holdOf, insertHold, putBalance, updateHold } from "./store.ts";

/** `whole` reserves the available maximum; the final amount is set when the transaction is built. */
export type NewHold = { transactionId: string; addressId: string; asset: string; raw: bigint; whole?: boolean };

/** Reserves `raw`; false, and no change, when less is available. */
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

/** Sets the amount of an open hold of the maximum. */
export function resizeHold(db: Database, transactionId: string, raw: bigint): void {
  const hold = required(holdOf(db, transactionId), "hold", { transactionId });
  assert(hold.whole === 1 && hold.state === "open", "only an open hold of the maximum is measured", { transactionId });
  const balance = balanceOf(db, hold.address_id, hold.asset);
  const held = balance.held - BigInt(hold.raw) + raw;
  assert(raw > 0n && held >= raw, "held holds at least this hold", { transactionId, held });
  updateHold(db, transactionId, raw);
  putBalance(db, hold.address_id, hold.asset, { ...balance, held });
}

/** Ends the reservation of a transaction: `posted` when the value left, `voided` when it never will leave. */
export function resolveHold(db: Database, transactionId: string, outcome: "posted" | "voided"): void {
  const hold = holdOf(db, transactionId);
  if (hold === undefined) return;
  assert(closeHold(db, transactionId, outcome) === 1, "a hold is resolved once", { transactionId, outcome });
  const balance = balanceOf(db, hold.address_id, hold.asset);
  const held = balance.held - BigInt(hold.raw);
  assert(held >= 0n, "held never falls below zero", { transactionId, held });
  putBalance(db, hold.address_id, hold.asset, { ...balance, held });
}
