// What the fate of one of our own transactions means for the record it serves: one row a purpose.

import { schedule } from "../domain/agenda.ts";
import { type AttemptPurpose, type AttemptRow, WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { transactionById } from "../domain/transaction/store.ts";
import type { World } from "../domain/world.ts";
import { required } from "../kernel/assert.ts";
import type { Outcome } from "./attempts/outcome.ts";
import { paymentOutcome } from "./payments/payment-outcome.ts";
import { claimOutcome } from "./settlements/claim-outcome.ts";
import { delegationOutcome } from "./settlements/delegation-outcome.ts";
import { fillOutcome } from "./settlements/fill-outcome.ts";

/** Which purposes have which outcome. */
const OUTCOMES: Readonly<Record<AttemptPurpose, Outcome>> = {
  payout: paymentOutcome,
  transfer: paymentOutcome,
  refill: paymentOutcome,
  fill: fillOutcome,
  sweep: claimOutcome,
  delegate: delegationOutcome,
};

/** Of an attempt that only uses up a nonce: nobody waits for it. */
const NOTHING: Outcome = { sent() {}, refused() {}, mined() {}, confirmed() {}, failed() {} };

export function outcomeOf({ purpose, subject }: AttemptRow): Outcome {
  return subject === "" ? NOTHING : OUTCOMES[purpose];
}

/** Moves of the platform between a tenant's own addresses leave no deposit row (H-02). */
export function isOwnMove(world: World, attempt: AttemptRow): boolean {
  if (attempt.purpose === "refill" || attempt.subject === "") return true;
  if (attempt.purpose !== "transfer") return false;
  const row = required(transactionById(world.db, attempt.subject), "transaction", { attempt: attempt.id });
  return row.type === "internal_transfer";
}

/** A reorg took the attempt out of its block: the same bytes are sent again unless the new branch holds them (H-22). */
export function scheduleResend(world: World, attempt: AttemptRow): void {
  schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), world.clock.now());
}
