// Comparison of expected and received values: objects partially, lists and values exactly, gaps, and matchers.
import { expect, test } from "vitest";
import { exactJson } from "../../src/kernel/exact-json.ts";
import { differences } from "../../src/scenario/match.ts";

const at = (expected: unknown, seen: unknown): string[] => differences(expected, seen, "answer").map((one) => one.at);

test("an object matches partially: other members may have any value", () => {
  expect(at({ a: 1, b: { c: "x" } }, { a: 1, b: { c: "x", d: 2 }, e: 3 })).toEqual([]);
  expect(at({ a: 1, b: { c: "x" } }, { a: 2, b: { c: "y" } })).toEqual(["answer.a", "answer.b.c"]);
  expect(at({ a: null }, {})).toEqual(["answer.a"]);
  expect(at({ a: 1 }, "text")).toEqual(["answer"]);
  expect(at({ a: 1 }, [1])).toEqual(["answer"]);
});

test("a value matches exactly, including its type", () => {
  expect(at("1", 1)).toEqual(["answer"]);
  expect(at(1, 1)).toEqual([]);
  expect(at(null, undefined)).toEqual(["answer"]);
  expect(at(false, null)).toEqual(["answer"]);
});

test("a number with more digits than a double holds matches digit for digit", () => {
  const seen = exactJson('{"raw": 1500000000000000000001}');
  expect(differences(exactJson('{"raw": 1500000000000000000001}'), seen, "answer")).toEqual([]);
  expect(differences(exactJson('{"raw": 1500000000000000000002}'), seen, "answer")).toEqual([
    { at: "answer.raw", expected: "1500000000000000000002", seen: "1500000000000000000001" },
  ]);
});

test("a list matches element by element and in its length", () => {
  expect(at([{ a: 1 }, 2], [{ a: 1, b: 2 }, 2])).toEqual([]);
  expect(at([1, 2], [1, 3])).toEqual(["answer[1]"]);
  expect(differences([1], [1, 2], "answer")).toEqual([{ at: "answer", expected: "1: 1", seen: "2: 1, 2" }]);
  expect(differences([], [{ type: "deposit.new" }], "answer")).toEqual([
    { at: "answer", expected: "0: nothing", seen: "1: deposit.new" },
  ]);
});

test("three dots in a list match any number of elements, including none", () => {
  const seen = [1, 2, 3, 4, 5];
  for (const fits of [
    ["..."],
    [1, "..."],
    ["...", 5],
    ["...", 2, 3, "..."],
    [1, "...", 3, "...", 5],
    ["...", 1, 2, 3, 4, 5],
  ]) {
    expect(at(fits, seen)).toEqual([]);
  }
  expect(at(["...", 1], [])).toEqual(["answer[0…]"]);
  for (const not of [
    [2, "..."],
    ["...", 4],
    ["...", 3, 2, "..."],
    [1, "...", 5, "...", 5],
    [1, 2, 3, 4, 5, "...", 5],
  ]) {
    expect(at(not, seen)).toHaveLength(1);
  }
});

test("matchers: any value, no value, a pattern, a length", () => {
  expect(at({ a: { $any: true } }, { a: null })).toEqual([]);
  expect(at({ a: { $any: true } }, {})).toEqual(["answer.a"]);
  expect(at({ a: { $absent: true } }, {})).toEqual([]);
  expect(at({ a: { $absent: true } }, { a: null })).toEqual(["answer.a"]);
  expect(at({ $matches: "^0x[0-9a-f]{4}$" }, "0x12ab")).toEqual([]);
  expect(at({ $matches: "^0x[0-9a-f]{4}$" }, "0x12abc")).toEqual(["answer"]);
  expect(at({ $matches: "1" }, 1)).toEqual(["answer"]);
  expect(at([{ $length: 2 }, { $length: 3 }], [[1, 2], "abc"])).toEqual([]);
  expect(at({ $length: 1 }, [1, 2])).toEqual(["answer"]);
});

test("a long value is cut in a message, never in the comparison", () => {
  const [seen, wanted] = ["x".repeat(5_000), `${"x".repeat(4_999)}y`];
  const [one] = differences(wanted, seen, "answer");
  expect(one?.seen.length).toBeLessThan(700);
  expect(differences(seen, seen, "answer")).toEqual([]);
});
