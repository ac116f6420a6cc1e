// The parser of durations ("90s", "1h30m"): the control API, the command line and scenarios all read them here.
import { Problem } from "./problem.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(?:\d{1,15}(?:ms|s|m|h|d))+$/;
const PART = /(\d+)(ms|s|m|h|d)/g;

/** Milliseconds of a duration text however long, beyond 2^53 rounded; null when it is not a duration. */
export function millisecondsOf(text: string): number | null {
  if (!DURATION.test(text)) return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(PART)) total += Number(count) * (UNITS[unit ?? ""] ?? 0);
  return total;
}

/** Milliseconds of a duration text; null when it is not a duration or too long for an exact number. */
export function parseDuration(text: string): number | null {
  const ms = millisecondsOf(text);
  return Number.isSafeInteger(ms) ? ms : null;
}

/**
 * Milliseconds of a duration in a request: a text with units, or whole milliseconds.
 * @throws Problem invalidRequest naming `member` when it is neither, or longer than `maxMs`.
 */
export function durationMs(member: string, value: string | number, maxMs: number): number {
  const ms = typeof value === "number" ? value : parseDuration(value);
  if (ms === null || !Number.isSafeInteger(ms) || ms < 0) {
    throw new Problem("invalidRequest", `${member} is no duration: write "90s", "10m", "3d" or whole milliseconds`);
  }
  if (ms > maxMs) throw new Problem("invalidRequest", `${member} is longer than ${durationText(maxMs)}: use less`);
  return ms;
}

/** The shortest text of a duration: 5400000 → "1h30m". */
export function durationText(ms: number): string {
  let rest = ms;
  let text = "";
  for (const [unit, size] of Object.entries(UNITS).toReversed()) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text === "" ? "0s" : text;
}
