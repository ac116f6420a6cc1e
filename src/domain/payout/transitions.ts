// Applies transitions of a payout (H-22); the caller updates the unified transaction and the hold in the same transaction.
import { required } from "../../kernel/assert.ts";
import { unschedule } from "../agenda.ts";
import { move } from "../apply-transition.ts";
import type { World } from "../world.ts";
import { type PayoutMove, payoutMachine } from "./machine.ts";
import { EXPIRE_PAYOUT_JOB, type PayoutRow } from "./payout.ts";
import { payoutById, updatePayout } from "./store.ts";

/** Applies a transition to the payout `id`; returns the new row. A terminal one has no expiry any more. */
export function movePayout(
  world: World,
  id: string,
  name: PayoutMove,
  change: Partial<Pick<PayoutRow, "tx_hash" | "error" | "confirmed_at">> = {},
): PayoutRow {
  const before = required(payoutById(world.db, id), "payout", { id });
  const after: PayoutRow = { ...before, ...change, status: payoutMachine.moves[name].to };
  move(world, payoutMachine, name, { id, state: before.status }, (from) => updatePayout(world.db, from, after));
  if (after.status !== "queued" && after.status !== "processing") unschedule(world.db, EXPIRE_PAYOUT_JOB, id);
  return after;
}
