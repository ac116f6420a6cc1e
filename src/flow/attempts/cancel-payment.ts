// Cancelling a payment: an empty transaction at its nonce competes with it; the mined one decides, both are tracked.

import type { AttemptPurpose, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { liveAttempts } from "../../domain/attempt/store.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { emptyTransaction, feesNow } from "./build-transaction.ts";
import { createCompetingAttempt } from "./create-attempt.ts";
import { sendAttempt } from "./send-attempt.ts";

/** Cancels a signed or sent payment; with `ends` it fails for that reason when the cancel is confirmed, else it expires. */
export async function cancelPayment(
  dependencies: FlowDependencies,
  purpose: AttemptPurpose,
  subject: string,
  ends?: string,
): Promise<void> {
  const { world, chains } = dependencies;
  const live = liveAttempts(world.db, purpose, subject);
  if (live.some(({ state }) => state === "mined" || state === "confirmed")) return;
  const begun = live.find(({ kind }) => kind === "cancel");
  // A cancel whose send got no answer keeps its bytes: the same bytes are sent again.
  if (begun !== undefined) return begun.state === "sent" ? undefined : sendAttempt(dependencies, begun);
  const newest = live.findLast(({ state }) => state === "signed" || state === "sent");
  if (newest === undefined) return;
  const now = feesNow(chains.get(newest.network));
  const cancel = world.db.transaction(() => {
    world.clock.tick();
    const plan: UnsignedTransaction = emptyTransaction(
      newest.sender,
      JSON.parse(newest.plan) as UnsignedTransaction,
      now,
    );
    return createCompetingAttempt(world, newest, "cancel", ends === undefined ? plan : { ...plan, ends });
  });
  await sendAttempt(dependencies, cancel);
}
