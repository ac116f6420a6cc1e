// Record ids: UUID version 7 whose text order is the order of creation (K-1).
import fc from "fast-check";
import { expect, test } from "vitest";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { Ids, uuidV7 } from "../../src/kernel/ids.ts";
import { Random } from "../../src/kernel/random.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const COUNTER_END = 2 ** 42;

function countFrom(first = 0): (kind: string) => number {
  const counts = new Map<string, number>();
  return (kind) => {
    const next = (counts.get(kind) ?? first) + 1;
    counts.set(kind, next);
    return next;
  };
}

function someIds(seed = "1", now: () => number = () => EPOCH_MS, counter = countFrom()) {
  return new Ids(new Random(seed), counter, now);
}

test("an id is a lower-case UUID of version 7 that begins with its millisecond", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }),
      fc.integer({ min: 0, max: COUNTER_END - 1 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      (ms, count, tail) => {
        const id = uuidV7(ms, count, tail);
        expect(id).toMatch(UUID_V7);
        expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(ms);
      },
    ),
  );
});

test("under a frozen clock the text order is the order of creation", () => {
  const ids = someIds();
  const minted = Array.from({ length: 500 }, () => ids.next("deposit"));
  expect(minted.toSorted()).toEqual(minted);
  expect(new Set(minted).size).toBe(500);
});

test.each([2 ** 30, 2 ** 32, 2 ** 31, COUNTER_END - 10])("the order holds where the counter passes %i", (boundary) => {
  const ids = someIds("1", () => EPOCH_MS, countFrom(boundary - 6));
  const minted = Array.from({ length: 10 }, () => ids.next("deposit"));
  expect(minted.toSorted()).toEqual(minted);
});

test("of two ids the one with the later time, or the same time and the higher count, sorts after the other, whatever their last bits", () => {
  const moment = fc.record({
    ms: fc.integer({ min: EPOCH_MS, max: EPOCH_MS + 5 }),
    count: fc.integer({ min: 1, max: COUNTER_END - 1 }),
    tail: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  });
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const expected = Math.sign(a.ms - b.ms || a.count - b.count);
      const [left, right] = [uuidV7(a.ms, a.count, a.tail), uuidV7(b.ms, b.count, b.tail)];
      if (expected !== 0) expect(left < right ? -1 : 1).toBe(expected);
    }),
  );
});

test("records of different kinds never share an id, even created in the same millisecond", () => {
  const ids = someIds();
  const kinds = ["deposit", "wallet", "vault", "uda", "settlement", "payout", "transaction", "event", "tenant"];
  const minted = Array.from({ length: 200 }, () => kinds.map((kind) => ids.next(kind))).flat();
  expect(new Set(minted).size).toBe(minted.length);
});

test("the same seed mints the same ids, another seed others", () => {
  const mint = (seed: string) =>
    Array.from(
      { length: 5 },
      (
        (ids) => () =>
          ids.next("wallet")
      )(someIds(seed)),
    );
  expect(mint("7")).toEqual(mint("7"));
  expect(mint("7")).not.toEqual(mint("8"));
});

test("a counter that has used up its 42 bits is our own mistake and never a wrong order", () => {
  expect(() => uuidV7(EPOCH_MS, COUNTER_END, 0)).toThrow("42 bits");
  expect(() => uuidV7(EPOCH_MS, -1, 0)).toThrow("whole number");
});
