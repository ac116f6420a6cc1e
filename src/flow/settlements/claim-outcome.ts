// Outcome of a sweep of a deposit address: the claim of a filled settlement, or a complete same-chain settlement (H-25).

import { schedule } from "../../domain/agenda.ts";
import { CLAIM_JOB } from "../../domain/settlement/settlement.ts";
import { claimById, settlementById, updateClaim } from "../../domain/settlement/store.ts";
import { REVOKE_JOB } from "../../domain/uda/retire.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { type Outcome, sponsoredBackoffMs } from "../attempts/outcome.ts";
import { completeSettlement, failFill, fillOutcome } from "./fill-outcome.ts";

export const claimOutcome: Outcome = {
  sent(world, attempt) {
    const claim = claimById(world.db, attempt.subject);
    if (claim === undefined) fillOutcome.sent(world, attempt);
    else updateClaim(world.db, { ...claim, state: "sent", tx_hash: attempt.hash, error: "" });
  },
  refused(world, attempt, refusal) {
    if (claimById(world.db, attempt.subject) === undefined) fillOutcome.refused(world, attempt, refusal);
    else retryClaim(world, attempt.subject, refusal.message);
  },
  mined(world, attempt, gasCost) {
    if (settlementById(world.db, attempt.subject) !== undefined) fillOutcome.mined(world, attempt, gasCost);
  },
  unmined(world, attempt) {
    if (settlementById(world.db, attempt.subject) !== undefined) fillOutcome.unmined?.(world, attempt);
  },
  confirmed(world, attempt) {
    const claim = claimById(world.db, attempt.subject);
    if (claim === undefined) {
      const settlement = completeSettlement(world, attempt);
      schedule(world.db, REVOKE_JOB, settlement.uda_id, world.clock.now());
      return;
    }
    updateClaim(world.db, { ...claim, state: "confirmed", tx_hash: attempt.hash, error: "" });
    schedule(world.db, REVOKE_JOB, claim.uda_id, world.clock.now());
  },
  failed(world, attempt) {
    if (claimById(world.db, attempt.subject) === undefined) failFill(world, attempt.subject, "the sweep reverted");
    else retryClaim(world, attempt.subject, "the sweep reverted");
  },
};

/** Schedules the next sweep of a claim; the settlement does not change (H-25). */
export function retryClaim(world: World, claimId: string, reason: string): void {
  const claim = required(claimById(world.db, claimId), "claim", { claimId });
  const tries = claim.tries + 1;
  updateClaim(world.db, { ...claim, state: "pending", tries, error: reason });
  schedule(world.db, CLAIM_JOB, claimId, world.clock.now() + sponsoredBackoffMs(tries));
}
