// The wall clock's timers: the only ones of the process.
import { expect, test, vi } from "vitest";
import { MAX_TIMER_MS, systemClock } from "../../src/kernel/wall-clock.ts";

test("a delay longer than a timer can hold is clamped and does not fire at once (R-227)", () => {
  vi.useFakeTimers();
  try {
    const rang: string[] = [];
    systemClock.after(2 ** 31 + 5, () => rang.push("late"));
    vi.advanceTimersByTime(MAX_TIMER_MS - 1);
    expect(rang).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rang).toEqual(["late"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a timer that was called off stays silent, and a delay below zero is none", () => {
  vi.useFakeTimers();
  try {
    const rang: string[] = [];
    systemClock.after(10, () => rang.push("cancelled")).cancel();
    systemClock.after(-5, () => rang.push("now"));
    vi.advanceTimersByTime(20);
    expect(rang).toEqual(["now"]);
  } finally {
    vi.useRealTimers();
  }
});

test("durations only grow", () => {
  const first = systemClock.monotonic();
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
});
