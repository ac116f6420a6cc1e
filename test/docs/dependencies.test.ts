// docs/dependencies.md names exactly the packages of package.json, and files that exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./workspace.ts";

const PAGE = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

type Manifest = Record<(typeof SECTIONS)[number]["field"], Readonly<Record<string, string>>>;

const SECTIONS = [
  { headings: ["Runtime dependencies"], field: "dependencies" },
  { headings: ["Optional peer dependencies"], field: "peerDependencies" },
  { headings: ["In the bundle", "Development dependencies"], field: "devDependencies" },
] as const;

/** The rows of the table below a heading, each as its cells. */
function rowsBelow(page: string, heading: string): string[][] {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const lines = own.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The packages of the table below a heading. */
function packagesBelow(page: string, heading: string): string[] {
  return rowsBelow(page, heading).map(([name = ""]) => name.replaceAll("`", ""));
}

/** What the page and package.json do not agree on, one line each. */
function differences(page: string, manifest: Manifest): string[] {
  return SECTIONS.flatMap(({ headings, field }) => {
    const named = headings.flatMap((heading) => packagesBelow(page, heading));
    const used = Object.keys(manifest[field] ?? {});
    return [
      ...used.filter((name) => !named.includes(name)).map((name) => `${field}: the page does not name ${name}`),
      ...named.filter((name) => !used.includes(name)).map((name) => `${field}: package.json has no ${name}`),
    ];
  });
}

test("docs/dependencies.md names the packages of package.json, all of them and no other", () => {
  expect(differences(PAGE, MANIFEST)).toEqual([]);
});

test("a package that is added, removed or moved to another list is noticed", () => {
  const { covertable = "", ...others } = MANIFEST.dependencies;
  const added = { ...MANIFEST, dependencies: { ...MANIFEST.dependencies, "left-pad": "1.3.0" } };
  expect(differences(PAGE, added)).toEqual(["dependencies: the page does not name left-pad"]);
  expect(differences(PAGE, { ...MANIFEST, dependencies: others })).toEqual([
    "dependencies: package.json has no covertable",
  ]);
  const moved = { ...MANIFEST, dependencies: others, devDependencies: { ...MANIFEST.devDependencies, covertable } };
  expect(differences(PAGE, moved)).toHaveLength(2);
  expect(differences(PAGE.replace("## In the", "## Other"), MANIFEST).length).toBeGreaterThan(10);
});

test("every package has a purpose, a size, a licence and a way out", () => {
  for (const heading of SECTIONS.flatMap(({ headings }) => headings))
    for (const row of rowsBelow(PAGE, heading)) {
      expect(row, row[0]).toHaveLength(5);
      expect(
        row.every((cell) => cell !== ""),
        row[0],
      ).toBe(true);
      expect(row[2], row[0]).toMatch(/^(\d+\.\d \/ \d+\.\d|not installed)$/);
    }
});

test("what is written here although a library exists has a file, a library and a verdict", () => {
  const rows = rowsBelow(PAGE, "Written here, although a library exists");
  expect(rows.length).toBeGreaterThan(15);
  for (const [what = "", where = "", library = "", verdict = ""] of rows) {
    expect(existsSync(join(ROOT, where.replaceAll("`", ""))), `${what}: ${where}`).toBe(true);
    expect(library, what).toMatch(/`/);
    expect(verdict, what).toMatch(/^(Keep|Replace|The library is used|Undecided)/);
  }
});
