// Durations as people write them ("90s", "1h30m"), and as milliseconds.
import { Problem } from "./problem.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const PIECES = /^(?:\d{1,15}(?:ms|s|m|h|d))+$/;
const PIECE = /(\d+)(ms|s|m|h|d)/g;

/** Milliseconds of a duration text, or null when it is none or too long to count exactly. */
export function parseDuration(text: string): number | null {
  if (!PIECES.test(text)) return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(PIECE)) total += Number(count) * (UNITS[unit ?? ""] ?? 0);
  return Number.isSafeInteger(total) ? total : null;
}

/**
 * Milliseconds of a duration in a request: a text with units, or whole milliseconds.
 * @throws Problem invalidRequest naming `member` when it is neither, or beyond `mostMs`.
 */
export function durationMs(member: string, value: string | number, mostMs: number): number {
  const ms = typeof value === "number" ? value : parseDuration(value);
  if (ms === null || !Number.isSafeInteger(ms) || ms < 0) {
    throw new Problem("invalidRequest", `${member} is no duration: write "90s", "10m", "3d" or whole milliseconds`);
  }
  if (ms > mostMs) throw new Problem("invalidRequest", `${member} is longer than ${durationText(mostMs)}: use less`);
  return ms;
}

/** The shortest way to write a duration: 5400000 → "1h30m". */
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
