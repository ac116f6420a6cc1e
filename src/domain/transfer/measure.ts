// Sets the amount of a maximum transfer: when it is built, and again when another attempt of it is mined.
import { required } from "../../kernel/assert.ts";
import { resizeHold } from "../movement/hold.ts";
import { usdOf } from "../network/price.ts";
import { transactionById, updateAmount } from "../transaction/store.ts";
import type { World } from "../world.ts";

/** Writes the amount in base units to the record and its reservation, so that both always agree (I-09). */
export function measureTransfer(world: World, transactionId: string, raw: bigint): void {
  const row = required(transactionById(world.db, transactionId), "transaction", { transactionId });
  if (BigInt(row.raw) === raw) return;
  resizeHold(world.db, row.id, raw);
  updateAmount(world.db, row.id, raw, usdOf(world.db, world.catalogue.asset(row.network, row.asset), raw));
}
