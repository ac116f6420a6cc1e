// Covering arrays: every value, or every pair of values, is met; few rows; the same rows for the same input.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { READING_NAMES, valuesOf } from "../../../src/contract/readings/table.ts";
import { hiddenBy } from "../../../src/contract/run/apart.ts";
import { cover } from "../../../src/contract/run/cover.ts";
import type { Factors, Row } from "../../../src/contract/run/row.ts";

const WHOLE: Factors = new Map(READING_NAMES.map((name) => [name, valuesOf(name)]));

/** Names as a table could have them, some that mean something to JavaScript. */
const factors = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom("a", "b", "c", "length", "__proto__", "constructor", "0"), fc.integer({ min: 1, max: 5 })),
    { selector: ([name]) => name, minLength: 0, maxLength: 6 },
  )
  .map(
    (list): Factors => new Map(list.map(([name, count]) => [name, Array.from({ length: count }, (_, at) => `v${at}`)])),
  );

/** The value of each reading in a row, defaults included. */
function valuesIn(row: Row, all: Factors): Map<string, string> {
  const chosen = row.map((text) => text.split("=") as [string, string]);
  return new Map([...[...all].map(([name, [first = ""]]) => [name, first] as const), ...chosen]);
}

function changes(all: Factors): string[] {
  return [...all].flatMap(([name, values]) => values.slice(1).map((value) => `${name}=${value}`));
}

/** The pairs of values of which no row has both; the run without a change counts as a row. */
function missingPairs(rows: readonly Row[], all: Factors): string[] {
  const played = [[], ...rows].map((row) => valuesIn(row, all));
  const names = [...all.keys()];
  return names.flatMap((a, at) =>
    names
      .slice(at + 1)
      .flatMap((b) =>
        (all.get(a) ?? []).flatMap((x) =>
          (all.get(b) ?? [])
            .filter((y) => !played.some((row) => row.get(a) === x && row.get(b) === y))
            .map((y) => `${a}=${x} ${b}=${y}`),
        ),
      ),
  );
}

describe("C-31 every value is met", () => {
  test("each: every value of any table is in a row, no row is empty and none has a default or two values of a reading", () => {
    fc.assert(
      fc.property(factors, fc.nat(), (all, shuffle) => {
        const rows = cover(all, "each", shuffle);
        expect(new Set(rows.flat())).toEqual(new Set(changes(all)));
        for (const row of rows) {
          expect(row.length).toBeGreaterThan(0);
          expect(new Set(row.map((text) => text.split("=")[0])).size).toBe(row.length);
        }
        expect(rows.length).toBeLessThanOrEqual(Math.max(0, ...[...all.values()].map(({ length }) => length)));
      }),
    );
  });

  test("pairs: every pair of values of any table is in a row together", () => {
    fc.assert(
      fc.property(factors, fc.nat(), (all, shuffle) => {
        expect(missingPairs(cover(all, "pairs", shuffle), all)).toEqual([]);
      }),
    );
  });

  test("the check notices a pair that is missing", () => {
    const all: Factors = new Map([
      ["a", ["0", "1"]],
      ["b", ["0", "1"]],
    ]);
    expect(missingPairs([["a=1"], ["b=1"]], all)).toEqual(["a=1 b=1"]);
    expect(missingPairs(cover(all, "pairs"), all)).toEqual([]);
  });
});

describe("the whole table", () => {
  test("4 rows meet every value once, about 20 every pair", () => {
    const each = cover(WHOLE, "each");
    expect(each).toHaveLength(4);
    expect(new Set(each.flat())).toEqual(new Set(changes(WHOLE)));
    const pairs = cover(WHOLE, "pairs");
    expect(pairs.length).toBeLessThanOrEqual(24);
    expect(missingPairs(pairs, WHOLE)).toEqual([]);
  });

  test("C-32 each: no value is beside one that hides it from a client that only takes webhooks, whatever the shuffle", () => {
    for (let shuffle = 0; shuffle < 30; shuffle += 1) {
      const rows = cover(WHOLE, "each", shuffle);
      for (const row of rows) for (const value of row) expect(hiddenBy(value, row), `${shuffle} ${value}`).toEqual([]);
      expect(new Set(rows.flat())).toEqual(new Set(changes(WHOLE)));
      for (const row of rows) expect(new Set(row.map((text) => text.split("=")[0])).size).toBe(row.length);
      expect(rows.length).toBeLessThanOrEqual(5);
    }
    expect(cover(WHOLE, "each")).toHaveLength(4);
    const two: Factors = new Map([
      ["webhook_payload", ["full", "slim"]],
      ["webhook_amounts", ["text", "number"]],
    ]);
    expect(cover(two, "each").toSorted()).toEqual([["webhook_amounts=number"], ["webhook_payload=slim"]]);
  });

  test("the same input gives the same rows; another shuffle gives others that cover as much", () => {
    expect(cover(WHOLE, "each")).toEqual(cover(WHOLE, "each"));
    const other = cover(WHOLE, "each", 7);
    expect(other).not.toEqual(cover(WHOLE, "each"));
    expect(new Set(other.flat())).toEqual(new Set(changes(WHOLE)));
  });

  test("one value alone is one row, and nothing to vary is none", () => {
    expect(cover(new Map([["record", ["data", "top-level"]]]), "pairs")).toEqual([["record=top-level"]]);
    expect(cover(new Map([["record", ["data"]]]), "each")).toEqual([]);
    expect(cover(new Map(), "each")).toEqual([]);
  });
});
