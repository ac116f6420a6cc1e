// The wall of a sandbox that is started for one story: its minute has just begun, so no rate-limit window ends inside of it.
import type { WallClock } from "../kernel/wall-clock.ts";

const MINUTE_MS = 60_000;

/** The same wall, set back to the start of its minute (H-75 counts requests by the minute of the wall clock). */
export function minuteAlignedClock(wall: WallClock): WallClock {
  const back = wall.now() % MINUTE_MS;
  return {
    now: () => wall.now() - back,
    monotonic: () => wall.monotonic(),
    after: (delayMs, run, options) => wall.after(delayMs, run, options),
    soon: (run) => wall.soon(run),
  };
}
