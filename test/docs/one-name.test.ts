// The command has one name in all texts: `cpsandbox`. The name of the package stands where npm, Docker or a workflow need it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NAME, OTHER_NAME } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { ROOT } from "./workspace.ts";

const TEXTS =
  /^(README|CONTRIBUTING|ARCHITECTURE|CHANGELOG|AGENTS)\.md$|^llms(-full)?\.txt$|^(docs|examples|fixtures|spec|src)\/.*\.(md|ts|js|mjs|sh|ya?ml|json)$|^(check\/)?action\.yml$/;

const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => TEXTS.test(file));
const words = COMMANDS.map(({ name }) => name).join("|");

function linesWith(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
  );
}

test("every call of a command in a text uses the short name", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(linesWith(new RegExp(`(?<![\\w/@-])${OTHER_NAME} (${words})\\b`))).toEqual([]);
  // A shell function of another name, as the guides once had.
  expect(linesWith(new RegExp(`(^|\\| |\\{ |&& |\`|\\$\\()sandbox (${words})( [a-z-]|$|\`)`))).toEqual([]);
  expect(linesWith(new RegExp(`\\b${NAME} (${words})\\b`)).length).toBeGreaterThan(100);
});

test("both names are in the package and in the image", () => {
  const { bin, name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect([name, ...Object.keys(bin)].toSorted()).toEqual([NAME, OTHER_NAME, OTHER_NAME].toSorted());
  expect(readFileSync(join(ROOT, "Dockerfile"), "utf8")).toContain(`/usr/local/bin/${NAME}`);
});

test("the README names npm, the archives, Docker and Python in lines of their own", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [build = ""] =
    readFileSync(join(ROOT, "Dockerfile"), "utf8").match(/docker build .*? && docker run .*?(?=`)/) ?? [];
  for (const way of ["npm", "Archive", "Docker", "Python"]) expect(readme).toContain(`\n- **${way}**`);
  expect(readme).toContain(build);
});
