// The names of all jobs of the agenda, for those who look up what is planned for a record.
import { WATCH_ATTEMPT_JOB } from "../domain/attempt/attempt.ts";
import { DELIVER_JOB } from "../domain/delivery/delivery.ts";
import { EXPIRE_PAYOUT_JOB } from "../domain/payout/payout.ts";
import { CLAIM_JOB, FILL_JOB, ROUTE_JOB } from "../domain/settlement/settlement.ts";
import { SUBMIT_JOB } from "../domain/transaction/transaction.ts";
import { DELEGATE_JOB } from "../domain/uda/delegation.ts";
import { REVOKE_JOB } from "../domain/uda/retire.ts";
import { VERIFY_DELEGATION_JOB } from "./settlements/delegation-outcome.ts";
import { FAIL_ROUTE_JOB } from "./settlements/route-settlement.ts";

export const JOBS: readonly string[] = [
  ...[SUBMIT_JOB, EXPIRE_PAYOUT_JOB, WATCH_ATTEMPT_JOB, ROUTE_JOB, FAIL_ROUTE_JOB, FILL_JOB, CLAIM_JOB],
  ...[DELEGATE_JOB, VERIFY_DELEGATION_JOB, REVOKE_JOB, DELIVER_JOB],
];
