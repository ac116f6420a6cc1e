// CF-06 tells fixed pauses from those of a backoff: simulated clients of every usual kind, many series each (seeded).
import { expect, test } from "vitest";
import { isFixedPace } from "../../src/contract/rules/pauses.ts";
import { chanceOf } from "./chance.ts";

type Chance = () => number;
/** The next pause in units of the base; `retry` counts from 0, `before` is the pause before. */
type Backoff = (chance: Chance, retry: number, before: number) => number;
const SERIES = 40_000;
const RETRIES = 10;

const BACKOFFS: Readonly<Record<string, Backoff>> = {
  exponential: (_, retry) => 2 ** retry,
  "full jitter": (chance, retry) => chance() * 2 ** retry,
  "equal jitter": (chance, retry) => 2 ** retry / 2 + (chance() * 2 ** retry) / 2,
  "decorrelated jitter": (chance, _, before) => 1 + chance() * (3 * Math.max(1, before) - 1),
  "a tenth of jitter": (chance, retry) => 2 ** retry * (0.9 + 0.2 * chance()),
  linear: (_, retry) => retry + 1,
  fibonacci: (_, retry) => [1, 1, 2, 3, 5, 8, 13, 21, 34, 55][retry] ?? 89,
};

/** True when a series is told, at any of its retries. `late`: how late a timer is, in ms. */
function isTold(pauseOf: (retry: number, before: number) => number, chance: Chance): boolean {
  const pauses: number[] = [];
  let before = 0;
  for (let retry = 0; retry < RETRIES; retry += 1) {
    before = pauseOf(retry, before);
    pauses.push(before + chance() * 3);
    if (isFixedPace(pauses)) return true;
  }
  return false;
}

const CASES = Object.keys(BACKOFFS).flatMap((name) =>
  [4, 10, 1_000].flatMap((cap) => [50, 100, 300, 1_000].map((base) => [name, base, cap] as const)),
);

test.each(CASES)(
  "%s from %i ms, at most %i times that, is told less than once in a thousand series",
  (name, base, cap) => {
    const chance = chanceOf(`${name} ${base} ${cap}`);
    const backoff = BACKOFFS[name] as Backoff;
    let told = 0;
    for (let series = 0; series < SERIES; series += 1)
      if (isTold((retry, before) => Math.min(cap, backoff(chance, retry, before / base)) * base, chance)) told += 1;
    expect(told / SERIES).toBeLessThan(0.001);
  },
);

/** Suites shorten the pauses of the app that they test, and cap none of them so early. */
const OF_TESTS = Object.keys(BACKOFFS).flatMap((name) => [1, 2, 5, 10, 20, 30].map((base) => [name, base] as const));

/** These grow so slowly that from a few milliseconds on nobody can tell them from no pause at all. */
const SLOW: readonly string[] = ["fibonacci", "linear", "decorrelated jitter"];

test.each(OF_TESTS.filter(([name, base]) => base >= 10 || !SLOW.includes(name)))(
  "%s from %i ms, as in a test, is told in less than three of a thousand series",
  (name, base) => {
    const chance = chanceOf(`${name} ${base} of a test`);
    const backoff = BACKOFFS[name] as Backoff;
    let told = 0;
    for (let series = 0; series < SERIES; series += 1)
      if (isTold((retry, before) => backoff(chance, retry, before / base) * base, chance)) told += 1;
    expect(told / SERIES).toBeLessThan(0.003);
  },
);

test.each([0, 10, 100, 250, 1_000, 5_000])("a fixed pause of %i ms is told in all series of ten retries", (pause) => {
  const chance = chanceOf(`fixed ${pause}`);
  for (let series = 0; series < 1_000; series += 1) {
    expect(isTold(() => pause, chance)).toBe(true);
  }
});

test("three exact pauses are enough, a timetable of ten seconds is none, and calls beside each other are none", () => {
  expect(isFixedPace([1_000, 1_001, 1_003])).toBe(true);
  expect(isFixedPace([1_000, 1_001])).toBe(false);
  expect(isFixedPace([10_000, 10_000, 10_000, 10_000])).toBe(false);
  expect(isFixedPace([3, 4, 3, 2, 3, 4, 3])).toBe(false);
  expect(isFixedPace([3, 4, 3, 2, 3, 4, 3, 3])).toBe(true);
});
