// C-22: every decision that could be otherwise has a reading, or a reason why it has none.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { READING_NAMES, rowOf } from "../../src/contract/readings/table.ts";
import { UNVARIED } from "../../src/contract/readings/unvaried.ts";

const text = readFileSync("spec/service-decisions.md", "utf8");

/** The decisions whose confidence names M or L, wherever in the entry it stands behind its sources. */
function uncertain(): string[] {
  const starts = [...text.matchAll(/^(?:### (K-\d+)|\*\*(H-\d+)|\| (H-\d+) \|)/gm)];
  return starts.flatMap((start, index) => {
    const end = start[3] === undefined ? (starts[index + 1]?.index ?? text.length) : text.indexOf("\n", start.index);
    const entry = text.slice(start.index, end);
    const isUncertain = /\] ?[HMLF]?(?:\s*\([^)]*\))?(?:\s*\/\s*)?[ML]\b(?:\s*\([^)]*\))?\s*(?:[.|/]|$)/m.test(entry);
    return isUncertain ? [start[1] ?? start[2] ?? start[3] ?? ""] : [];
  });
}

test("C-22 every decision of confidence M or L has a reading, or a reason why it does not vary", () => {
  const found = uncertain();
  expect(found).toEqual(expect.arrayContaining(["K-4", "K-8", "H-20", "H-69", "H-82", "H-84", "H-60", "H-14", "H-16"]));
  expect(found).not.toContain("H-32");
  const varied = new Set(READING_NAMES.flatMap((name) => rowOf(name).decision));
  expect(found.filter((decision) => !varied.has(decision) && UNVARIED[decision] === undefined)).toEqual([]);
});

test("C-22 a reason is given only for decisions that are uncertain and have no reading", () => {
  const varied = new Set(READING_NAMES.flatMap((name) => rowOf(name).decision));
  const found = new Set(uncertain());
  expect(Object.keys(UNVARIED).filter((decision) => varied.has(decision) || !found.has(decision))).toEqual([]);
});

test("decisions and statements of the readings exist", () => {
  const statements = readFileSync("spec/statements.md", "utf8");
  for (const name of READING_NAMES) {
    for (const decision of rowOf(name).decision)
      expect(text, name).toMatch(
        new RegExp(`^(### ${decision} |\\*\\*${decision} |\\*\\*${decision}\\.|\\| ${decision} \\|)`, "m"),
      );
    for (const statement of rowOf(name).statement) expect(statements, name).toContain(`- ${statement} `);
  }
});
