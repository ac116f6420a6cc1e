// Results of scenarios as a JUnit report: a suite per scenario, a test case per step.
import { escapeControl } from "../kernel/escape-control.ts";
import type { Outcome, StepOutcome } from "../scenario/run.ts";

/** The report of these scenarios, each with the name of its file. */
export function junitReport(results: readonly { file: string; outcome: Outcome }[]): string {
  const suites = results.map(({ file, outcome: { title, steps } }) =>
    element("testsuite", { name: title, ...counts(steps) }, steps.map((step) => testCase(file, step)).join("")),
  );
  const all = counts(results.flatMap(({ outcome }) => outcome.steps));
  const root = element("testsuites", { name: "cpsandbox run", ...all }, suites.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function counts(steps: readonly StepOutcome[]): Record<string, string> {
  const count = (wanted: StepOutcome["outcome"]): string =>
    String(steps.filter(({ outcome }) => outcome === wanted).length);
  return { tests: String(steps.length), failures: count("failed"), errors: "0", skipped: count("not run") };
}

function testCase(file: string, { number, title, outcome, differences }: StepOutcome): string {
  const failures = differences.map(({ at, expected, seen }) =>
    element("failure", { type: "difference", message: `${at}: expected ${expected}, seen ${seen}` }),
  );
  const content = outcome === "not run" ? element("skipped", {}) : failures.join("");
  return element("testcase", { name: `${number} ${title}`, classname: file }, content);
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ""): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${all.join("")}${content === "" ? "/>" : `>${content}</${name}>`}`;
}

/** Text of an attribute; control characters, which XML does not allow, are written as escapes. */
function escaped(text: string): string {
  const plain = escapeControl(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return plain.replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
