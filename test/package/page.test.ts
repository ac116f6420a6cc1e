// The built page: its sizes, that it names no other origin, the licences of what is in it, and that the package grows by no dependency (T-12).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notice } from "../../scripts/run/licences.ts";
import { buildPage } from "../../scripts/run/page-build.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "a-page-"));
let packages: string[] = [];
let files: { name: string; text: string; gzip: number }[] = [];

beforeAll(async () => {
  packages = await buildPage(folder);
  files = readdirSync(join(folder, "assets")).map((name) => {
    const bytes = readFileSync(join(folder, "assets", name));
    return { name, text: bytes.toString("utf8"), gzip: gzipSync(bytes).length };
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kB = (bytes: number): number => Math.ceil(bytes / 1_000);
const sum = (all: readonly { gzip: number }[]): number => kB(all.reduce((total, { gzip }) => total + gzip, 0));

/** What the HTML loads before any route. */
function firstFiles() {
  const html = readFileSync(join(folder, "page.html"), "utf8");
  return files.filter(({ name }) => html.includes(`/ui/assets/${name}`));
}

test("the first scripts have at most 230 kB, each other part 60, the styles 25, all of it 450 (gzip), and 2 MB on disk", () => {
  const first = firstFiles().filter(({ name }) => name.endsWith(".js"));
  expect(first.length).toBeGreaterThan(0);
  expect(sum(first)).toBeLessThanOrEqual(230);
  const others = files.filter((file) => file.name.endsWith(".js") && !first.includes(file));
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter(({ gzip }) => kB(gzip) > 60)).toEqual([]);
  expect(sum(files.filter(({ name }) => name.endsWith(".css")))).toBeLessThanOrEqual(25);
  expect(sum(files)).toBeLessThanOrEqual(450);
  const disk = files.reduce((total, { name }) => total + statSync(join(folder, "assets", name)).size, 0);
  expect(disk).toBeLessThanOrEqual(2_000_000);
});

test("it is the page for production, without source maps", () => {
  expect(files.filter(({ name, text }) => name.endsWith(".map") || text.includes("sourceMappingURL"))).toEqual([]);
  expect(files.filter(({ text }) => text.includes("react-devtools"))).toEqual([]);
  expect(existsSync(join(folder, "page.html"))).toBe(true);
});

/** Names of namespaces, and the addresses that libraries write into their error messages: none is asked for anything. */
const NAMED =
  /^https?:\/\/(www\.w3\.org\/|react\.dev\/errors\/|base-ui\.com\/|tailwindcss\.com$|a$|localhost|127\.0\.0\.1)/;

test("no other origin is named but in messages of libraries and namespaces", () => {
  const named = files.flatMap(({ name, text }) =>
    [...text.matchAll(/https?:\/\/[A-Za-z0-9.-]+[^\s"'`<>\\)]*/g)].map(([url]) => `${name}: ${url}`),
  );
  expect(named.filter((one) => !NAMED.test(one.slice(one.indexOf(": ") + 2)))).toEqual([]);
});

test("every package in the page is for development alone, pinned, and its licence is in the notice", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  expect(packages).toEqual(expect.arrayContaining(["node_modules/react", "node_modules/@base-ui/react"]));
  for (const name of ["react", "react-dom", "@base-ui/react", "@tanstack/react-query", "vite", "tailwindcss"]) {
    expect([name, manifest["dependencies"]?.[name]]).toEqual([name, undefined]);
    expect([name, manifest["devDependencies"]?.[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  }
  const text = notice({ inputs: {}, outputs: {} } as Metafile, packages);
  for (const path of packages) expect(text).toContain(`\n${path.replace(/^.*node_modules\//, "")} `);
});
