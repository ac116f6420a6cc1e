// The paths that a document of this repository names, and which of them do not exist.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./desk.ts";

/** Folders that are made by running something: a document may name them before they exist. */
const MADE = new Set([".cache", ".git", "dist", "node_modules", "coverage"]);

const FILE = /\.(ts|mjs|js|json|md|ya?ml|sql|sol|sh)$/;
const PATH = /^[\w.@<>*{},-]+(\/[\w.@<>*{},-]+)+\/?$/;

/** `line 12: src/nothing.ts` for each path that a document names and that does not exist. `bases`: where its paths begin. */
export function deadPaths(document: string, bases: readonly string[] = [""], text = contentOf(document)): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      [...namedIn(line, bases), ...linkedIn(line, document)]
        .filter(({ path, from }) => !exists(path, from))
        .map(({ path }) => `line ${index + 1}: ${path}`),
    );
}

/** How many paths a document names. */
export function countPaths(document: string, bases: readonly string[] = [""]): number {
  return contentOf(document)
    .split("\n")
    .flatMap((line) => [...namedIn(line, bases), ...linkedIn(line, document)]).length;
}

type Named = { path: string; from: readonly string[] };

/** A word of inline code with a slash is a path if it begins with a folder that there is, or ends as files do; without a slash, if a file is meant. */
function namedIn(line: string, bases: readonly string[]): Named[] {
  const words = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.split(/\s+/));
  return words
    .map((word) => word.replace(/[,;:]$/, ""))
    .filter((word) => isPath(word, bases))
    .map((path) => ({ path, from: bases }));
}

function isPath(word: string, bases: readonly string[]): boolean {
  const [first = "", second] = word.split("/");
  if (!PATH.test(word)) return second === undefined && /^[A-Z]+\.md$/.test(word);
  return (
    !MADE.has(first) && (FILE.test(word) || bases.some((base) => first !== "" && existsSync(join(ROOT, base, first))))
  );
}

function linkedIn(line: string, document: string): Named[] {
  return [...line.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((path) => ({ path, from: [dirname(document)] }));
}

/** A placeholder (`<noun>`) stands for any name. */
function exists(path: string, bases: readonly string[]): boolean {
  const pattern = path.replaceAll(/<[^>]*>/g, "*");
  return bases.some((base) =>
    /[*{]/.test(pattern)
      ? globSync(pattern, { cwd: join(ROOT, base) }).length > 0
      : isListed(join(ROOT, base, pattern.replace(/\/$/, ""))),
  );
}

/** Also on a disk that takes `readme.md` for `README.md`, the name must be right to the letter. */
function isListed(path: string): boolean {
  const folder = dirname(path);
  return existsSync(folder) && readdirSync(folder).includes(path.slice(folder.length + 1));
}

function contentOf(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}
