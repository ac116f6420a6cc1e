// What a new payment may be promised: confirmed, less what is reserved, less what is on its way and has no hold (H-14, H-22).
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import { available } from "../movement/movement.ts";
import { balanceOf } from "../movement/store.ts";
import type { Asset } from "../network/network.ts";
import { type AttemptPurpose, gasCeiling, type UnsignedTransaction } from "./attempt.ts";
import { openAttempts } from "./store.ts";

/** The most an attempt can cost beyond what a hold reserves: its gas, and a refill's own coin, which has no hold. Wei. */
export function reserved(purpose: AttemptPurpose, plan: UnsignedTransaction): bigint {
  return gasCeiling(plan) + (purpose === "refill" ? BigInt(plan.value) : 0n);
}

/** Base units of the asset; below zero for a moment where gas turned out to be needed after the rest was reserved. */
export function spendable(db: Database, address: AddressRow, asset: Asset): bigint {
  const free = available(balanceOf(db, address.id, asset.key));
  if (!asset.native) return free;
  const earlier = openAttempts(db, address.network, address.address).map(({ purpose, plan }) =>
    reserved(purpose, JSON.parse(plan) as UnsignedTransaction),
  );
  return earlier.reduce((rest, wei) => rest - wei, free);
}
