// Proves that the hunt finds mistakes and raises no false alarm: `npm run proof:hunt` (U-80, U-81).
// Each mistake of `test/hunt/mistakes` is put into a copy of its example and hunted; then the correct examples are hunted for long.
// `--quick`: eight mistakes and 200 worlds of the correct shop (part of `.ci/run`); `--only NAME,…`: these mistakes alone;
// `--worlds N` of each correct app and seed; `--seeds N`; `--write`: the table into docs/hunt.md. Exits with 1 when it does not hold.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Finding, HuntReport } from "../../src/hunt/report.ts";
import { storyOf } from "../../src/hunt/story/scenario.ts";
import { EXAMPLES, type Example, huntShop } from "../../test/hunt/a-hunt.ts";
import type { Mistake } from "../../test/hunt/mistakes/shop.ts";
import { runAStory } from "../../test/hunt/run-a-story.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    worlds: { type: "string" },
    seeds: { type: "string" },
    budget: { type: "string", default: "60" },
    write: { type: "boolean", default: false },
  },
});
/** Found by different rules and phases. */
const QUICK = [
  ...["no-dedupe", "check-then-insert", "credit-on-new", "new-reference", "float-sums", "signature-unchecked"],
  ...["dedupe-in-memory", "python-no-debit"],
];
const budgetMs = Number(values.budget) * 1_000;
const MOST_STEPS = 10;
const MOST_MEDIAN_STEPS = 5;
/** Of a story that fails now and then. */
const MOST_TRIES = 4;

type Tried = {
  mistake: Mistake;
  example: Example;
  report: HuntReport;
  finding: Finding | undefined;
  repeats: string | null;
};

const python = spawnSync("python3", ["--version"]).status === 0;
const worlds = Number(values.worlds ?? (values.quick ? 200 : 1_000));
const seeds = Number(values.seeds ?? (values.quick ? 1 : 3));
const problems: string[] = [];

function wanted({ name }: Mistake): boolean {
  if (values.only !== undefined) return values.only.split(",").includes(name);
  return !values.quick || QUICK.includes(name);
}

async function tryOne(example: Example, mistake: Mistake): Promise<Tried> {
  const phases = ["singles", "pairs", "swarm"] as const;
  const report = await huntShop({ example, mistake: mistake.name, phases, budgetMs, most: 1 });
  const finding = report.findings.find(({ level }) => level === "error" || mistake.warning === true);
  return {
    mistake,
    example,
    report,
    finding,
    repeats: finding === undefined ? null : await repeated(example, mistake, finding),
  };
}

/** Why the kept story is not what `run` repeats; null when it fails with the mistake, as often as it was seen, and passes without it. */
async function repeated(example: Example, { name, adapter = {} }: Mistake, finding: Finding): Promise<string | null> {
  const story = (own: object) => storyOf(finding, { adapter: own, seed: 1, version: "proof" });
  for (let left = finding.rate.failed === finding.rate.of ? 1 : MOST_TRIES; left > 0; left -= 1) {
    if ((await runAStory({ example, mistake: name }, story)).code === 1) break;
    if (left === 1) return `run passes the story of ${name}`;
  }
  const right = await runAStory({ example, adapter }, story);
  return right.code === 0 ? null : `run fails the story of ${name} without the mistake: ${right.out}${right.err}`;
}

function lineOf({ mistake: { name }, report, finding }: Tried): string {
  if (finding === undefined) return `MISSED ${name}: ${report.hindrance ?? report.ended}, ${worldsOf(report)} worlds`;
  const { rule, phase, after_ms, world, steps, rate, certificate, worlds } = finding;
  const seen = `${rate.failed} of ${rate.of}`;
  const when = `${(after_ms / 1_000).toFixed(1)} s, world ${world} (${phase})`;
  return `found  ${name}: ${rule} in ${when}, ${steps.length} steps, ${certificate.kind} after ${worlds} worlds, ${seen}`;
}

function worldsOf({ worlds: { singles, pairs, swarm } }: HuntReport): number {
  return singles + pairs + swarm;
}

async function tryMistakes(): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const example of Object.keys(EXAMPLES) as Example[]) {
    if (example === "books-python" && !python) {
      console.log("books-python: not checked, there is no python3 here");
      continue;
    }
    for (const mistake of EXAMPLES[example].mistakes.filter(wanted)) {
      const one = await tryOne(example, mistake);
      tried.push(one);
      console.log(lineOf(one));
    }
  }
  return tried;
}

