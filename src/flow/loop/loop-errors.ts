// What those who wait for the loop are told when it cannot serve them: it stops, it fails, or it runs away.
import { AssertionFailure } from "../../kernel/assert.ts";
import { isoTime } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";

/** More steps than this in one journey, or before anybody who waits has had a turn, are a runaway. */
export const MAX_STEPS = 1_000_000;

/** What was done stays done and the clock stands where it was done: one can go on from there. `nowMs` virtual. */
export function tooManySteps(
  nowMs: number,
  steps: number,
  last: readonly { at: number; what: string; ref: string }[],
): Problem {
  const now = isoTime(nowMs);
  const done = last.map(({ at, what, ref }) => ({ at: isoTime(at), what, ref }));
  const why = `stopped at ${now} after ${steps} steps, so that a runaway comes to an end`;
  const then = "see what is due in GET /admin/clock (next_due), then go on in smaller steps, or reset";
  return new Problem("internalServerError", `${why}: ${then}`, { details: { now, steps, last: done } });
}

export function loopStopped(): Problem {
  return new Problem("serviceUnavailable", "the sandbox is stopping, or its world was reset: send the request again");
}

export function loopFailing(error: unknown): AssertionFailure {
  return new AssertionFailure("the loop fails again and again", { last: String(error) });
}
