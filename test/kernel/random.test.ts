// Seeded randomness: repeatable, and independent between consumers.
import { expect, test } from "vitest";
import { Random } from "../../src/kernel/random.ts";

test("the same seed, purpose and question always give the same bytes", () => {
  const draw = () => new Random("seed").fork("api-key").hex("key-1", 32);
  expect(draw()).toBe(draw());
  expect(draw()).toMatch(/^[0-9a-f]{32}$/);
});

test("a further purpose does not shift the luck of another", () => {
  const alone = new Random("seed");
  const before = alone.fork("api-key").hex("key-1", 64);
  const crowded = new Random("seed");
  for (const label of ["a", "b", "webhook-secret"]) crowded.fork(label).bytes("key-1");
  expect(crowded.fork("api-key").hex("key-1", 64)).toBe(before);
});

test("seeds, purposes and questions all make a difference", () => {
  const drawn = ["s1", "s2"].flatMap((seed) =>
    ["f1", "f2"].flatMap((fork) => ["q1", "q2"].map((what) => new Random(seed).fork(fork).hex(what, 64))),
  );
  expect(new Set(drawn).size).toBe(8);
});

test("32 bytes come for every question", () => {
  expect(new Random("seed").bytes("x")).toHaveLength(32);
});
