// A map that forgets its oldest entries.
import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap } from "../../src/kernel/bounded-map.ts";

test("beyond the limit the oldest entry is forgotten", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("c", 3);
  expect([...map]).toEqual([
    ["b", 2],
    ["c", 3],
  ]);
});

test("a key that is set again keeps its age and pushes nothing out", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("a", 3);
  expect(map.size).toBe(2);
  expect([...map.set("c", 4).keys()]).toEqual(["b", "c"]);
});

test("a missing value is made once, undefined included, and not kept when making it fails", () => {
  const map = new BoundedMap<string, number | undefined>(2);
  const made: string[] = [];
  const make = (key: string, value: number | undefined): number | undefined =>
    map.getOrMake(key, () => {
      made.push(key);
      return value;
    });
  expect([make("a", 1), make("a", 2), make("b", undefined), make("b", 3)]).toEqual([1, 1, undefined, undefined]);
  expect(made).toEqual(["a", "b"]);
  expect(() =>
    map.getOrMake("c", () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect([...map.keys()]).toEqual(["a", "b"]);
});

test("the oldest entry can be dropped before the limit; an empty map has none", () => {
  const map = new BoundedMap<string, number>(3).set("a", 1).set("b", 2);
  map.deleteOldest();
  expect([...map.keys()]).toEqual(["b"]);
  map.deleteOldest();
  map.deleteOldest();
  expect(map.size).toBe(0);
});

type Act = "oldest" | "clear" | readonly [what: string, key: number];

/** The keys after an act, oldest first. */
function keysAfter(keys: readonly number[], act: Act, limit: number): readonly number[] {
  if (act === "clear") return [];
  if (act === "oldest") return keys.slice(1);
  const [what, key] = act;
  if (what === "delete") return keys.filter((known) => known !== key);
  return keys.includes(key) ? keys : [...keys, key].slice(Math.max(0, keys.length + 1 - limit));
}

function perform(map: BoundedMap<number, true>, act: Act): void {
  if (act === "clear") map.clear();
  else if (act === "oldest") map.deleteOldest();
  else if (act[0] === "delete") map.delete(act[1]);
  else map.set(act[1], true);
}

test("whatever is set, deleted and cleared in between, the oldest is the one that goes", () => {
  const one = fc.tuple(fc.constantFrom("set", "set", "set", "delete"), fc.nat(8));
  const acts = fc.array(fc.oneof(one, fc.constantFrom("oldest" as const, "clear" as const)), { maxLength: 80 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), acts, (limit, all) => {
      const map = new BoundedMap<number, true>(limit);
      let keys: readonly number[] = [];
      for (const act of all) {
        perform(map, act);
        keys = keysAfter(keys, act, limit);
        expect([...map.keys()]).toEqual(keys);
      }
    }),
  );
});
