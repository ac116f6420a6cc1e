// Table: the jobs of the agenda with their titles, for those who look up or show what is planned.
import { WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { DELIVER_JOB } from "../domain/delivery/delivery.ts";
import { EXPIRE_PAYOUT_JOB } from "../domain/payout/payout.ts";
import { CLAIM_JOB, FILL_JOB, ROUTE_JOB } from "../domain/settlement/settlement.ts";
import { SUBMIT_JOB } from "../domain/transaction/transaction.ts";
import { DELEGATE_JOB } from "../domain/uda/delegation.ts";
import { REVOKE_JOB } from "../domain/uda/retire.ts";
import { VERIFY_DELEGATION_JOB } from "./settlements/delegation-outcome.ts";
import { FAIL_ROUTE_JOB } from "./settlements/route-settlement.ts";

const TITLES: Readonly<Record<string, string>> = {
  [SUBMIT_JOB]: "sign and send a transaction",
  [EXPIRE_PAYOUT_JOB]: "expire a payout",
  [WATCH_ATTEMPT_JOB]: "look after a transaction that was sent",
  [ROUTE_JOB]: "ask providers for a route",
  [FAIL_ROUTE_JOB]: "fail a route",
  [FILL_JOB]: "pay a settlement out",
  [CLAIM_JOB]: "claim the source of a settlement",
  [DELEGATE_JOB]: "delegate a deposit address",
  [VERIFY_DELEGATION_JOB]: "verify a delegation",
  [REVOKE_JOB]: "revoke the delegations of an address",
  [DELIVER_JOB]: "deliver a webhook",
};

export const JOBS: readonly string[] = Object.keys(TITLES);

/** What a job does, in words; of anything else that is planned (a block, an event) the name itself. */
export function titleOf(what: string): string {
  return TITLES[what] ?? what;
}
