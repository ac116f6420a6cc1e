// Plays a GitHub workflow of a page as one bash script: every job, every combination of its matrix, each step in order.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "./workspace.ts";

type Step = { run?: string; uses?: string; with?: Record<string, string> };
type Job = { steps: Step[]; strategy?: { matrix: Record<string, unknown[]> } };
type Action = { inputs: Record<string, { default?: string }>; runs: { steps: ActionStep[] } };
type ActionStep = { id?: string; run?: string; env?: Record<string, string> };

/** What a runner has for each job; an artifact is a folder that outlives its job. */
const RUNNER = `export GITHUB_STEP_SUMMARY="$PWD/.summary.md"
upload() { mkdir -p .artifacts && rm -rf ".artifacts/$1" && mv "$2" ".artifacts/$1"; }
download() { for folder in .artifacts/$1; do mv "$folder" .; done; }
`;

/** The script. Each job has to end with 0, whatever its `if` says, and at the end the summary must have a heading for each report. */
export function workflowScript(text: string): string {
  const { jobs } = parse(text) as { jobs: Record<string, Job> };
  const scripts = Object.entries(jobs).flatMap(([name, job]) =>
    combinations(job.strategy?.matrix ?? {}).map((values) => jobScript(name, job, values)),
  );
  const reports = scripts.filter((script) => script.includes("contract ")).length;
  return `${RUNNER}${scripts.join("")}[ "$(grep -c '^# ' .summary.md)" = ${reports} ]\n`;
}

/** Every choice of one value for each name. */
function combinations(matrix: Record<string, unknown[]>): Record<string, unknown>[] {
  return Object.entries(matrix).reduce<Record<string, unknown>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** A job in a shell of its own; what it left running ends with it. */
function jobScript(name: string, { steps }: Job, matrix: Record<string, unknown>): string {
  const lines = steps
    .flatMap(stepLines)
    .map((line) => line.replaceAll(/\$\{\{ matrix\.(\w+) \}\}/g, (_, key: string) => String(matrix[key])));
  const job = `( set -e; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${lines.join("\n")}\n)`;
  // Beside `||` a shell would go on after a command that fails.
  return `set +e\n${job}\ncode=$?\nset -e\n[ $code = 0 ] || { echo "the job ${name} ended with $code" >&2; exit 1; }\n`;
}

function stepLines({ run, uses = "", with: given = {} }: Step): string[] {
  if (run !== undefined) return [run];
  const [, action = ""] = /^([\w/-]+)@/.exec(uses) ?? [];
  if (action === "actions/checkout" || action === "actions/setup-node") return [];
  if (action === "actions/upload-artifact") return [`upload ${given["name"]} ${given["path"]}`];
  if (action === "actions/download-artifact") return [`download '${given["pattern"]}'`];
  if (action.endsWith("/crypto-payment-sandbox")) return actionLines(given);
  throw new Error(`nothing plays ${uses}`);
}

/** The step `contract` of the repository's action, and what it uploads. */
function actionLines(given: Record<string, string>): string[] {
  const { inputs, runs } = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;
  const step = runs.steps.find(({ id }) => id === "contract");
  if (step?.run === undefined || given["contract"] === undefined)
    throw new Error("the action plays its step contract only");
  const inputOf = (expression: string): string => {
    const [, name = ""] = /inputs\.([\w-]+)/.exec(expression) ?? [];
    return given[name] ?? inputs[name]?.default ?? "";
  };
  const variables = Object.entries(step.env ?? {}).map(([name, value]) => `export ${name}='${inputOf(value)}'`);
  const report = inputOf("inputs.report");
  return [`( ${variables.join("; ")}\n${step.run}\n)`, `upload ${report} ${report}`];
}
