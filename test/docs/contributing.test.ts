// What the documents for contributors name exists: a step that names a file can be followed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countPaths, deadPaths } from "./named-paths.ts";
import { ROOT } from "./workspace.ts";

/** Where the paths of a document begin: the root, and the folder that it is about. */
const DOCUMENTS: readonly (readonly [document: string, bases: readonly string[]])[] = [
  ["CONTRIBUTING.md", [""]],
  ["ARCHITECTURE.md", ["", "src"]],
  ["AGENTS.md", [""]],
  ["test/README.md", ["", "test"]],
];

const there = DOCUMENTS.filter(([document]) => existsSync(join(ROOT, document)));

test.each(there)("every path that %s names exists", (document, bases) => {
  expect(deadPaths(document, bases)).toEqual([]);
  expect(countPaths(document, bases)).toBeGreaterThan(3);
});

test("CONTRIBUTING.md has steps for everything that is often added, and each of them names a file", () => {
  const page = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const [, sections = ""] = page.split("## How do I add …");
  const titles = [...sections.matchAll(/^### an? (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(["operation", "network", "fault", "event", "invariant", "command", "scenario"]);
  expect(countPaths("CONTRIBUTING.md")).toBeGreaterThan(40);
});

test("a path that does not exist is found, with its line", () => {
  const dead = (text: string): string[] => deadPaths("CONTRIBUTING.md", [""], text);
  expect(dead("Read `src/main.ts`.\n\nThen `src/nowhere/at-all.ts`.")).toEqual(["line 3: src/nowhere/at-all.ts"]);
  expect(dead("`src/domain/<noun>/store.ts` and `src/domain/<noun>/shop.ts`")).toEqual([
    "line 1: src/domain/<noun>/shop.ts",
  ]);
  expect(dead("`npm test -- test/chain test/chians`")).toEqual(["line 1: test/chians"]);
  expect(dead("`scr/main.ts`")).toEqual(["line 1: scr/main.ts"]);
  expect(dead("`machine.ts`, `kernel/`, `*.long.test.ts`")).toEqual([]);
  expect(dead("`CONTRIBUTING.md`, `LICENCE.md`, `no-machine.ts` and `kernels/`")).toEqual(
    ["LICENCE.md", "no-machine.ts", "kernels/"].map((name) => `line 1: ${name}`),
  );
  expect(dead("[rules](test/house/rules.md)")).toEqual(["line 1: test/house/rules.md"]);
  expect(dead("`/rpc/{network}`, `text/event-stream` and `npm run check:types` name no file")).toEqual([]);
});
