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

test("the Dockerfile copies every folder and file of the package that the command reads", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
  const read = files.filter((path) => /^(chain|docs|fixtures|skills|spec)(\/|$)|^llms/.test(path));
  expect(read).toEqual(expect.arrayContaining(["chain/canonical/contracts.json", "docs", "skills", "llms.txt"]));
  expect(read.filter((path) => !isCopied(path))).toEqual([]);
});

test("what the Dockerfile copies is not left out by .dockerignore", () => {
  const left = readFileSync(join(ROOT, ".dockerignore"), "utf8").trim().split("\n");
  expect(left).toContain("test");
  expect(copied().filter((path) => left.includes(path))).toEqual([]);
});

test("nothing in the Dockerfile names a processor, so it is built for each", () => {
  const text =
    readFileSync(join(ROOT, "Dockerfile"), "utf8") + readFileSync(join(ROOT, "scripts/run/image-root.ts"), "utf8");
  expect(text.match(/amd64|arm64|x86|aarch64|\bx64\b/g)).toBeNull();
});

test("the image begins with nothing, makes no volume, has a user that is a number, and asks for its health without a shell", () => {
  const [, last = ""] = readFileSync(join(ROOT, "Dockerfile"), "utf8").split("\nFROM scratch\n");
  expect(last).toMatch(/^USER [1-9]\d*$/m);
  expect(last).not.toMatch(/^(VOLUME|RUN)\b/m);
  expect(last).toMatch(/^HEALTHCHECK .*--start-interval=\d+ms.* \\\n {2}CMD \["node", "-e", /m);
  for (const form of ["ENTRYPOINT", "CMD"]) expect(last).toMatch(new RegExp(`^${form} \\[`, "m"));
});

test("the Dockerfile copies the build with all that it imports", () => {
  const needed = [...importedBy("scripts/run/build.ts")];
  expect(needed).toContain("scripts/run/bundle.ts");
  expect(needed.filter((path) => !isCopied(path))).toEqual([]);
});
