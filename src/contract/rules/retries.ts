// The judge of calls before the time that a 429 names (CF-05).
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import { endOf, fingerprint, header, seconds } from "./sameness.ts";

/** Calls that were under way when the 429 was answered arrive at about the same time. */
const UNDER_WAY_MS = 250;
/** A client's own clock and its timers are not exact. */
const TOLERANCE_MS = 50;
/** Virtual ms after which a rate window is open again, however short the wait was (H-75). */
const WINDOW_MS = 60_000;
/** A number above this is a time in Unix seconds; below it counts the seconds that are left. */
const FIRST_EPOCH = 1_000_000_000;

type Limited = { readonly seen: Observation; readonly until: number; readonly print: string };

/** CF-05. */
export function waitsAfter429(): Judge {
  let met = false;
  let last: Limited | undefined;
  return {
    request(seen, notify) {
      if (seen.operation === undefined) return;
      if (last !== undefined) {
        if (wasUnderWay(last, seen)) return;
        if (isTooEarly(last, seen)) tellEarly(notify, last, seen);
        last = undefined;
      }
      if (seen.status !== 429) return;
      met = true;
      const until = waitUntil(seen);
      if (until !== undefined) last = { seen, until, print: fingerprint(seen) };
    },
    // The windows of the next world are open.
    worldEnded: () => {
      last = undefined;
    },
    notJudged: () => (met ? undefined : "no 429 was met: fault add api.request status --param status=429"),
  };
}

/** True for a call that the client sent before it had read the 429. */
function wasUnderWay({ seen: limited, print }: Limited, seen: Observation): boolean {
  const answered = endOf(limited);
  return seen.at < answered || (seen.at < answered + UNDER_WAY_MS && fingerprint(seen) !== print);
}

/** Wall ms until which the answer asks to wait; undefined when it says nothing. */
function waitUntil(seen: Observation): number | undefined {
  const after = Number(header(seen, "Retry-After") ?? Number.NaN);
  if (after >= 0) return endOf(seen) + after * 1_000;
  // The headers of the real window say nothing about a 429 that a fault made.
  const reset = seen.injected ? Number.NaN : Number(header(seen, "X-RateLimit-Reset") ?? Number.NaN);
  if (!(reset >= 0)) return undefined;
  return reset > FIRST_EPOCH ? reset * 1_000 : endOf(seen) + reset * 1_000;
}

/** A window that was opened early, by time travel or by the control API, needs no wait. */
function isTooEarly({ seen, until }: Limited, next: Observation): boolean {
  if (next.at >= until - TOLERANCE_MS) return false;
  const travelled = seen.clock !== null && next.clock !== null && next.clock - seen.clock >= WINDOW_MS;
  return !travelled && (seen.injected || next.status === 429);
}

function tellEarly(notify: Notify, { seen, until }: Limited, next: Observation): void {
  notify({
    title: "a call before the time that a 429 names",
    operationId: next.operationId,
    place: placeOf(next),
    evidence: `429 asked for ${seconds(until - endOf(seen))}, the next call came after ${seconds(next.at - endOf(seen))}`,
  });
}
