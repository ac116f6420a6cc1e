// A map that forgets its oldest entries.
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
