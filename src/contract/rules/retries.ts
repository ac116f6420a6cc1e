// Judges of retries: calls before the rate window ends, and pauses that do not grow (CF-05, CF-06).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import { endOf, fingerprint, isUncertain, MAX_OPEN, seconds } from "./sameness.ts";

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

function header({ replyHeaders }: Observation, name: string): string | number | undefined {
  return Object.entries(replyHeaders).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
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

/** `pauses`: ms between an answer and the next attempt. */
type Series = { readonly pauses: number[]; readonly failedAt: number };

/** So many pauses are needed to say that they do not grow. */
const MIN_PAUSES = 3;
const MAX_PAUSES = 10;
/** Growth below this is noise of timers. */
const GROWTH = 1.25;
const NOISE_MS = 20;

/** CF-06. */
export function growingPauses(): Judge {
  const open = new BoundedMap<string, Series>(MAX_OPEN);
  let met = false;
  return {
    request(seen, notify) {
      if (seen.operation === undefined) return;
      const failed = isUncertain(seen);
      if (!failed && open.size === 0) return;
      const print = fingerprint(seen);
      const series = open.get(print);
      if (series !== undefined) {
        addPause(series, seen);
        met ||= series.pauses.length >= MIN_PAUSES;
        // Told once for a series, at the third retry.
        if (series.pauses.length === MIN_PAUSES && !grows(series.pauses)) tellFixed(notify, seen, series.pauses);
      }
      if (failed) open.set(print, { pauses: series?.pauses ?? [], failedAt: endOf(seen) });
      else open.delete(print);
    },
    notJudged: () =>
      met ? undefined : "no request was retried three times: fault add api.request status --param status=500 --times 4",
  };
}

/** Requests that were sent beside each other are no retries of each other. */
function addPause({ pauses, failedAt }: Series, { at }: Observation): void {
  if (at >= failedAt && pauses.length < MAX_PAUSES) pauses.push(at - failedAt);
}

function grows([first = 0, ...others]: readonly number[]): boolean {
  return others.some((pause) => pause > Math.max(first, NOISE_MS) * GROWTH);
}

function tellFixed(notify: Notify, seen: Observation, pauses: readonly number[]): void {
  notify({
    title: "retries whose pauses do not grow",
    operationId: seen.operationId,
    place: placeOf(seen),
    evidence: `the same request again after ${pauses.map(seconds).join(", ")}`,
  });
}
