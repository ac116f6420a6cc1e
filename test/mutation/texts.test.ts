// The table of mistakes follows the code: each text it replaces stands exactly once, or `npm run test:mutation` could not make it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HEART_MUTATIONS } from "./heart.ts";
import { MUTATIONS } from "./mutations.ts";

const root = join(import.meta.dirname, "../..");

test("every text stands exactly once in its file, and the mistake differs from it", () => {
  const wrong = [...MUTATIONS, ...HEART_MUTATIONS].filter(({ file, find, replace }) => {
    const places = readFileSync(join(root, file), "utf8").split(find).length - 1;
    return places !== 1 || find === replace;
  });
  expect(wrong.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});
