// A wall clock that a test advances, so that it need not wait for the next rate-limit window.
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";

/** Real timers, but `now` starts 15 s into a minute and changes only by `forward`. */
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
