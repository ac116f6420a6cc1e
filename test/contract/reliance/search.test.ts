// The search for what a client leans on, with planted culprits (C-41).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findReliance, type Played } from "../../../src/contract/reliance/search.ts";

/** A client that fails when all parts of one of these sets are left out. */
function clientThatNeeds(culprits: readonly (readonly number[])[]) {
  const runs: number[][] = [];
  const play = async (without: readonly number[]): Promise<Played> => {
    runs.push([...without]);
    return culprits.some((set) => set.every((part) => without.includes(part))) ? "failed" : "passed";
  };
  return { play, runs };
}

/** `count` parts in groups of `size`. */
function groupsOf(count: number, size: number): number[][] {
  const parts = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => parts.slice(index * size, (index + 1) * size));
}

const sorted = (sets: readonly (readonly number[])[]): string[] =>
  sets.map((set) => set.toSorted((a, b) => a - b).join("+")).toSorted();

/** Without those that hold another one: they are no smallest sets. */
const smallestOf = (sets: readonly (readonly number[])[]): (readonly number[])[] =>
  sets.filter(
    (set) =>
      !sets.some((other) => other !== set && other.length < set.length && other.every((part) => set.includes(part))),
  );

describe("what a client leans on", () => {
  test("nothing is known after one run in which nothing is missed", async () => {
    const { play, runs } = clientThatNeeds([]);
    expect(await findReliance({ groups: groupsOf(33, 5), play, maxRuns: 100 })).toEqual({
      sets: [],
      complete: true,
      runs: 1,
      doubtful: false,
    });
    expect(runs[0]).toHaveLength(33);
  });

  test("nothing in question needs no run", async () => {
    expect((await findReliance({ groups: [], play: clientThatNeeds([]).play, maxRuns: 10 })).runs).toBe(0);
  });

  test("exactly the planted sets are found, single parts and combinations (property)", async () => {
    const planted = fc.uniqueArray(fc.uniqueArray(fc.nat(39), { minLength: 1, maxLength: 3 }), {
      maxLength: 4,
      selector: (set) => set.toSorted((a, b) => a - b).join("+"),
    });
    await fc.assert(
      fc.asyncProperty(planted, fc.integer({ min: 1, max: 12 }), async (sets, size) => {
        const { play } = clientThatNeeds(sets);
        const found = await findReliance({ groups: groupsOf(40, size), play, maxRuns: 10_000 });
        expect(sorted(found.sets)).toEqual(sorted(smallestOf(sets)));
        expect(found.complete).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("one culprit costs at most two runs for each halving, and no set is played twice (property)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(127), fc.integer({ min: 1, max: 16 }), async (culprit, size) => {
        const { play, runs } = clientThatNeeds([[culprit]]);
        const { sets } = await findReliance({ groups: groupsOf(128, size), play, maxRuns: 1_000 });
        expect(sets).toEqual([[culprit]]);
        // All, then halves of the groups and of the parts of one, then all without the culprit.
        expect(runs.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(128)) + 4);
        expect(new Set(runs.map((run) => run.toSorted((a, b) => a - b).join())).size).toBe(runs.length);
      }),
    );
  });

  test("the search ends after the most runs, and says that there may be more", async () => {
    const { play, runs } = clientThatNeeds([[1], [20], [39]]);
    const told: number[][] = [];
    const found = await findReliance({
      groups: groupsOf(40, 4),
      play,
      maxRuns: 12,
      onFound: (set) => told.push([...set]),
    });
    expect(found.complete).toBe(false);
    expect(found.runs).toBe(12);
    expect(runs).toHaveLength(12);
    expect(found.sets.length).toBeLessThan(3);
    expect(told).toEqual(found.sets);
    for (const set of found.sets) expect([[1], [20], [39]]).toContainEqual(set);
  });

  test("a run that proves nothing accuses nobody, and is told", async () => {
    const found = await findReliance({ groups: groupsOf(8, 2), play: async () => "broken", maxRuns: 20 });
    expect(found).toEqual({ sets: [], complete: true, runs: 1, doubtful: true });
  });

  test("a client that passes again when more is left out does not make the search run for ever", async () => {
    // Fails without an odd number of parts: nothing about it is monotonous.
    const play = async (without: readonly number[]): Promise<Played> =>
      without.length % 2 === 1 ? "failed" : "passed";
    const found = await findReliance({ groups: groupsOf(9, 3), play, maxRuns: 200 });
    expect(found.runs).toBeLessThanOrEqual(200);
    for (const set of found.sets) expect(set.length % 2).toBe(1);
  });
});
