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
