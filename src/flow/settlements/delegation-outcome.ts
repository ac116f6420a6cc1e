// Outcome of a mined delegation: the code at the address is verified before it counts (H-18).

import { SWEEPER_ADDRESS } from "../../chains/artifact.ts";
import { schedule } from "../../domain/agenda.ts";
import type { AttemptRow, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { DELEGATE_JOB, type DelegationRow, delegationRef, parseDelegationRef } from "../../domain/uda/delegation.ts";
import { delegationOn, putDelegation } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { type Outcome, sponsoredBackoffMs } from "../attempts/outcome.ts";

/** The job that verifies the code of a delegated address; its ref is the delegation. */
export const VERIFY_DELEGATION_JOB = "verify-delegation";

export const delegationOutcome: Outcome = {
  sent(world, attempt) {
    const row = delegationOfRef(world, attempt.subject);
    if (serves(row, attempt)) putDelegation(world.db, { ...row, state: "sent", tx_hash: attempt.hash, error: "" });
  },
  refused(world, attempt, { message }) {
    const row = delegationOfRef(world, attempt.subject);
    if (serves(row, attempt)) failDelegation(world, row, message);
    else schedule(world.db, DELEGATE_JOB, attempt.subject, world.clock.now());
  },
  mined() {},
  confirmed(world, attempt) {
    const row = delegationOfRef(world, attempt.subject);
    // A replacement may have been mined.
    if (row.state === "sent" && serves(row, attempt)) putDelegation(world.db, { ...row, tx_hash: attempt.hash });
    scheduleVerification(world, attempt.subject);
  },
  failed(world, attempt) {
    failDelegation(world, delegationOfRef(world, attempt.subject), "the delegating transaction reverted");
  },
  minedAgain(world, attempt) {
    scheduleVerification(world, attempt.subject);
  },
};

function scheduleVerification(world: World, ref: string): void {
  schedule(world.db, VERIFY_DELEGATION_JOB, ref, world.clock.now());
}

/** The contract to authorize for the wanted state; "" revokes the delegation. */
export function contractOf({ wanted }: DelegationRow): string {
  return wanted === "delegated" ? SWEEPER_ADDRESS : "";
}

/** True when the attempt brings the state wanted now, not the one wanted when it was prepared. */
function serves(row: DelegationRow, attempt: AttemptRow): boolean {
  return (JSON.parse(attempt.plan) as UnsignedTransaction).authorization?.contract === contractOf(row);
}

/** The delegation row of a job's ref. */
export function delegationOfRef(world: World, ref: string): DelegationRow {
  const { udaId, network } = parseDelegationRef(ref);
  return required(delegationOn(world.db, udaId, network), "delegation", { ref });
}

/** Marks a delegation failed and schedules the next try with backoff. */
export function failDelegation(world: World, row: DelegationRow, error: string): void {
  const tries = row.tries + 1;
  putDelegation(world.db, { ...row, state: "failed", tries, error });
  const at = world.clock.now() + sponsoredBackoffMs(tries);
  schedule(world.db, DELEGATE_JOB, delegationRef(row.uda_id, row.network), at);
}
