// Proves that the hunt finds mistakes and raises no false alarm: `npm run proof:hunt` (U-80, U-81).
// Each mistake of `test/hunt/mistakes` is put into a copy of its example and hunted; then the correct examples are hunted for long.
// `--quick`: eight mistakes and 200 worlds of the correct shop (part of `.ci/run`); `--only NAME,…`: these mistakes, or none, and no correct app;
// `--correct EXAMPLE/SEED,…`: these runs of correct apps alone; `--worlds N` of each, `--longest S` seconds. `--keep FILE`: results are added to
// this file, a line each, so that the proof can be made in parts; `--rest`: without those that the file has of this commit, after a stop;
// `--write`: the table into docs/hunt.md, from all results of the file.
// Exits with 1 when it does not hold.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Finding, Phase } from "../../src/hunt/report.ts";
import { storyOf } from "../../src/hunt/story/scenario.ts";
import { EXAMPLES, type Example, huntShop } from "../../test/hunt/a-hunt.ts";
import type { Mistake } from "../../test/hunt/mistakes/shop.ts";
import {
  type CorrectResult,
  correctResult,
  keyOf,
  lastOfEach,
  type MistakeResult,
  madeIn,
  mistakeResult,
  type ProofResult,
  plannedOf,
  resultsIn,
} from "../../test/hunt/proof/result.ts";
import { stateOfCode } from "../../test/hunt/proof/state.ts";
import { withProof } from "../../test/hunt/proof/table.ts";
import { runAStory } from "../../test/hunt/run-a-story.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    correct: { type: "string" },
    worlds: { type: "string" },
    budget: { type: "string", default: "60" },
    longest: { type: "string", default: "7200" },
    keep: { type: "string" },
    rest: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
/** Found by different rules and phases. */
const QUICK = [
  ...["no-dedupe", "check-then-insert", "credit-on-new", "new-reference", "float-sums", "signature-unchecked"],
  ...["dedupe-in-memory", "python-no-debit"],
];
/** The phases of each seed: together they have every single, a thousand pairs and long chains of swarm. */
const PHASES: readonly (readonly Phase[])[] = [["singles", "pairs"], ["singles", "swarm"], ["swarm"]];
const MOST_STEPS = 10;
const MOST_MEDIAN_STEPS = 5;
/** Of a story that fails now and then. */
const MOST_TRIES = 4;

/** The quick form counts worlds alone: it must not depend on how fast the machine is. */
const QUICK_WORLDS = 150;

const budgetMs = Number(values.quick ? values.longest : values.budget) * 1_000;
const worlds = Number(values.worlds ?? (values.quick ? 200 : 1_000));
const state = stateOfCode();
/** With `--rest`: what the file has of this state of the code already. */
const done = new Set(values.rest && values.keep !== undefined ? madeIn(values.keep, state).map(keyOf) : []);
const python = spawnSync("python3", ["--version"]).status === 0;
const problems: string[] = [];

function keep<Result extends ProofResult>(made: Result): Result {
  const result = { ...made, ...state };
  if (values.keep !== undefined) appendFileSync(values.keep, `${JSON.stringify(result)}\n`);
  return result;
}

function wanted({ name }: Mistake): boolean {
  if (values.only !== undefined) return values.only.split(",").includes(name);
  return values.correct === undefined && (!values.quick || QUICK.includes(name));
}

async function tryMistakes(): Promise<MistakeResult[]> {
  const tried: MistakeResult[] = [];
  for (const example of Object.keys(EXAMPLES) as Example[]) {
    for (const mistake of EXAMPLES[example].mistakes.filter(wanted)) {
      if (isMissing(example) || done.has(keyOf({ kind: "mistake", example, name: mistake.name }))) continue;
      const one = keep(await tryOne(example, mistake));
      tried.push(one);
      console.log(lineOf(one));
    }
  }
  return tried;
}

function isMissing(example: Example): boolean {
  if (example !== "books-python" || python) return false;
  console.log("books-python: not checked, there is no python3 here");
  return true;
}

async function tryOne(example: Example, mistake: Mistake): Promise<MistakeResult> {
  const phases = ["singles", "pairs", "swarm"] as const;
  const limits = { budgetMs, ...(values.quick && { maxWorlds: QUICK_WORLDS }) };
  const report = await huntShop({ example, mistake: mistake.name, phases, most: 1, ...limits });
  const finding = report.findings.find(({ level }) => level === "error" || mistake.warning === true);
  const repeats = finding === undefined ? null : await repeated(example, mistake, finding);
  return mistakeResult(report, mistake, { example, repeats });
}

