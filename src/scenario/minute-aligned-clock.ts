// A wall clock set back to the start of its minute, for a sandbox that runs one scenario: no rate-limit window ends during the run.
import type { WallClock } from "../kernel/wall-clock.ts";

const MINUTE_MS = 60_000;

/** `wall`, set back to the start of its minute (H-75 counts requests per minute of the wall clock). */
export function minuteAlignedClock(wall: WallClock): WallClock {
  const offset = wall.now() % MINUTE_MS;
  return {
    now: () => wall.now() - offset,
    monotonic: () => wall.monotonic(),
    after: (delayMs, run, options) => wall.after(delayMs, run, options),
    soon: (run) => wall.soon(run),
  };
}
