// The judge of retries whose pauses do not grow (CF-06).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import { endOf, fingerprint, header, isUncertain, MAX_OPEN, seconds } from "./sameness.ts";

/** `pauses`: ms between an answer and the next attempt. */
type Series = { readonly pauses: number[]; readonly failedAt: number; told: boolean };

/** So many pauses are needed to say that they do not grow. */
const MIN_PAUSES = 3;
const MAX_PAUSES = 10;
/** Retries that are so far apart follow a timetable, and keep nothing down. */
const UNHURRIED_MS = 10_000;
/** Pauses up to this one are none: calls that follow at once, or those of several parts of an app. */
const AT_ONCE_MS = 20;

/**
 * How alike pauses must be to be a fixed pace, by their number from three on: the longest exceeds the shortest by this part of it.
 * Backoff with full, equal or decorrelated jitter, whose pauses are random too, keeps within it in less than one series of a
 * thousand, also at the small bases of a test; a timer keeps within it nearly always (`test/contract/fixed-pace.test.ts`).
 */
const FIXED_PARTS = [0.02, 0.07, 0.12, 0.18, 0.22, 0.25] as const;
const LAST_PART = 0.25;
/** Timers are not more exact than this. */
const TIMER_MS = 2;

/** So many retries at once are a fixed pace: the pauses of a backoff from 1 ms on have grown by then. The longest, in ms, by their number. */
const MANY_AT_ONCE = 8;
const LONGEST_AT_ONCE_MS = [8, 12, AT_ONCE_MS] as const;

/** CF-06. */
export function growingPauses(): Judge {
  const open = new BoundedMap<string, Series>(MAX_OPEN);
  let met = false;
  return {
    request(seen, notify) {
      if (seen.operation === undefined) return;
      const failed = isRetryable(seen);
      if (!failed && open.size === 0) return;
      const print = fingerprint(seen);
      const series = open.get(print);
      if (series !== undefined) {
        addPause(series, seen);
        met ||= series.pauses.length >= MIN_PAUSES;
        if (!series.told && isFixedPace(series.pauses)) {
          series.told = true;
          tellFixed(notify, seen, series.pauses);
        }
      }
      if (failed) open.set(print, { pauses: [], told: false, ...series, failedAt: endOf(seen) });
      else open.delete(print);
    },
    worldEnded: () => open.clear(),
    notJudged: () =>
      met ? undefined : "no request was retried three times: fault add api.request status --param status=500 --times 4",
  };
}

/** A failure after which the client chooses the pause: it did not end the call itself, and no `Retry-After` names one. */
function isRetryable(seen: Observation): boolean {
  return isUncertain(seen) && seen.cut !== "by-client" && header(seen, "Retry-After") === undefined;
}

/** Requests that were sent beside each other are no retries of each other. */
function addPause({ pauses, failedAt }: Series, { at }: Observation): void {
  if (at >= failedAt && pauses.length < MAX_PAUSES) pauses.push(at - failedAt);
}

/** True for pauses (ms, in their order) that are too much alike to be those of a backoff. */
export function isFixedPace(pauses: readonly number[]): boolean {
  if (pauses.length < MIN_PAUSES) return false;
  const [shortest, longest] = [Math.min(...pauses), Math.max(...pauses)];
  if (shortest >= UNHURRIED_MS) return false;
  if (shortest <= AT_ONCE_MS)
    return pauses.length >= MANY_AT_ONCE && longest <= (LONGEST_AT_ONCE_MS[pauses.length - MANY_AT_ONCE] ?? AT_ONCE_MS);
  const part = FIXED_PARTS[pauses.length - MIN_PAUSES] ?? LAST_PART;
  return longest - shortest <= Math.max(TIMER_MS, shortest * part);
}

function tellFixed(notify: Notify, seen: Observation, pauses: readonly number[]): void {
  notify({
    title: "retries whose pauses do not grow",
    operationId: seen.operationId,
    place: placeOf(seen),
    evidence: `the same request again after ${pauses.map(seconds).join(", ")}`,
  });
}
