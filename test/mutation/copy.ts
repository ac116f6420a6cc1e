// Runs a test suite in a copy of the last commit with mutated sources.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Edit } from "./mutations.ts";
import type { Suite } from "./seeded-bugs.ts";

const root = join(import.meta.dirname, "../..");

/** How a run ended: `firstFailure` is the first line that shows a failure, "" if there is none. */
export type Run = { passed: boolean; firstFailure: string };

/** Runs `work` with the folder of a fresh copy, which is removed afterwards. */
export function withCopy(work: (copy: string) => void): void {
  const copy = mkdtempSync(join(tmpdir(), "mutations-"));
  try {
    execFileSync("git", ["clone", "-q", root, copy]);
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Makes the edits, runs the suite, and reverts the edits. @throws if a text is not in the file exactly once */
export function runWith(copy: string, edits: readonly Edit[], suite: Suite): Run {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(copy, file), "utf8")]));
  try {
    for (const { file, find, replace } of edits) {
      const source = readFileSync(join(copy, file), "utf8");
      if (source.split(find).length !== 2)
        throw new Error(`${file}: the text to replace is not in the file exactly once: ${find}`);
      writeFileSync(
        join(copy, file),
        source.replace(find, () => replace),
      );
    }
    return run(copy, suite);
  } finally {
    for (const [file, source] of before) writeFileSync(join(copy, file), source);
  }
}

function run(copy: string, suite: Suite): Run {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const words =
    "tests" in suite
      ? [vitest, "run", "--bail=1", "--reporter=dot", ...new Set(suite.tests.map((test) => `test/${test}`))]
      : suite.script;
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true" },
  });
  if (status === 0) return { passed: true, firstFailure: "" };
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`)
    .split("\n")
    .map((line) => line.trim());
  const sign =
    lines.find((line) => /^(FAIL|BROKEN|FAILED|NOT REACHED|✗|×)/.test(line)) ?? lines.findLast((line) => line !== "");
  return { passed: false, firstFailure: sign ?? `it ended with ${status}` };
}
