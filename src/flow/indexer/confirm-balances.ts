// Confirms movements up to a height: their balances change, with an event for each, and work that waited for gas is retried.
import { announceBalance } from "../../domain/movement/balance-event.ts";
import { confirmMovements } from "../../domain/movement/record.ts";
import type { World } from "../../domain/world.ts";
import { retryOnGas } from "../payments/retry-on-gas.ts";

/** Inside a transaction; `height` is the highest confirmed block. */
export function confirmBalances(world: World, network: string, height: number): void {
  for (const change of confirmMovements(world.db, network, height)) {
    announceBalance(world, change);
    retryOnGas(world, change);
  }
}
