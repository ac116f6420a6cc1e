// Makes each mistake of the table in a copy of the last commit and runs its tests there: one that stays green is told.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HEART_MUTATIONS } from "./heart.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";

const root = join(import.meta.dirname, "../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");

/** Runs the tests of the mutation in the copy; true when one of them failed. */
function isCaught(copy: string, { file, find, replace, tests }: Mutation): boolean {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  if (source.split(find).length !== 2)
    throw new Error(`${file}: the text to change does not stand there exactly once: ${find}`);
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    return !passes(copy, tests);
  } finally {
    writeFileSync(path, source);
  }
}

function passes(copy: string, tests: readonly string[]): boolean {
  const targets = [...new Set(tests)].map((test) => `test/${test}`);
  const run = spawnSync(process.execPath, [vitest, "run", "--bail=1", "--reporter=dot", ...targets], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true" },
  });
  return run.status === 0;
}

const copy = mkdtempSync(join(tmpdir(), "mutations-"));
let missed = 0;
try {
  execFileSync("git", ["clone", "-q", root, copy]);
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const chosen = [...MUTATIONS, ...HEART_MUTATIONS].filter(({ file }) =>
    process.argv.slice(2).every((part) => file.includes(part)),
  );
  // A red test of the unchanged copy would take every mistake for caught.
  const all = chosen.flatMap(({ tests }) => tests);
  if (!passes(copy, all)) throw new Error("the unchanged copy fails its tests: nothing can be said of mistakes");
  for (const mutation of chosen) {
    const caught = isCaught(copy, mutation);
    if (!caught) missed += 1;
    process.stdout.write(`${caught ? "caught" : "MISSED"}  ${mutation.file}: ${mutation.find.split("\n")[0]}\n`);
  }
  process.stdout.write(`${chosen.length - missed} of ${chosen.length} mutations caught\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
