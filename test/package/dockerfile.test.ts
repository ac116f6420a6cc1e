// The image is packed from what the Dockerfile copies: it has every file of the package that the code reads.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** What the stage that builds copies. */
function copied(): string[] {
  const [, stage = ""] = readFileSync(join(ROOT, "Dockerfile"), "utf8").split(" AS build\n");
  return [...stage.split("\nFROM ")[0]!.matchAll(/^COPY (.+)$/gm)].flatMap(([, words = ""]) => words.split(" "));
}

const isCopied = (path: string): boolean => copied().some((from) => path === from || path.startsWith(`${from}/`));

/** A script and everything of the project that it imports. */
function importedBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, to = ""] of readFileSync(join(ROOT, path), "utf8").matchAll(/from "(\.[^"]+)"/g))
    importedBy(join(dirname(path), to), found);
  return found;
}

test("the Dockerfile copies every folder and file of chain/ and fixtures/ that the package contains", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
  const read = files.filter((path) => /^(chain|fixtures)(\/|$)/.test(path));
  expect(read).toContain("chain/canonical/contracts.json");
  expect(read.filter((path) => !isCopied(path))).toEqual([]);
});

test("the Dockerfile copies the build with all that it imports", () => {
  const needed = [...importedBy("scripts/run/build.ts")];
  expect(needed).toContain("scripts/run/bundle.ts");
  expect(needed.filter((path) => !isCopied(path))).toEqual([]);
});
