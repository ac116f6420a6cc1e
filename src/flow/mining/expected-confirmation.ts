// Whether the block of a waiting transaction will owe a confirmation block: then both are mined in one crossing to the engine.
import type { Hex, TransactionCall } from "../../chains/chain.ts";
import { transferReceiver } from "../../chains/token.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { attemptOf } from "../../domain/attempt/store.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { faultsAt } from "../../faults/store.ts";

/**
 * True when the block owes one by the rules of `MiningSchedule.mined`, as far as the transaction says before it runs: with a frozen clock
 * each does, else those that pay an address of ours in coin or in a known token, and those of the platform. One that then moves
 * nothing (it reverts) gets its confirmation block all the same. One of the platform is not known without its sender: its confirmation
 * block is mined after it. A fault at `chain.mine` counts blocks one by one.
 */
export function owesConfirmation(world: World, network: string, transaction: TransactionCall): boolean {
  const { mining, confirmations } = settingOf(world, network);
  if (mining !== "instant" || confirmations < 2 || faultsAt(world.db, "chain.mine").length > 0) return false;
  if (world.clock.mode === "frozen") return true;
  const { hash, sender, to, input } = transaction;
  const attempt = sender === undefined ? undefined : attemptOf(world.db, network, { hash, from: sender.toLowerCase() });
  if (attempt !== undefined) return true;
  return watchedAt(world.db, network, receiverOf(world, network, to, input)) !== undefined;
}

function receiverOf(world: World, network: string, to: Hex | null, input: Hex): string {
  const called = to?.toLowerCase() ?? "";
  const paid = transferReceiver(input);
  return paid === undefined || world.catalogue.findAsset(network, called) === undefined ? called : paid;
}
