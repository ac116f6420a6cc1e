// Windows, buckets and bounds of the rate limiter (H-75, R-208).
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressBucket, keyBucket, RateLimiter } from "../../src/http/rate-limit.ts";

const MINUTE = Date.UTC(2026, 0, 1, 12, 0);

function at(now: number): { limiter: RateLimiter; wall: { time: number } } {
  const wall = { time: now };
  return { wall, limiter: new RateLimiter({ now: () => wall.time }) };
}

test("windows are aligned to the minute of the wall", () => {
  const { limiter, wall } = at(MINUTE + 59_999);
  expect(limiter.count("a", 1)).toEqual({
    limit: 1,
    remaining: 0,
    resetAt: MINUTE / 1000 + 60,
    exceeded: false,
    retryAfter: 1,
  });
  expect(limiter.count("a", 1).exceeded).toBe(true);
  wall.time += 1;
  expect(limiter.count("a", 1)).toMatchObject({ exceeded: false, resetAt: MINUTE / 1000 + 120, retryAfter: 60 });
});

test("H-86 a window ends by whichever clock comes first, and the headers stay by the wall", () => {
  const { limiter, wall } = at(MINUTE + 10_000);
  const virtual = { now: 5_000 };
  limiter.enter({ keylessLimit: 1, virtualNow: () => virtual.now });
  const first = { exceeded: false, resetAt: MINUTE / 1000 + 60, retryAfter: 50 };
  expect(limiter.count("a", 1)).toMatchObject(first);
  virtual.now += 59_999;
  expect(limiter.count("a", 1)).toMatchObject({ ...first, exceeded: true });
  virtual.now += 1;
  // Its successor ends at the next full wall minute …
  expect(limiter.count("a", 1)).toMatchObject(first);
  wall.time = MINUTE + 60_000;
  expect(limiter.count("a", 1)).toMatchObject({ exceeded: false, resetAt: MINUTE / 1000 + 120, retryAfter: 60 });
  // … or 60 virtual seconds later.
  virtual.now += 60_000;
  expect(limiter.count("a", 1).exceeded).toBe(false);
  expect(limiter.count("a", 1).exceeded).toBe(true);
});

test("H-86 a virtual clock that goes back opens a window; a frozen one locks nobody out", () => {
  const { limiter, wall } = at(MINUTE);
  const virtual = { now: 3_600_000 };
  limiter.enter({ keylessLimit: 1, virtualNow: () => virtual.now });
  limiter.count("a", 1);
  virtual.now += 30_000;
  expect(limiter.count("a", 1).exceeded).toBe(true);
  virtual.now -= 1;
  expect(limiter.count("a", 1).exceeded).toBe(false);
  limiter.enter({ keylessLimit: 1, virtualNow: () => 0 });
  expect(limiter.count("a", 1).exceeded).toBe(false);
  expect(limiter.count("a", 1).exceeded).toBe(true);
  wall.time += 60_000;
  expect(limiter.count("a", 1).exceeded).toBe(false);
});

test("H-85 all windows can be opened at once", () => {
  const { limiter } = at(MINUTE);
  for (const bucket of [keyBucket("k"), addressBucket("::1")]) limiter.count(bucket, 1);
  limiter.resetAll();
  for (const bucket of [keyBucket("k"), addressBucket("::1")]) expect(limiter.count(bucket, 1).exceeded).toBe(false);
});

test("exactly the limit passes in a window, refused requests cost nothing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 120 }), (limit, calls) => {
      const { limiter } = at(MINUTE);
      const passed = Array.from({ length: calls }, () => limiter.count("a", limit)).filter(({ exceeded }) => !exceeded);
      expect(passed.map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: Math.min(limit, calls) }, (_, used) => limit - used - 1),
      );
    }),
  );
});

test("buckets do not touch each other, and one can start again", () => {
  const { limiter } = at(MINUTE);
  limiter.count(keyBucket("k"), 1);
  expect(limiter.count(addressBucket("k"), 1).exceeded).toBe(false);
  limiter.reset([keyBucket("k")]);
  expect(limiter.count(keyBucket("k"), 1).exceeded).toBe(false);
  expect(limiter.count(addressBucket("k"), 1).exceeded).toBe(true);
});

test("a wall that is set back starts a window, it does not lock anybody out", () => {
  const { limiter, wall } = at(MINUTE);
  limiter.count("a", 1);
  wall.time -= 3_600_000;
  expect(limiter.count("a", 1)).toMatchObject({ exceeded: false, resetAt: MINUTE / 1000 - 3540 });
});

test("memory is bounded: beyond ten thousand buckets keyless clients share one", () => {
  const { limiter, wall } = at(MINUTE);
  for (let client = 0; client < 12_000; client += 1) limiter.count(addressBucket(String(client)), 100);
  expect(limiter.size).toBeLessThanOrEqual(10_001);
  expect(limiter.count(addressBucket("5"), 100).remaining).toBe(98);
  expect(limiter.count(addressBucket("another"), 100).exceeded).toBe(true);
  wall.time += 60_000;
  limiter.count("a", 1);
  expect(limiter.size).toBe(1);
});

test("keyless clients do not affect the limit of a key, however many they are (R-208)", () => {
  const { limiter } = at(MINUTE);
  for (let client = 0; client < 12_000; client += 1) limiter.count(addressBucket(String(client)), 1);
  expect(limiter.count(addressBucket("one more"), 1).exceeded).toBe(true);
  expect(limiter.count(keyBucket("k"), 2)).toMatchObject({ exceeded: false, remaining: 1 });
  expect(limiter.count(keyBucket("k"), 2)).toMatchObject({ exceeded: false, remaining: 0 });
});

test("a look counts no request and gives the same numbers (R-208)", () => {
  const { limiter } = at(MINUTE);
  expect(limiter.look(addressBucket("a"), 3)).toMatchObject({ limit: 3, remaining: 3, exceeded: false });
  limiter.count(addressBucket("a"), 3);
  for (let times = 0; times < 5; times += 1) expect(limiter.look(addressBucket("a"), 3).remaining).toBe(2);
});
