// The cutoff of a payout: queued ends at once, on its way is cancelled at the same nonce, in a block it goes on (H-22).

import type { AttemptRow, Plan } from "../../domain/attempt/attempt.ts";
import { insertRival, liveAttempts } from "../../domain/attempt/store.ts";
import type { PayoutRow } from "../../domain/payout/payout.ts";
import { payoutById } from "../../domain/payout/store.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { expirePayment } from "../outcomes.ts";
import type { FlowParts } from "../parts.ts";
import { withHigherFees } from "../plan.ts";
import { sendAttempt } from "../submit.ts";

export async function expirePayout(parts: FlowParts, payoutId: string): Promise<void> {
  const { world } = parts;
  const payout = present(payoutById(world.db, payoutId), "payout", { payoutId });
  if (payout.status === "queued") {
    world.db.transaction(() => {
      world.clock.tick();
      expireQueued(world, present(payoutById(world.db, payoutId), "payout", { payoutId }));
    });
  } else if (payout.status === "processing") {
    await cancelPayment(parts, payout.transaction_id);
  }
}

/** Ends a payout that was not taken up; inside a transaction. */
export function expireQueued(world: World, payout: PayoutRow): void {
  if (payout.status !== "queued") return;
  expirePayment(world, { id: payout.transaction_id, type: "payout", source_id: payout.id });
}

/** Races the payment with an empty transaction at its nonce. Whichever is mined decides; both stay tracked. */
export async function cancelPayment(parts: FlowParts, transactionId: string): Promise<void> {
  const { world } = parts;
  const live = liveAttempts(world.db, "payout", transactionId);
  if (live.some(({ state }) => state === "mined" || state === "confirmed")) return;
  const cancel = live.find(({ kind }) => kind === "cancel") ?? prepareCancel(world, live);
  // A cancel whose sending met a mistake of ours waits here with its bytes: they are what goes out.
  if (cancel === undefined || cancel.state === "sent") return;
  // A node that refuses the cancel leaves the payment as the only one at this nonce.
  await sendAttempt(parts, cancel, { sent() {}, refused() {} });
}

function prepareCancel(world: World, live: readonly AttemptRow[]): AttemptRow | undefined {
  const newest = live.findLast(({ state }) => state === "sent");
  if (newest === undefined) return undefined;
  return world.db.transaction(() => {
    world.clock.tick();
    return insertRival(world.db, newest, "cancel", JSON.stringify(cancelPlan(newest)));
  });
}

function cancelPlan(attempt: AttemptRow): Plan {
  const raised = withHigherFees(JSON.parse(attempt.plan) as Plan);
  return { ...raised, to: attempt.sender, value: "0", data: "0x", gas: "21000" };
}
