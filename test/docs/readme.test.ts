// The README and the tour that continues it, followed in one sitting: every command in order, and what the pages say it prints.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { follow } from "./follow.ts";
import { ROOT } from "./workspace.ts";

const MAX_LINES = 180;

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const TOUR = readFileSync(join(ROOT, "docs/tour.md"), "utf8");

/** The reader counts lines through both pages: what it finds in the second one is named by its own line. */
function byPage(fault: string): string {
  const above = README.split("\n").length - 1;
  return fault.replace(/^line (\d+)/, (_, line: string) =>
    Number(line) > above ? `docs/tour.md ${Number(line) - above}` : `README.md ${line}`,
  );
}

test("the README, and the tour after it, do what they say", async () => {
  expect((await follow(`${README}${TOUR}`)).map(byPage)).toEqual([]);
}, 300_000);

test("the README fits on a few screens: longer texts are pages of docs/", () => {
  expect(README.split("\n").length - 1).toBeLessThanOrEqual(MAX_LINES);
});

test("the story of a hunt in the README is the one that the guide runs", () => {
  const guide = readFileSync(join(ROOT, "docs/guides/hunt.md"), "utf8");
  // Names, addresses and seconds differ from run to run.
  const plain = (text: string): string =>
    text.replaceAll(/\bh\w+-\d+-a\b|0x\w{4}…\w{4}|\d+\.\d(?= s,)|0x…/g, "…").replaceAll(/[ \t]+/g, " ");
  const [, story = ""] = /\n( {4}world 1: [\s\S]*?)\n\n/.exec(README) ?? [];
  const lines = story.split("\n").map((line) => plain(line).trim());
  expect(lines.length).toBeGreaterThan(6);
  expect(lines.filter((line) => !plain(guide).includes(line))).toEqual([]);
});
