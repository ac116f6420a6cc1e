// A delegation that was mined: the code at the address is checked before it counts (H-18).

import { schedule } from "../../domain/agenda.ts";
import { DELEGATE_JOB, type DelegationRow, delegationRef, parseDelegationRef } from "../../domain/uda/delegation.ts";
import { delegationOn, putDelegation } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { type Outcome, sponsoredBackoffMs } from "./outcome.ts";

/** The job that looks at the code of a delegated address; its ref is the delegation. */
export const VERIFY_DELEGATION_JOB = "verify-delegation";

export const delegationOutcome: Outcome = {
  mined() {},
  confirmed(world, attempt) {
    schedule(world.db, VERIFY_DELEGATION_JOB, attempt.subject, world.clock.now());
  },
  failed(world, attempt) {
    failDelegation(world, delegationOfRef(world, attempt.subject), "the delegating transaction reverted");
  },
};

/** The row behind a delegation's name. */
export function delegationOfRef(world: World, ref: string): DelegationRow {
  const { udaId, network } = parseDelegationRef(ref);
  return present(delegationOn(world.db, udaId, network), "delegation", { ref });
}

/** Marks a delegation failed and plans the next try with backoff. */
export function failDelegation(world: World, row: DelegationRow, error: string): void {
  const tries = row.tries + 1;
  putDelegation(world.db, { ...row, state: "failed", tries, error });
  const at = world.clock.now() + sponsoredBackoffMs(tries);
  schedule(world.db, DELEGATE_JOB, delegationRef(row.uda_id, row.network), at);
}
