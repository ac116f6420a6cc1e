// What the fate of one of our own transactions means for the record it serves: one row a purpose.

import { schedule } from "../domain/agenda.ts";
import { type AttemptPurpose, type AttemptRow, type Plan, WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { resolveHold } from "../domain/movement/hold.ts";
import { updatePayoutHash } from "../domain/payout/store.ts";
import { movePayout } from "../domain/payout/verbs.ts";
import { transactionById, updateInclusion } from "../domain/transaction/store.ts";
import type { TransactionRow } from "../domain/transaction/transaction.ts";
import { moveTransaction } from "../domain/transaction/verbs.ts";
import { measureTransfer } from "../domain/transfer/measure.ts";
import type { World } from "../domain/world.ts";
import { assert, present } from "../kernel/assert.ts";
import { claimOutcome } from "./outcomes/claim.ts";
import { delegationOutcome } from "./outcomes/delegation.ts";
import { fillOutcome } from "./outcomes/fill.ts";
import type { Outcome } from "./outcomes/outcome.ts";

/** Payouts, transfers and refills: the unified transaction is the subject. */
const paymentOutcome: Outcome = {
  mined(world, attempt, gasCost) {
    if (attempt.kind === "cancel") return;
    const row = subjectOf(world, attempt);
    updateInclusion(world.db, row.id, attempt.hash, attempt.block_height, gasCost);
    const plan = JSON.parse(attempt.plan) as Plan;
    // Of rivals that send all there is, each leaves another amount for gas.
    if (plan.whole === true) measureTransfer(world, row.id, BigInt(plan.value));
    if (row.type === "payout") updatePayoutHash(world.db, row.source_id, attempt.hash);
  },
  unmined(world, attempt) {
    if (attempt.kind === "cancel") return;
    updateInclusion(world.db, attempt.subject, attempt.hash, null, 0n);
  },
  confirmed(world, attempt) {
    const row = subjectOf(world, attempt);
    if (attempt.kind === "cancel") return expirePayment(world, row);
    resolveHold(world.db, row.id, "posted");
    if (row.type === "payout") movePayout(world, row.source_id, "confirm", { confirmed_at: world.clock.now() });
    moveTransaction(world, row.id, "confirm");
  },
  failed(world, attempt) {
    const row = subjectOf(world, attempt);
    // A cancel that reverts cannot happen: it calls nothing.
    assert(attempt.kind !== "cancel", "a cancel does not revert", { attempt: attempt.id });
    failPayment(world, row, "transaction reverted");
  },
};

/** Which purposes have which outcome. */
export const OUTCOMES: Readonly<Record<AttemptPurpose, Outcome>> = {
  payout: paymentOutcome,
  transfer: paymentOutcome,
  refill: paymentOutcome,
  fill: fillOutcome,
  sweep: claimOutcome,
  delegate: delegationOutcome,
};

/** A payment that will never happen: reservation released, record failed, payout failed (H-22). */
export function failPayment(world: World, row: TransactionRow, reason: string): void {
  resolveHold(world.db, row.id, "voided");
  if (row.type === "payout") movePayout(world, row.source_id, "fail", { error: reason });
  moveTransaction(world, row.id, "fail", { error: reason });
}

/** The cutoff won, before the payment was taken up or by a cancel: it can never happen any more. */
export function expirePayment(world: World, row: Pick<TransactionRow, "id" | "type" | "source_id">): void {
  resolveHold(world.db, row.id, "voided");
  if (row.type === "payout") movePayout(world, row.source_id, "expire");
  moveTransaction(world, row.id, "expire");
}

/** Moves of the platform between a tenant's own addresses leave no deposit row (H-02). */
export function isOwnMove(world: World, attempt: AttemptRow): boolean {
  if (attempt.purpose === "refill") return true;
  return attempt.purpose === "transfer" && subjectOf(world, attempt).type === "internal_transfer";
}

/** A reorg took the attempt out of its block: the same bytes are sent again unless the new branch holds them (H-22). */
export function scheduleResend(world: World, attempt: AttemptRow): void {
  schedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id), world.clock.now());
}

function subjectOf(world: World, attempt: AttemptRow): TransactionRow {
  return present(transactionById(world.db, attempt.subject), "transaction of an attempt", { attempt: attempt.id });
}
