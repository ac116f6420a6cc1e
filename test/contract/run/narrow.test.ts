// Narrowing: planted culprits, alone, in pairs, several and unstable, are found exactly and in few runs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CulpritSearch } from "../../../src/contract/run/narrow.ts";
import { contains, keyOf, type Row } from "../../../src/contract/run/row.ts";

/** A client that fails under each of the planted sets; it counts its runs, and fails at random where `flaky` says so. */
function aClient(planted: readonly Row[], { budget = 10_000, flaky = () => false as boolean } = {}) {
  const played: Row[] = [];
  const play = async (row: Row) => {
    if (played.length >= budget) return undefined;
    played.push(row);
    return { failed: planted.some((set) => contains(row, set)) || flaky() };
  };
  return { play, played };
}

async function searched(rows: readonly Row[], planted: readonly Row[], more: Parameters<typeof aClient>[1] = {}) {
  const { play, played } = aClient(planted, more);
  const search = new CulpritSearch(play, 1);
  for (const row of rows) await search.examine(row);
  return { search, played, found: search.culprits.map(keyOf).toSorted() };
}

const numbered = (count: number): Row => Array.from({ length: count }, (_, at) => `r${at}=v`);
const row = fc.integer({ min: 1, max: 20 }).map(numbered);

/** Without the sets that contain another one: only the smallest can be found. */
function smallest(sets: readonly Row[]): Row[] {
  const distinct = [...new Map(sets.map((set) => [keyOf(set), set])).values()];
  return distinct.filter((set) => !distinct.some((other) => other !== set && contains(set, other)));
}

describe("C-32 the smallest set that fails", () => {
  test("a row that passes costs one run and names nothing", async () => {
    const { found, played } = await searched([numbered(10)], []);
    expect({ found, runs: played.length }).toEqual({ found: [], runs: 1 });
  });

  test("one planted value is found, in at most 2·log₂ n runs besides the repetitions and the check of the rest", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.nat(), async (all, pick) => {
        const culprit = all[pick % all.length] ?? "";
        const { found, search, played } = await searched([all], [[culprit]]);
        expect(found).toEqual([culprit]);
        expect(search.unstable).toEqual([]);
        // The row twice, the culprit once more, and the row without it.
        const others = all.length === 1 ? 2 : 4;
        expect(played.length - others).toBeLessThanOrEqual(Math.ceil(2 * Math.log2(all.length)));
      }),
    );
  });

  test("one planted pair or triple is found, and no part of it is blamed", async () => {
    await fc.assert(
      fc.asyncProperty(
        row
          .filter(({ length }) => length >= 3)
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: 2, maxLength: 3 }))),
        async ([all, set]) => {
          const { found, played } = await searched([all], [set]);
          expect(found).toEqual([keyOf(set)]);
          const bound = 2 * set.length * (Math.log2(all.length) + 1) + 4 + set.length;
          expect(played.length).toBeLessThanOrEqual(bound);
        },
      ),
    );
  });

  test("several planted sets, overlapping too, are all found over several rows, and nothing else", async () => {
    const sets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(sets, async (given) => {
        const planted = given.map((set) => set.map((at) => `r${at}=v`));
        const { found, search } = await searched([numbered(12), numbered(12).toReversed()], planted);
        expect(found).toEqual(smallest(planted).map(keyOf).toSorted());
        expect([...search.unstable, ...search.unfinished]).toEqual([]);
      }),
    );
  });

  test("a culprit that is known is left out of later rows, which are then one run each", async () => {
    const { played } = await searched([["a=1"], ["a=1", "b=1", "c=1"], ["a=1", "d=1"]], [["a=1"]]);
    expect(played.map(keyOf)).toEqual(["a=1", "a=1", "b=1,c=1", "d=1"]);
  });

  test("after the search every value is in a culprit or in a row that passed", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.array(fc.nat(), { maxLength: 3 }), async (all, picks) => {
        const planted = picks.map((pick) => [all[pick % all.length] ?? ""]);
        const { played, search } = await searched([all], planted);
        const passed = played.filter((one) => !planted.some((set) => contains(one, set))).flat();
        for (const value of all) expect([...search.culprits.flat(), ...passed]).toContain(value);
      }),
    );
  });
});

describe("what is not sure is told and not counted", () => {
  test("a row that fails once and passes when it is repeated is unstable, and nothing is blamed", async () => {
    let runs = 0;
    const { found, search } = await searched([["a=1", "b=1"]], [], { flaky: () => runs++ === 0 });
    expect(found).toEqual([]);
    expect(search.unstable).toEqual([["a=1", "b=1"]]);
  });

  test("a client that fails at random is never said to fail under a value, unless the value failed alone as often as --retries asks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (coins) => {
        let at = 0;
        const { search, played } = await searched([numbered(8)], [], {
          flaky: () => coins[at++ % coins.length] ?? false,
        });
        for (const culprit of search.culprits) {
          const same = played.filter((one) => keyOf(one) === keyOf(culprit));
          expect(same.length).toBeGreaterThanOrEqual(2);
        }
        expect(search.culprits.length + search.unstable.length + search.unfinished.length).toBeLessThan(200);
      }),
    );
  });

  test("with --retries 0 one failure is enough", async () => {
    const { play, played } = aClient([["a=1"]]);
    const search = new CulpritSearch(play, 0);
    await search.examine(["a=1"]);
    expect({ culprits: search.culprits, runs: played.length }).toEqual({ culprits: [["a=1"]], runs: 1 });
  });

  test("when the runs are used up, what is left is told as unfinished, whenever that happens", async () => {
    for (let budget = 0; budget < 12; budget += 1) {
      const { search, played } = await searched([numbered(8), ["z=1"]], [["r5=v"], ["r2=v"]], { budget });
      expect(played.length).toBeLessThanOrEqual(budget);
      const told = [...search.culprits, ...search.unfinished].flat();
      for (const value of ["r5=v", "r2=v"]) expect(told).toContain(value);
    }
  });
});
