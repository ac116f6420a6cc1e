// Notes the faults that a request meets at gates inside of its handler, where they change what the operation answers (C-01).
import type { MetFault } from "../../contract/observation.ts";
import type { Database } from "../../db/database.ts";
import { watchFaults } from "../../faults/gate.ts";
import type { Reply, RequestContext } from "../request-context.ts";

/** Runs `work`, which is synchronous; the faults that fire meanwhile are the request's, also when `work` throws because of one. */
export function watched<Result>(context: RequestContext, db: Database, work: () => Result): Result {
  return watchFaults(db, (fault) => noteFaults(context, [fault]), work);
}

/** The same in one transaction: when it is rolled back no fault has fired. */
export function watchedInTransaction(context: RequestContext, db: Database, work: () => Reply): Reply {
  const met: MetFault[] = [];
  const result = db.transaction(() => watchFaults(db, (fault) => met.push(fault), work));
  noteFaults(context, met);
  return result;
}

function noteFaults(context: RequestContext, faults: readonly MetFault[]): void {
  if (faults.length === 0) return;
  context.faults = [...(context.faults ?? []), ...faults.map(({ id, effect }) => ({ id, effect }))];
  context.altered = true;
}
