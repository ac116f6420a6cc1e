// A wall clock that a test sets forward, so that nobody has to wait for the next rate-limit window.
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";

/** Real timers, but `now` is 15 s into a minute and moves only when told. */
export function aWallClock() {
  let nowMs = Date.UTC(2026, 5, 1, 12, 0, 15);
  const wall: WallClock = { ...systemClock, now: () => nowMs };
  return {
    wall,
    now: () => nowMs,
    forward(ms: number) {
      nowMs += ms;
    },
  };
}
