// The cutoff of a payout: a queued one expires at once, a sent one is cancelled at its nonce, a mined one continues (H-22).

import { liveAttempts } from "../../domain/attempt/store.ts";
import type { PayoutRow } from "../../domain/payout/payout.ts";
import { payoutById } from "../../domain/payout/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { cancelPayment } from "../attempts/cancel-payment.ts";
import { resumeAttempt } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { expirePayment } from "./payment-outcome.ts";

export async function expirePayout(dependencies: FlowDependencies, payoutId: string): Promise<void> {
  const { world } = dependencies;
  const payout = required(payoutById(world.db, payoutId), "payout", { payoutId });
  if (payout.status === "queued") {
    world.db.transaction(() => {
      world.clock.tick();
      expireQueued(world, required(payoutById(world.db, payoutId), "payout", { payoutId }));
    });
  } else if (payout.status === "processing") {
    const begun = liveAttempts(world.db, "payout", payout.transaction_id);
    // One that was never signed ends without a cancel.
    if (begun.every(({ state }) => state === "prepared"))
      for (const attempt of begun) await resumeAttempt(dependencies, attempt);
    else await cancelPayment(dependencies, "payout", payout.transaction_id);
  }
}

/** Expires a queued payout; inside a transaction. */
export function expireQueued(world: World, payout: PayoutRow): void {
  if (payout.status !== "queued") return;
  expirePayment(world, { id: payout.transaction_id, type: "payout", source_id: payout.id });
}
