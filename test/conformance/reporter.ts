// Vitest reporter: prints at the end of a complete run how many statements it proved, and which it did not.
import { join, relative } from "node:path";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { citations, citingTests, statements } from "./citations.ts";
import { EVERY_STATEMENT_MUST_BE_PROVEN, type Outcome, placeOf, unproven } from "./proof.ts";

const root = join(import.meta.dirname, "..", "..");

/** Prints `statements proven: N of 578`; silent when only a part of the tests ran. */
export class StatementReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined || reason === "interrupted" || !(await isWhole(vitest, modules))) return;
    const ids = statements().map(({ id }) => id);
    const missing = unproven(ids, citations(citingTests()), outcomesOf(modules));
    if (missing.length > 0) vitest.logger.log(`statements without proof: ${missing.join(", ")}`);
    vitest.logger.log(`statements proven: ${ids.length - missing.length} of ${ids.length}`);
    if (missing.length > 0 && EVERY_STATEMENT_MUST_BE_PROVEN) process.exitCode = 1;
  }
}

/** Whether every test file ran and no name filter was given. */
async function isWhole(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (vitest.config.testNamePattern !== undefined) return false;
  const ran = new Set(modules.map(({ moduleId }) => moduleId));
  const all = await Promise.all(vitest.projects.map((project) => project.globTestFiles()));
  return all.flatMap(({ testFiles }) => testFiles).every((file) => ran.has(file));
}

function outcomesOf(modules: readonly TestModule[]): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const module of modules) {
    const file = relative(root, module.moduleId).replaceAll("\\", "/");
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (test.location === undefined || (state !== "passed" && state !== "failed")) continue;
      const place = placeOf({ file, line: test.location.line });
      if (outcomes.get(place) !== "failed") outcomes.set(place, state);
    }
  }
  return outcomes;
}
