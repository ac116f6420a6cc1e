// What a transfer of everything sends: measured when it is taken up, gas of native coin left aside exactly.
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
 * The plan that is carried out: for a transfer of everything with the amount of this moment, which is written down, for
 * any other the same one. Undefined when gas takes all there is.
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
