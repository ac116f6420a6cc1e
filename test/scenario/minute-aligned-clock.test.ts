// The wall clock of a sandbox that runs one scenario: no rate-limit window ends during the run.
import { expect, test } from "vitest";
import { RateLimiter } from "../../src/http/rate-limit.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { minuteAlignedClock } from "../../src/scenario/minute-aligned-clock.ts";

test("a scenario that starts just before the end of a minute has a full minute before its window ends", () => {
  let now = Date.UTC(2026, 0, 1, 12, 30, 59, 990);
  const wall = minuteAlignedClock({ ...systemClock, now: () => now });
  const limiter = new RateLimiter(wall);
  expect(wall.now() % 60_000).toBe(0);
  expect(limiter.count("key", 2).remaining).toBe(1);
  now += 59_000;
  expect(limiter.count("key", 2).remaining).toBe(0);
  now += 1_000;
  expect(limiter.count("key", 2).remaining).toBe(1);
});
