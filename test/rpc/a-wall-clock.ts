// A wall clock that only a test advances.
import type { WallClock } from "../../src/kernel/wall-clock.ts";

export const aWallClock = () => {
  let nowMs = 1_000_000;
  let timers: { atMs: number; run: () => void }[] = [];
  const wall: WallClock = {
    now: () => nowMs,
    monotonic: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.push(timer);
      return {
        cancel: () => {
          timers = timers.filter((other) => other !== timer);
        },
      };
    },
    soon: (run) => setImmediate(run),
  };
  const advance = (byMs: number): void => {
    const end = nowMs + byMs;
    for (;;) {
      const [next] = timers.filter(({ atMs }) => atMs <= end).toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      timers = timers.filter((other) => other !== next);
      nowMs = next.atMs;
      next.run();
    }
    nowMs = end;
  };
  return { wall, advance, timers: () => timers.length };
};
