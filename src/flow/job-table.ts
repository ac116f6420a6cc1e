// Table of jobs: the name in the agenda → the function that runs when it is due.
import { WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { DELIVER_JOB } from "../domain/delivery/delivery.ts";
import { EXPIRE_PAYOUT_JOB } from "../domain/payout/payout.ts";
import { CLAIM_JOB, FILL_JOB, ROUTE_JOB } from "../domain/settlement/settlement.ts";
import { SUBMIT_JOB } from "../domain/transaction/transaction.ts";
import { DELEGATE_JOB } from "../domain/uda/delegation.ts";
import { REVOKE_JOB } from "../domain/uda/retire.ts";
import { watchAttempt } from "./attempts/watch-attempt.ts";
import type { Deliverer } from "./deliveries/deliver.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { expirePayout } from "./payments/expire-payout.ts";
import { submitPayment } from "./payments/submit-payment.ts";
import { claimSource } from "./settlements/claim-source.ts";
import { delegate, revokeDelegations, verifyDelegation } from "./settlements/delegate.ts";
import { VERIFY_DELEGATION_JOB } from "./settlements/delegation-outcome.ts";
import { fillSettlement } from "./settlements/fill-settlement.ts";
import { FAIL_ROUTE_JOB, failRoute, routeSettlement } from "./settlements/route-settlement.ts";

export type Job = (dependencies: FlowDependencies, ref: string) => Promise<void> | void;

/** The table of jobs; `deliverer` runs webhook attempts beside the loop. */
export function jobTable(deliverer: Deliverer): Readonly<Record<string, Job>> {
  return {
    [SUBMIT_JOB]: submitPayment,
    [EXPIRE_PAYOUT_JOB]: expirePayout,
    [WATCH_ATTEMPT_JOB]: watchAttempt,
    [ROUTE_JOB]: routeSettlement,
    [FAIL_ROUTE_JOB]: failRoute,
    [FILL_JOB]: fillSettlement,
    [CLAIM_JOB]: claimSource,
    [DELEGATE_JOB]: delegate,
    [VERIFY_DELEGATION_JOB]: verifyDelegation,
    [REVOKE_JOB]: revokeDelegations,
    [DELIVER_JOB]: (_parts, ref) => deliverer.start(ref),
  };
}
