// The paths that a document of this repository names, and which of them do not exist.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, matchesGlob } from "node:path";
import { ROOT } from "./workspace.ts";

/** Folders that are made by running something: a document may name them before they exist. */
const MADE = new Set([".cache", ".git", "dist", "node_modules", "coverage"]);

const FILE = /\.(ts|mjs|js|json|md|ya?ml|sql|sol|sh)$/;
const PATH = /^[\w.@<>*{},-]+(\/[\w.@<>*{},-]+)+\/?$/;
/** A file or a folder by its own name: its place follows from what stands around it. */
const NAME = /^[\w.@<>*-]+(\/|\.(ts|mjs|md|json))$/;

/** `line 12: src/nothing.ts` for each path that a document names and that does not exist. `bases`: where its paths begin. */
export function deadPaths(document: string, bases: readonly string[] = [""], text = contentOf(document)): string[] {
  return text.split("\n").flatMap((line, index) =>
    namedIn(line, document, bases)
      .filter(({ exists }) => !exists())
      .map(({ path }) => `line ${index + 1}: ${path}`),
  );
}

/** How many paths a document names. */
export function countPaths(document: string, bases: readonly string[] = [""]): number {
  return contentOf(document)
    .split("\n")
    .flatMap((line) => namedIn(line, document, bases)).length;
}

type Named = { path: string; exists(): boolean };

function namedIn(line: string, document: string, bases: readonly string[]): Named[] {
  const codes = [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const names = codes.filter((code) => NAME.test(code) && !MADE.has(code.replace(/\/$/, "")));
  const paths = codes
    .flatMap((code) => code.split(/\s+/))
    .map((word) => word.replace(/[,;:]$/, ""))
    .filter((word) => !NAME.test(word) && isPath(word, bases));
  const links = [...line.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].flatMap(([, link = ""]) =>
    /^[a-z]+:/.test(link) ? [] : [link],
  );
  return [
    ...names.map((path) => ({ path, exists: () => isAnywhere(path) })),
    ...paths.map((path) => ({ path, exists: () => isBelow(path, bases) })),
    ...links.map((path) => ({ path, exists: () => isBelow(path, [dirname(document)]) })),
  ];
}

/** It begins with a folder that exists, or ends as files do: so a misspelt folder is noticed too. */
function isPath(word: string, bases: readonly string[]): boolean {
  const [first = ""] = word.split("/");
  if (!PATH.test(word) || MADE.has(first)) return false;
  return FILE.test(word) || bases.some((base) => existsSync(join(ROOT, base, first)));
}

/** A placeholder (`<noun>`) stands for any name. */
const patternOf = (path: string): string => path.replaceAll(/<[^>]*>/g, "*").replace(/\/$/, "");

function isBelow(path: string, bases: readonly string[]): boolean {
  const pattern = patternOf(path);
  return bases.some((base) =>
    /[*{]/.test(pattern)
      ? globSync(pattern, { cwd: join(ROOT, base) }).length > 0
      : isListed(join(ROOT, base, pattern)),
  );
}

/** Also on a disk that takes `readme.md` for `README.md`, the name must be right to the letter. */
function isListed(path: string): boolean {
  return existsSync(dirname(path)) && readdirSync(dirname(path)).includes(basename(path));
}

let names: ReadonlySet<string> | undefined;

function isAnywhere(name: string): boolean {
  names ??= new Set(allNames());
  const pattern = patternOf(name);
  return names.has(pattern) || (pattern.includes("*") && [...names].some((one) => matchesGlob(one, pattern)));
}

function allNames(): string[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => !MADE.has(entry.name));
  const below = top.filter((entry) => entry.isDirectory()).map((entry) => join(ROOT, entry.name));
  const all = below.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  return [...top.map((entry) => entry.name), ...all.map((path) => basename(path))];
}

function contentOf(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}
