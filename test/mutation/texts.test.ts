// The tables of mutations match the code: each text to replace is in its file exactly once, otherwise `npm run test:mutation` could not apply them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_MUTATIONS } from "./all-mutations.ts";
import { SEEDED_BUGS } from "./seeded-bugs.ts";

const root = join(import.meta.dirname, "../..");

test("every text stands exactly once in its file, and the mistake differs from it", () => {
  const edits = [...ALL_MUTATIONS, ...SEEDED_BUGS.flatMap(({ edits: some }) => some)];
  const wrong = edits.filter(({ file, find, replace }) => {
    const places = readFileSync(join(root, file), "utf8").split(find).length - 1;
    return places !== 1 || find === replace;
  });
  expect(wrong.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});

test("every seeded bug of the reliability design is in the table, with a suite that is there", () => {
  expect(SEEDED_BUGS.map(({ name }) => name)).toHaveLength(15);
  const files = SEEDED_BUGS.flatMap(({ suite }) =>
    "tests" in suite ? suite.tests.map((test) => `test/${test}`) : suite.script.slice(0, 1),
  );
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
