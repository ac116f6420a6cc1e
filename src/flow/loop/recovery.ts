// Recovery at start-up: schedules a job for every open record that has none, whatever the previous process left.
import type { Database } from "../../db/database.ts";
import { schedule } from "../../domain/agenda.ts";
import { WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { DELIVER_JOB } from "../../domain/delivery/delivery.ts";
import { loseOutcome, sendingDeliveries } from "../../domain/delivery/store.ts";
import { settleDelivery } from "../../domain/delivery/transitions.ts";
import { EXPIRE_PAYOUT_JOB } from "../../domain/payout/payout.ts";
import { CLAIM_JOB, FILL_JOB, ROUTE_JOB } from "../../domain/settlement/settlement.ts";
import {
  type Stranded,
  strandedAttempts,
  strandedClaims,
  strandedCutoffs,
  strandedDelegations,
  strandedDeliveries,
  strandedFills,
  strandedPayments,
  strandedRoutes,
} from "../../domain/stranded-work.ts";
import { SUBMIT_JOB } from "../../domain/transaction/transaction.ts";
import { DELEGATE_JOB } from "../../domain/uda/delegation.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { VERIFY_DELEGATION_JOB } from "../settlements/delegation-outcome.ts";
import { FAIL_ROUTE_JOB } from "../settlements/route-settlement.ts";

type Row = readonly [job: string, find: (db: Database) => Stranded[]];

/** Job → query for the open records that need it and have none. */
const WORKERS: readonly Row[] = [
  [WATCH_ATTEMPT_JOB, (db) => strandedAttempts(db, WATCH_ATTEMPT_JOB)],
  [SUBMIT_JOB, (db) => strandedPayments(db, SUBMIT_JOB)],
  [EXPIRE_PAYOUT_JOB, (db) => strandedCutoffs(db, EXPIRE_PAYOUT_JOB)],
  [ROUTE_JOB, (db) => strandedRoutes(db, ROUTE_JOB)],
  [FILL_JOB, (db) => strandedFills(db, FILL_JOB, FAIL_ROUTE_JOB)],
  [CLAIM_JOB, (db) => strandedClaims(db, CLAIM_JOB)],
  [DELEGATE_JOB, (db) => strandedDelegations(db, DELEGATE_JOB, VERIFY_DELEGATION_JOB)],
  [DELIVER_JOB, (db) => strandedDeliveries(db, DELIVER_JOB)],
];

const UNKNOWN = "unknown: the sandbox ended before it knew the answer";

/**
 * Schedules a job for every open record that has none. A delivery attempt without a recorded result counts as
 * unanswered, and is retried.
 */
export function recover({ world, log }: Pick<FlowDependencies, "world" | "log">): void {
  const found = world.db.transaction(() => {
    const now = world.clock.tick();
    for (const { id, attempts } of sendingDeliveries(world.db)) {
      loseOutcome(world.db, id, attempts + 1, UNKNOWN);
      settleDelivery(world, id, false, attempts + 1, { why: UNKNOWN });
    }
    const stranded = strandedWork(world.db);
    for (const { job, ref, at } of stranded) schedule(world.db, job, ref, at ?? now);
    return stranded;
  });
  if (found.length > 0) log.info({ found }, "jobs were scheduled for open records that had none");
}

/** Open records without a job: none, unless a process was killed. */
export function strandedWork(db: Database): (Stranded & { job: string })[] {
  return WORKERS.flatMap(([job, find]) => find(db).map((row) => ({ job, ...row })));
}
