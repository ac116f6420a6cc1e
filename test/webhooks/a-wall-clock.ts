// A wall clock for tests whose timers go off when the test says so; input and output stay real.
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";

export function aWallClock(startMs = 1_767_225_600_000) {
  let nowMs = startMs;
  const timers = new Set<{ at: number; run: () => void }>();
  const wall: WallClock = {
    now: () => nowMs,
    monotonic: () => nowMs - startMs,
    after(delayMs, run) {
      const timer = { at: nowMs + delayMs, run };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    soon: systemClock.soon,
  };
  return {
    wall,
    /** The number of pending timers: none may be left at the end. */
    waiting: () => timers.size,
    /** Moves time on and lets everything due go off. */
    pass(ms: number) {
      nowMs += ms;
      for (const timer of [...timers].filter(({ at }) => at <= nowMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
