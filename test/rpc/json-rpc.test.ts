// Parsing of messages: valid JSON, and inputs that would block the process.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/rpc/json-rpc.ts";

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("any JSON is parsed unchanged", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 12 }), (text) => void expect(readJson(text)).toEqual(JSON.parse(text))));
});

test("brackets inside strings are not counted, whatever precedes them", () => {
  const texts = ["[".repeat(500), `\\"${"{".repeat(500)}`, "\\\\", `\n\u2028"${"[".repeat(300)}`, "\\"];
  for (const text of texts) expect(readJson(JSON.stringify({ text, more: [text] }))).toEqual({ text, more: [text] });
});

describe("nesting", () => {
  test("a depth of one hundred is accepted, one more is refused, for arrays and objects", () => {
    expect(readJson(nested(100))).toBeInstanceOf(Array);
    for (const text of [nested(101), `{"a":${nested(100)}}`, `${'{"a":'.repeat(101)}1${"}".repeat(101)}`])
      expect(() => readJson(text)).toThrow("nested more than 100 deep");
  });

  test("a string ends at its quote, whatever escapes stand before it: what follows is counted", () => {
    for (const text of ["", "\\", "\\\\", '"', '\\"', '"\\', "a\\b"])
      expect(() => readJson(`[${JSON.stringify(text)},${nested(100)}]`)).toThrow("nested more than 100 deep");
  });

  test("a depth of two million, closed or not, is refused before parsing", () => {
    for (const text of [nested(2_000_000), "[".repeat(4_000_000), '[{"x":'.repeat(500_000)])
      expect(() => readJson(text)).toThrow("nested more than 100 deep");
  });

  test("a long unterminated string is a parse error in linear time", () => {
    for (const text of [
      `"${"a".repeat(3_000_000)}`,
      `"${"\\".repeat(3_000_001)}`,
      '"'.repeat(1_000_001),
      `"${'\\"'.repeat(1_500_000)}`,
      `{"a":"${"x".repeat(4_000_000)}"}x`,
    ])
      expect(() => readJson(text)).toThrow("parse error");
  });
});
