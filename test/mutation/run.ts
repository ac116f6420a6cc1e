// Applies each mutation of a table to a copy of the last commit, runs its suite there, and reports those that no test catches.
// `npm run test:mutation` takes the mutations of one line, of files whose paths contain all arguments (`… -- dashboard`: those of the page); `… -- seeded` takes the
// seeded bugs whose names contain the further arguments.

import { ALL_MUTATIONS } from "./all-mutations.ts";
import { runWith, withCopy } from "./copy.ts";
import { SEEDED_BUGS, type SeededBug, type Suite } from "./seeded-bugs.ts";

const [first, ...rest] = process.argv.slice(2);
let missed = 0;
if (first === "seeded") withCopy((copy) => seeded(copy, rest));
else withCopy((copy) => oneLineMutations(copy, process.argv.slice(2)));
process.exitCode = missed === 0 ? 0 : 1;

function oneLineMutations(copy: string, parts: readonly string[]): void {
  const chosen = ALL_MUTATIONS.filter(({ file }) => parts.every((part) => file.includes(part)));
  requireGreen(copy, { tests: chosen.flatMap(({ tests }) => tests) });
  for (const { tests, ...edit } of chosen) {
    const caught = !runWith(copy, [edit], { tests }).passed;
    if (!caught) missed += 1;
    process.stdout.write(`${caught ? "caught" : "MISSED"}  ${edit.file}: ${edit.find.split("\n")[0]}\n`);
  }
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} mutations caught\n`);
}

function seeded(copy: string, parts: readonly string[]): void {
  const chosen = SEEDED_BUGS.filter(({ name }) => parts.every((part) => name.includes(part)));
  for (const suite of new Map(chosen.map((bug) => [shown(bug), bug.suite])).values()) requireGreen(copy, suite);
  process.stdout.write("| Bug | Suite | Outcome | Seconds | First sign |\n|---|---|---|---|---|\n");
  for (const bug of chosen) {
    const began = process.hrtime.bigint();
    const { passed, firstFailure } = runWith(copy, bug.edits, bug.suite);
    const seconds = Number((process.hrtime.bigint() - began) / 1_000_000_000n);
    if (passed) missed += 1;
    const cells = [
      bug.name,
      `${bug.kind}: ${shown(bug)}`,
      passed ? "MISSED" : "caught",
      String(seconds),
      firstFailure.slice(0, 160),
    ];
    process.stdout.write(`| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`);
  }
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} seeded bugs caught\n`);
}

function shown({ suite }: Pick<SeededBug, "suite">): string {
  return "tests" in suite ? suite.tests.map((test) => `test/${test}`).join(" ") : suite.script.join(" ");
}

/** @throws if the suite fails in the unchanged copy: every mutation would seem to be caught */
function requireGreen(copy: string, suite: Suite): void {
  const { passed, firstFailure } = runWith(copy, [], suite);
  if (!passed) throw new Error(`the unchanged copy fails ${shown({ suite })}: ${firstFailure}`);
}