/** Why the kept story is not what `run` repeats; null when it fails with the mistake, as often as it was seen, and passes without it. */
async function repeated(example: Example, { name, adapter = {} }: Mistake, finding: Finding): Promise<string | null> {
  const story = (own: object) => storyOf(finding, { adapter: own, seed: 1, version: "proof" });
  // What begins at once may come in another order in one run of many.
  const isSure = finding.rate.failed === finding.rate.of && finding.steps.every((step) => step.do !== "together");
  for (let left = isSure ? 1 : MOST_TRIES; left > 0; left -= 1) {
    const { code, err } = await runAStory({ example, mistake: name }, story);
    if (code === 1) break;
    // A story that `run` does not even read must not look like a flaw that does not show.
    if (code !== 0) return `run ends with ${code} for the story of ${name}: ${err}`;
    if (left === 1) return `run passes the story of ${name}`;
  }
  const right = await runAStory({ example, adapter }, story);
  return right.code === 0 ? null : `run fails the story of ${name} without the mistake: ${right.out}${right.err}`;
}

function lineOf({ name, found, why, worlds: played }: MistakeResult): string {
  if (found === null) return `MISSED ${name}: ${why}, ${played} worlds`;
  const { rule, phase, world, seconds, steps, worlds: more, rate, why: lacks } = found;
  const certificate = lacks ? `${found.certificate} (${lacks})` : found.certificate;
  const when = `${seconds.toFixed(1)} s, world ${world} (${phase})`;
  return `found  ${name}: ${rule} in ${when}, ${steps} steps, ${certificate} after ${more} worlds, ${rate}`;
}

function judge(tried: readonly MistakeResult[]): void {
  const missed = tried.filter(({ found }) => found === null).map(({ name }) => name);
  const allowed = Math.floor(tried.filter(({ example }) => example === "shop-with-books").length / 24);
  if (missed.length > allowed) problems.push(`${missed.length} mistakes were missed: ${missed.join(", ")}`);
  if (missed.some((name) => name.startsWith("python-"))) problems.push("a mistake of the Python app was missed");
  const steps = tried.flatMap(({ found }) => found?.steps ?? []).toSorted((a, b) => a - b);
  const median = steps[Math.floor(steps.length / 2)] ?? 0;
  console.log(
    `${steps.length} of ${tried.length} found; steps of a story: median ${median}, most ${steps.at(-1) ?? 0}`,
  );
  if ((steps.at(-1) ?? 0) > MOST_STEPS || median > MOST_MEDIAN_STEPS) problems.push("the stories are too long");
  for (const { repeats } of tried) if (repeats !== null) problems.push(repeats);
  // A slow machine has no time to prove it.
  for (const { name, found } of tried)
    if (found?.certificate === "not proven" && !values.quick)
      problems.push(`the story of ${name} is not proven minimal`);
}

/** Which correct apps are hunted with which seeds. */
function correctRuns(): { example: Example; seed: number }[] {
  if (values.correct !== undefined)
    return values.correct.split(",").map((text) => {
      const [example = "", seed = "1"] = text.split("/");
      return { example: example as Example, seed: Number(seed) };
    });
  if (values.only !== undefined) return [];
  if (values.quick) return [{ example: "shop-with-books", seed: 1 }];
  const seeds = PHASES.map((_, index) => index + 1);
  return (Object.keys(EXAMPLES) as Example[]).flatMap((example) => seeds.map((seed) => ({ example, seed })));
}

async function tryCorrect(example: Example, seed: number): Promise<void> {
  const phases = PHASES[(seed - 1) % PHASES.length] ?? ["singles"];
  const report = await huntShop({
    example,
    seed,
    phases,
    maxWorlds: worlds,
    budgetMs: Number(values.longest) * 1_000,
    most: 5,
  });
  judgeCorrect(keep(correctResult(report, example, phases)));
}

function judgeCorrect(result: CorrectResult): void {
  const { example, seed, alarms, notJudged, neverMet, seconds } = result;
  const where = `${example}, seed ${seed}`;
  const played = plannedOf(result);
  console.log(
    `${where}: ${alarms.length} false alarms in ${played} worlds ${JSON.stringify(result.worlds)}, ${notJudged} not judged, ${seconds.toFixed(0)} s`,
  );
  if (alarms.length > 0) problems.push(`${where}: ${alarms.join("; ")}`);
  if (example === "shop-with-books" && neverMet.length > 0)
    problems.push(`${where}: never met: ${neverMet.join(", ")}`);
}

const tried = await tryMistakes();
if (tried.length > 0) judge(tried);
for (const { example, seed } of correctRuns())
  if (!isMissing(example) && !done.has(keyOf({ kind: "correct", example, seed }))) await tryCorrect(example, seed);
if (values.write) {
  const file = join(import.meta.dirname, "../../docs/hunt.md");
  const results = values.keep === undefined ? lastOfEach(tried) : resultsIn(values.keep);
  writeFileSync(file, withProof(readFileSync(file, "utf8"), results));
}
for (const problem of problems) console.error(`does not hold: ${problem}`);
console.log(problems.length === 0 ? "the proof holds" : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
