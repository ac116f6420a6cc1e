// The cutoff of a payout: queued ends at once, on its way is cancelled at the same nonce, in a block it goes on (H-22).

import { liveAttempts } from "../../domain/attempt/store.ts";
import type { PayoutRow } from "../../domain/payout/payout.ts";
import { payoutById } from "../../domain/payout/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { cancelPayment } from "../attempts/cancel-payment.ts";
import { takeOver } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { expirePayment } from "./payment-outcome.ts";

export async function expirePayout(parts: FlowDependencies, payoutId: string): Promise<void> {
  const { world } = parts;
  const payout = required(payoutById(world.db, payoutId), "payout", { payoutId });
  if (payout.status === "queued") {
    world.db.transaction(() => {
      world.clock.tick();
      expireQueued(world, required(payoutById(world.db, payoutId), "payout", { payoutId }));
    });
  } else if (payout.status === "processing") {
    const begun = liveAttempts(world.db, "payout", payout.transaction_id);
    // One that was never signed ends without a race.
    if (begun.every(({ state }) => state === "prepared")) for (const attempt of begun) await takeOver(parts, attempt);
    else await cancelPayment(parts, "payout", payout.transaction_id);
  }
}

/** Ends a payout that was not taken up; inside a transaction. */
export function expireQueued(world: World, payout: PayoutRow): void {
  if (payout.status !== "queued") return;
  expirePayment(world, { id: payout.transaction_id, type: "payout", source_id: payout.id });
}
