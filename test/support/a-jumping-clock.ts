// A wall clock that jumps over pauses: whoever waits goes on at once, and the time it reads has passed. Deadlines never strike.
import type { WallClock } from "../../src/kernel/wall-clock.ts";

/** `waited`: every pause in ms. A timer that lets the process end is a deadline of work, and not a pause. */
export function aJumpingClock(start = Date.UTC(2026, 4, 29, 12)): WallClock & { waited: number[] } {
  let passed = 0;
  const waited: number[] = [];
  return {
    waited,
    now: () => start + passed,
    monotonic: () => passed,
    after(delayMs, run, options) {
      if (!options?.unref) {
        waited.push(delayMs);
        passed += delayMs;
        queueMicrotask(run);
      }
      return { cancel() {} };
    },
    soon: (run) => queueMicrotask(run),
  };
}
