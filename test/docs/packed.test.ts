// The package contains its documents: the targets of their links too, and their commands work in a clone and beside a package.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blocksOf } from "./page.ts";
import { ROOT } from "./workspace.ts";

/** Paths of the files that `npm pack` includes, relative to the root, without the build's output. */
function packed(): string[] {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", "--loglevel=silent"];
  const told = execFileSync("npm", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 16e6 });
  // Some versions of npm print a list, others an object by package name.
  const [answer] = Object.values(JSON.parse(told) as Record<string, { files: { path: string }[] }>);
  return (answer?.files ?? []).map(({ path }) => path).filter((path) => !path.startsWith("dist/"));
}

const FILES = packed();

const contentOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Targets of a page's relative links, as paths from the root, without links in code blocks. */
function linksOf(page: string): string[] {
  const prose = contentOf(page).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<(?:a|img)[^>]* (?:href|src)="([^"]+)"/g)]
    .map(([, link, other]) => link ?? other ?? "")
    .filter((link) => !/^([a-z]+:|#)/.test(link))
    .map((link) => posix.normalize(posix.join(posix.dirname(page), link.replace(/#.*/, ""))).replace(/\/$/, ""));
}

test("the target of every relative link of a page in the package is in the package", () => {
  const there = new Set(FILES.flatMap((file) => [file, ...foldersOf(file)]));
  const pages = FILES.filter((file) => file.endsWith(".md"));
  const dead = pages.flatMap((page) => linksOf(page).flatMap((to) => (there.has(to) ? [] : [`${page} → ${to}`])));
  expect(dead).toEqual([]);
  expect(pages).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/guides/README.md", "docs/cli.md"]));
  expect(FILES).toEqual(expect.arrayContaining(["llms.txt", "llms-full.txt", "AGENTS.md"]));
  expect(linksOf("README.md").length).toBeGreaterThan(20);
});

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

test("files that the command line and the types mention by path are in the package", () => {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(cli|testing)\/.*\.ts$|^config.*\.ts$/.test(path),
  );
  const named = sources.flatMap((path) => contentOf(join("src", path)).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  expect(named).toContain("docs/failpoints.md");
  expect([...new Set(named)].filter((path) => !FILES.includes(path))).toEqual([]);
});

const PAGES = [
  "README.md",
  "docs/tour.md",
  ...readdirSync(join(ROOT, "docs/guides")).map((name) => `docs/guides/${name}`),
];

test("the shell function `cpsandbox` is the same on all pages, and works in a clone and beside a package", () => {
  const defined = PAGES.flatMap((page) => contentOf(page).match(/^cpsandbox\(\).*$/gm) ?? []);
  expect(defined.length).toBeGreaterThan(10);
  const [line = "", ...others] = [...new Set(defined)];
  expect(others).toEqual([]);

  const folder = mkdtempSync(join(tmpdir(), "two-folders-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["npm", "npx"]) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  mkdirSync(join(folder, "clone/scripts"), { recursive: true });
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "clone/scripts/launch.mjs"), "");
  const said = (place: string) =>
    execFileSync("bash", ["-c", `${line}\ncpsandbox status --json`], {
      cwd: join(folder, place),
      env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
      encoding: "utf8",
    });
  expect(said("clone")).toBe("npm run --silent sandbox -- status --json\n");
  expect(said("project")).toBe("npx --no-install cpsandbox status --json\n");
  const { scripts } = JSON.parse(contentOf("package.json"));
  expect(scripts.sandbox).toBeTypeOf("string");
});

test("commands to paste have no comment after them: zsh on a Mac would read it as arguments", () => {
  const shells = PAGES.flatMap((page) => blocksOf(contentOf(page)).filter(({ language }) => language === "sh"));
  const lines = shells.flatMap(({ text }) => text.replaceAll(/<<'EOF'[\s\S]*?^EOF$/gm, "").split("\n"));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => /(^|\s)#\s/.test(line))).toEqual([]);
});

test("no page calls a script of this repository that a reader of the package does not have", () => {
  const calls = PAGES.flatMap((page) =>
    contentOf(page)
      .split("\n")
      .filter((line) => line.includes("npm run") && !line.startsWith("cpsandbox()"))
      .map((line) => `${page}: ${line}`),
  );
  // A sentence that says what to write in a clone is for readers of a clone.
  for (const call of calls)
    expect(call).toMatch(/npm run (build|bench)\b|in a clone, write `npm run --silent sandbox --`/);
});
