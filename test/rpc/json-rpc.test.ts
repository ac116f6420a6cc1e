// Reading a message: what is JSON, and what nobody should have to wait for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/rpc/json-rpc.ts";

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("any JSON is read as it is", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 12 }), (text) => void expect(readJson(text)).toEqual(JSON.parse(text))));
});

test("brackets inside of texts are not counted, whatever stands before them", () => {
  const texts = ["[".repeat(500), `\\"${"{".repeat(500)}`, "\\\\", `\n\u2028"${"[".repeat(300)}`, "\\"];
  for (const text of texts) expect(readJson(JSON.stringify({ text, more: [text] }))).toEqual({ text, more: [text] });
});

describe("what is nested", () => {
  test("a hundred deep is read, one more is refused, whatever it is made of", () => {
    expect(readJson(nested(100))).toBeInstanceOf(Array);
    for (const text of [nested(101), `{"a":${nested(100)}}`, `${'{"a":'.repeat(101)}1${"}".repeat(101)}`])
      expect(() => readJson(text)).toThrow("nested more than 100 deep");
  });

  test("two million deep, or never closed, is refused before anything is built from it", () => {
    for (const text of [nested(2_000_000), "[".repeat(4_000_000), '[{"x":'.repeat(500_000)])
      expect(() => readJson(text)).toThrow("nested more than 100 deep");
  });

  test("a long text without an end is no JSON, and takes no longer than it is long", () => {
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
