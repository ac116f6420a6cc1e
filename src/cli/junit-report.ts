// Results of scenarios as a JUnit report: a suite per scenario, a test case per step.
import { type JUnitCase, junitXml } from "../contract/outputs/junit.ts";
import type { Outcome, StepOutcome } from "../scenario/run.ts";

/** The report of these scenarios, each with the name of its file. */
export function junitReport(results: readonly { file: string; outcome: Outcome }[]): string {
  const suites = results.map(({ file, outcome: { title, steps } }) => ({
    name: title,
    cases: steps.map((step) => testCase(file, step)),
  }));
  return junitXml("cpsandbox run", suites);
}

function testCase(file: string, { number, title, outcome, differences }: StepOutcome): JUnitCase {
  const failures = differences.map(({ at, expected, seen }) => ({
    type: "difference",
    message: `${at}: expected ${expected}, seen ${seen}`,
  }));
  const common = { name: `${number} ${title}`, classname: file };
  return outcome === "not run" ? { ...common, skipped: {} } : { ...common, failures };
}
