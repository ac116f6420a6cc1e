// Errors for work that waits for the loop: the loop stopped, it keeps failing, or it ran too many steps.
import { StorageFault } from "../../db/storage-fault.ts";
import { AssertionFailure } from "../../kernel/assert.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { Problem } from "../../kernel/problem.ts";

/** Maximum steps of one time travel, or between two queued tasks. */
export const MAX_STEPS = 1_000_000;

/** Completed steps are kept and the clock stays at the last one, so that a caller can continue from there. `nowMs` virtual. */
export function tooManySteps(
  nowMs: number,
  steps: number,
  last: readonly { at: number; what: string; ref: string }[],
): Problem {
  const now = isoTime(nowMs);
  const done = last.map(({ at, what, ref }) => ({ at: isoTime(at), what, ref }));
  const why = `stopped at ${now} after ${steps} steps, the maximum of one time travel`;
  const then = "see what is due in GET /admin/clock (next_due), then go on in smaller steps, or reset";
  return new Problem("internalServerError", `${why}: ${then}`, { details: { now, steps, last: done } });
}

export function loopStopped(): Problem {
  return new Problem("serviceUnavailable", "the sandbox is stopping, or its world was reset: send the request again");
}

/** Logs the error of a failed step; a storage fault only once, because the step is tried again until the disk works. `failures`: those just before. */
export function logFailure(log: Log, error: unknown, failures: number): void {
  if (!(error instanceof StorageFault))
    log.error({ error }, "a step of the loop failed with an internal error; the loop continues");
  else if (failures === 0) log.error({ error }, "the disk stops the loop; it goes on as soon as the disk lets it");
}

/** Consecutive failed steps after which queued work is rejected. */
const MAX_FAILURES = 3;

/** The error that queued work is rejected with after a step failed; undefined while the step is tried again. */
export function reasonToRefuse(error: unknown, failures: number): Error | undefined {
  if (error instanceof Problem && !(error instanceof StorageFault)) return error;
  if (failures < MAX_FAILURES) return undefined;
  if (error instanceof StorageFault) return error;
  return new AssertionFailure("the loop fails again and again", { last: String(error) });
}