function judge(tried: readonly Tried[]): void {
  const found = tried.filter(({ finding }) => finding !== undefined);
  const missed = tried.filter(({ finding }) => finding === undefined).map(({ mistake: { name } }) => name);
  const ofShop = tried.filter(({ example }) => example === "shop-with-books");
  const allowed = Math.floor(ofShop.length / 24);
  if (missed.length > allowed) problems.push(`${missed.length} mistakes were missed: ${missed.join(", ")}`);
  if (missed.some((name) => name.startsWith("python-"))) problems.push("a mistake of the Python app was missed");
  const steps = found.map(({ finding }) => finding?.steps.length ?? 0).toSorted((a, b) => a - b);
  const median = steps[Math.floor(steps.length / 2)] ?? 0;
  console.log(`${found.length} of ${tried.length} found; steps of a story: median ${median}, most ${steps.at(-1)}`);
  if ((steps.at(-1) ?? 0) > MOST_STEPS || median > MOST_MEDIAN_STEPS) problems.push("the stories are too long");
  for (const { repeats } of found) if (repeats !== null) problems.push(repeats);
  for (const { mistake, finding } of found)
    if (finding?.certificate.kind === "not proven") problems.push(`the story of ${mistake.name} is not proven minimal`);
}

async function tryCorrect(): Promise<string[]> {
  const lines: string[] = [];
  const examples = (values.quick ? ["shop-with-books"] : Object.keys(EXAMPLES)) as Example[];
  for (const example of examples.filter((one) => one !== "books-python" || python))
    for (let seed = 1; seed <= seeds; seed += 1) lines.push(await tryCorrectOne(example, seed));
  return lines;
}

async function tryCorrectOne(example: Example, seed: number): Promise<string> {
  const phases = ["singles", "pairs", "swarm"] as const;
  const report = await huntShop({ example, seed, phases, maxWorlds: worlds, budgetMs: 7_200_000, most: 5 });
  const alarms = report.findings.map(({ rule, what }) => `${rule} ${what}`);
  if (report.hindrance !== null) alarms.push(report.hindrance);
  const missed = report.not_judged.reduce((sum, { worlds: count }) => sum + count, 0);
  const where = `${example}, seed ${seed}`;
  const line = `${where}: ${report.findings.length} findings in ${worldsOf(report)} worlds, ${missed} not judged, ${report.seconds.toFixed(0)} s`;
  console.log(line);
  if (alarms.length > 0) problems.push(`${where}: ${alarms.join("; ")}`);
  if (example === "shop-with-books" && worldsOf(report) >= 1_000 && report.never_met.length > 0)
    problems.push(`${where}: never met: ${report.never_met.join(", ")}`);
  return line;
}

function tableOf(tried: readonly Tried[], correct: readonly string[]): string {
  const rows = tried.map(({ mistake: { name, about }, finding }) => {
    if (finding === undefined) return `| ${name} | ${about} | **missed** | | | | |`;
    const { rule, phase, world, after_ms, steps, rate, certificate } = finding;
    return `| ${name} | ${about} | ${rule} | ${phase} ${world} | ${(after_ms / 1_000).toFixed(1)} s | ${steps.length}, ${certificate.kind} | ${rate.failed} of ${rate.of} |`;
  });
  const head = [
    "| Mistake | What it does | Rule | World | First after | Steps | Seen |",
    "|---|---|---|---|---|---|---|",
  ];
  return [...head, ...rows, "", ...correct.map((line) => `- ${line}`)].join("\n");
}

const tried = await tryMistakes();
judge(tried);
const correct = values.only === undefined ? await tryCorrect() : [];
if (values.write) {
  const file = join(import.meta.dirname, "../../docs/hunt.md");
  const [before, rest = ""] = readFileSync(file, "utf8").split("<!-- proof -->\n");
  const after = rest.slice(rest.indexOf("<!-- end of proof -->"));
  writeFileSync(file, `${before}<!-- proof -->\n\n${tableOf(tried, correct)}\n\n${after}`);
}
for (const problem of problems) console.error(`does not hold: ${problem}`);
console.log(problems.length === 0 ? "the proof holds" : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
