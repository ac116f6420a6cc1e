// Durations: texts with units and whole milliseconds, nothing else.
import { expect, test } from "vitest";
import { durationMs, durationText, parseDuration } from "../../src/kernel/duration.ts";

test.each([
  ["0s", 0],
  ["250ms", 250],
  ["90s", 90_000],
  ["10m", 600_000],
  ["1h30m", 5_400_000],
  ["3d", 259_200_000],
  ["1d1h1m1s1ms", 90_061_001],
])("%s is %d ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "90", "s", "1.5h", "-1s", "1 h", "1w", "1S", "10m ", "1e3s", "999999999999999d"])(
  "%j is no duration",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test("what is written can be read back", () => {
  for (const ms of [1, 999, 60_000, 5_400_000, 90_061_001]) expect(parseDuration(durationText(ms))).toBe(ms);
});

test("a number is milliseconds, and the limit itself is allowed", () => {
  expect(durationMs("by", 1_500, 1_500)).toBe(1_500);
  expect(() => durationMs("by", 1_501, 1_500)).toThrow(/by is longer than 1s500ms/);
  expect(() => durationMs("by", -1, 1_500)).toThrow(/by is no duration/);
  expect(() => durationMs("by", 0.5, 1_500)).toThrow(/by is no duration/);
});
