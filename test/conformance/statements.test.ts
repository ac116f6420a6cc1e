// The list of statements: its ids, and that every cited statement exists.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { source } from "../house/sources.ts";
import { citations, cited, citingTests, requirementsIn, statements } from "./citations.ts";
import { unproven } from "./proof.ts";

const ids = statements().map(({ id }) => id);

test("there are 578 statements, each once, numbered in order without a gap", () => {
  expect(ids).toHaveLength(578);
  expect(ids).toEqual(ids.map((_id, at) => `S-${String(at + 1).padStart(3, "0")}`));
});

test("every statement that a test cites exists", () => {
  expect([...citations().keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

test("every statement that the API document names exists", () => {
  const text = readFileSync(join(import.meta.dirname, "../../spec/openapi.yaml"), "utf8");
  const marks = [...text.matchAll(/x-statement: *(.*)/g)].map(([, value]) => value ?? "");
  expect(marks.length).toBeGreaterThan(200);
  expect(marks.filter((value) => !/^\[S-\d{3}(, S-\d{3})*\]/.test(value))).toEqual([]);
  expect(marks.flatMap((value) => cited(value)).filter((id) => !ids.includes(id))).toEqual([]);
});

test("requirements and invariants are read in the same way and are no statements", () => {
  const text = "R-113…R-116, R-200 and I-07…I-09 (S-001, R-5, I-123)";
  expect(requirementsIn(text)).toEqual(["R-113", "R-114", "R-115", "R-116", "R-200", "I-07", "I-08", "I-09"]);
  expect(cited(text)).toEqual(["S-001"]);
});

describe("how citations are read", () => {
  const read = (text: string) => citingTests([source("test/a.test.ts", text)]);

  test("from titles, from comments directly above and inside, from rows; a range cites all its members", () => {
    const [first, second, third, ...others] = read(`
      // Far above: S-001.

      // Directly above: S-002.
      test("titled (S-003, S-004…S-006)", () => {
        // Inside: S-007…009
        expect("S-010").toBe("S-010");
      });
      test.each([
        ["row (S-011)", 1],
      ])("%s", () => {});
      for (const name of []) it(\`looped \${name} S-012\`, () => {});
    `);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      line: 5,
      statements: ["002", "003", "004", "005", "006", "007", "008", "009"].map((n) => `S-${n}`),
    });
    expect(second).toMatchObject({ line: 11, title: "%s", statements: ["S-011"] });
    expect(third).toMatchObject({ line: 12, statements: ["S-012"] });
  });

  test("not from a group's title, and not from a disabled test", () => {
    const off = ["skip", "todo"].map((word) => `test.${word}("off (S-002)", () => {});`).join("\n");
    expect(read(`// S-001\ndescribe("group (S-001)", () => { test("plain", () => {}); ${off} });`)).toEqual([]);
  });

  test("a statement is proven by a passed test, unless another test that cites it failed", () => {
    const tests = read(
      `test("a (S-001, S-002)", () => {});\ntest("b (S-002)", () => {});\ntest("c (S-003)", () => {});`,
    );
    const outcomes = new Map([
      ["test/a.test.ts:1", "passed"],
      ["test/a.test.ts:2", "failed"],
    ] as const);
    expect(unproven(["S-001", "S-002", "S-003", "S-004"], citations(tests), outcomes)).toEqual([
      "S-002",
      "S-003",
      "S-004",
    ]);
  });
});
