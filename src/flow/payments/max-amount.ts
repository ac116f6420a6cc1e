// Transfers of the maximum amount: measured when they are claimed, minus the exact gas for native coin.
import { encodeTransfer } from "../../chains/token.ts";
import type { AddressRow } from "../../domain/address/address.ts";
import { gasCeiling, type UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { spendable } from "../../domain/attempt/spendable.ts";
import { holdOf } from "../../domain/movement/store.ts";
import type { TransactionRow } from "../../domain/transaction/transaction.ts";
import { measureTransfer } from "../../domain/transfer/measure.ts";
import type { World } from "../../domain/world.ts";
import { withMaxAmount } from "../attempts/build-transaction.ts";

/**
 * The transaction to sign: for a transfer of everything with the amount available now, which is stored; for any other
 * transfer unchanged. Undefined when gas would take the whole balance.
 */
export function withMeasuredGas(
  world: World,
  row: TransactionRow,
  sender: AddressRow,
  plan: UnsignedTransaction,
): UnsignedTransaction | undefined {
  const hold = holdOf(world.db, row.id);
  if (hold?.whole !== 1) return plan;
  const asset = world.catalogue.asset(row.network, row.asset);
  const all = spendable(world.db, sender, asset) + BigInt(hold.raw);
  const raw = asset.native ? all - gasCeiling(plan) : all;
  if (raw <= 0n) return undefined;
  measureTransfer(world, row.id, raw);
  return asset.native ? withMaxAmount(plan, all) : { ...plan, data: encodeTransfer(row.to_address, raw) };
}
