// Each mistake applies to the example as it stands, and the changed program can still be read by its language.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_SHOP_MISTAKES } from "./all.ts";
import { changed } from "./apply.ts";
import { PYTHON_MISTAKES } from "./python.ts";
import { SHOP_MISTAKES } from "./shop.ts";
import { RIGHT_VARIANTS } from "./variants.ts";

const EXAMPLES = join(import.meta.dirname, "../../../examples");
const read = (folder: string) => (file: string) => readFileSync(join(EXAMPLES, folder, file), "utf8");

test("there are at least 26 for the shop and 3 for Python, each with a name of its own", () => {
  const names = [...ALL_SHOP_MISTAKES, ...PYTHON_MISTAKES].map(({ name }) => name);
  expect(SHOP_MISTAKES.length).toBeGreaterThanOrEqual(26);
  expect(PYTHON_MISTAKES.length).toBeGreaterThanOrEqual(3);
  expect(new Set(names).size).toBe(names.length);
});

test.each([...ALL_SHOP_MISTAKES, ...RIGHT_VARIANTS])("$name changes the shop, and is TypeScript", (mistake) => {
  const files = changed(mistake, read("shop-with-books"));
  expect(files.size).toBeGreaterThan(0);
  for (const text of files.values()) expect(() => stripTypeScriptTypes(text)).not.toThrow();
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.each(hasPython ? PYTHON_MISTAKES : [])("$name changes the Python app, and is Python", (mistake) => {
  for (const text of changed(mistake, read("books-python")).values()) {
    const check = "import ast, sys; ast.parse(sys.stdin.read())";
    expect(spawnSync("python3", ["-c", check], { input: text }).status).toBe(0);
  }
});
