// New blocks against the indexed chain: they extend it, replace its end, or must not be indexed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChainLink, compare, linked } from "../../src/flow/indexer/compare.ts";

const link = (number: number, hash = `h${number}`, parentHash = `h${number - 1}`): ChainLink => ({
  number,
  hash,
  parentHash,
});

test("the first block of all extends an empty chain", () => {
  expect(compare(undefined, link(0), undefined)).toEqual({ kind: "extend" });
});

test("a block with the indexed head as its parent extends the chain", () => {
  expect(compare({ height: 4 }, link(5), "h4")).toEqual({ kind: "extend" });
});

test.each([4, 3, 1])("a block at height %i below the indexed head of 4 replaces everything from there", (number) => {
  expect(compare({ height: 4 }, link(number, "new"), `h${number - 1}`)).toEqual({ kind: "reorg", fromHeight: number });
});

test("even block 0 can be replaced", () => {
  expect(compare({ height: 4 }, link(0, "new", "0x0"), undefined)).toEqual({ kind: "reorg", fromHeight: 0 });
});

test("a block after a gap is refused", () => {
  expect(() => compare({ height: 4 }, link(6), undefined)).toThrow("leaves a gap");
  expect(() => compare(undefined, link(1), undefined)).toThrow("leaves a gap");
});

test("a block whose parent is not the indexed one is refused, at the head and below", () => {
  expect(() => compare({ height: 4 }, link(5), "other")).toThrow("does not join");
  expect(() => compare({ height: 4 }, link(3), "other")).toThrow("does not join");
  expect(() => compare({ height: 4 }, link(3), undefined)).toThrow("does not join");
});

test("blocks are linked when each names the one before it and follows it in height", () => {
  expect([linked([]), linked([link(7)]), linked([link(1), link(2), link(3)])]).toEqual([true, true, true]);
  expect(linked([link(1), link(3)])).toBe(false);
  expect(linked([link(1), link(2, "h2", "other")])).toBe(false);
  expect(linked([link(1), link(3, "h3", "h1")])).toBe(false);
  expect(linked([link(2), link(1)])).toBe(false);
});

test("a chain is linked; with one block changed, doubled or taken out of its middle it is not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.nat(100), (length, pick) => {
      const chain = Array.from({ length }, (_block, index) => link(index));
      const at = 1 + (pick % (length - 2));
      expect(linked(chain)).toBe(true);
      expect(linked(chain.toSpliced(at, 1))).toBe(false);
      expect(linked(chain.toSpliced(at, 0, chain[at]!))).toBe(false);
      expect(linked(chain.with(at, { ...chain[at]!, hash: "changed" }))).toBe(false);
    }),
  );
});
