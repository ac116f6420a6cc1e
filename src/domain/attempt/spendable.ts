// The amount available for a new payment: confirmed, less reservations, less pending costs without a hold (H-14, H-22).
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import { available } from "../movement/movement.ts";
import { balanceOf } from "../movement/store.ts";
import type { Asset } from "../network/network.ts";
import { type AttemptPurpose, gasCeiling, type UnsignedTransaction } from "./attempt.ts";
import { openAttempts } from "./store.ts";

/** The maximum cost of an attempt beyond its hold, in wei: its gas, and the amount of a refill, which has no hold. */
export function reserved(purpose: AttemptPurpose, plan: UnsignedTransaction): bigint {
  return gasCeiling(plan) + (purpose === "refill" ? BigInt(plan.value) : 0n);
}

/** Base units of the asset; below zero while gas is needed after everything else was reserved. */
export function spendable(db: Database, address: AddressRow, asset: Asset): bigint {
  const free = available(balanceOf(db, address.id, asset.key));
  if (!asset.native) return free;
  const earlier = openAttempts(db, address.network, address.address).map(({ purpose, plan }) =>
    reserved(purpose, JSON.parse(plan) as UnsignedTransaction),
  );
  return earlier.reduce((rest, wei) => rest - wei, free);
}
