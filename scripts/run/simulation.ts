// Plays random worlds from seeds and compares them with a model of its own: `npm run test:simulation -- --seeds 200 --steps 200 --jobs 2`.
// `--seed S` plays one and tells its steps; `--only 3,17` plays those of its steps alone. Ends with 1 when something broke.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { planOf } from "../../test/simulation/plan.ts";
import { type Outcome, run, Theatre } from "../../test/simulation/run.ts";
import { only, shrink } from "../../test/simulation/shrink.ts";
import { neverMet, SITUATIONS, type Situation } from "../../test/simulation/sometimes.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "1" },
    steps: { type: "string", default: "200" },
    seed: { type: "string" },
    only: { type: "string" },
    jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    worker: { type: "boolean", default: false },
  },
});
const steps = Number(values.steps);
/** A run that takes longer than this has come to a standstill (real ms). */
const PATIENCE_MS = 300_000;

type Told = Omit<Outcome, "met"> & { met: [Situation, number][] };

async function work(): Promise<void> {
  let theatre = new Theatre();
  let played = 0;
  process.on("message", async (seed: number) => {
    const outcome = await run(theatre, planOf(seed, steps));
    played += 1;
    // Engines that have begun anew often enough are given back.
    if (played % 40 === 0) {
      await theatre.close();
      theatre = new Theatre();
    }
    process.send?.({ ...outcome, met: [...outcome.met] } satisfies Told);
  });
}

async function playOne(seed: number): Promise<void> {
  const whole = planOf(seed, steps);
  const plan = values.only === undefined ? whole : only(whole, values.only.split(",").map(Number));
  const theatre = new Theatre();
  const outcome = await run(theatre, plan, console.log);
  if (outcome.wrong !== "") {
    report(outcome);
    if (values.only === undefined) await shorten(theatre, seed, outcome);
    process.exitCode = 1;
  } else {
    console.log(`seed ${seed}: all held, trace ${outcome.digest}`);
    console.log([...outcome.met].map(([name, count]) => `  ${name}: ${count}`).join("\n"));
  }
  await theatre.close();
}

async function shorten(theatre: Theatre, seed: number, outcome: Outcome): Promise<void> {
  console.log("looking for a shorter way to it");
  const { kept, outcome: shortest } = await shrink(theatre, planOf(seed, steps), outcome, (line) =>
    console.log(`  ${line}`),
  );
  console.log(`seed ${seed} with ${kept.length} steps: ${shortest.wrong}\n${shortest.lines.join("\n")}`);
  console.log(`npm run test:simulation -- --seed ${seed} --steps ${steps} --only ${kept.join(",")}`);
  console.log(`for test/simulation/kept-seeds.ts: ${JSON.stringify(only(planOf(seed, steps), kept))}`);
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "unknown";
  }
}

function report({ seed, step, doing, wrong, lines }: Pick<Told, "seed" | "step" | "doing" | "wrong" | "lines">): void {
  console.error(`BROKEN  seed ${seed}, commit ${commit()}, step ${step} (${doing}): ${wrong}`);
  console.error(lines.map((line) => `  ${line}`).join("\n"));
  console.error(`repeat: npm run test:simulation -- --seed ${seed} --steps ${steps}`);
}

/** Plays all seeds in so many processes; the failed ones come back. */
async function playAll(seeds: number[], jobs: number): Promise<{ failed: number[]; met: Map<Situation, number> }> {
  const [failed, met, all] = [[] as number[], new Map<Situation, number>(), seeds.length];
  let done = 0;
  const began = performance.now();
  const learn = (told: Told): void => {
    done += 1;
    for (const [name, count] of told.met) met.set(name, (met.get(name) ?? 0) + count);
    if (told.wrong !== "") {
      failed.push(told.seed);
      report(told);
    }
    const each = ((performance.now() - began) / done / 1_000).toFixed(2);
    if (done % 10 === 0 || done === all || all < 30)
      console.log(`${done} of ${all} seeds, ${failed.length} broken, ${each} s each`);
  };
  await Promise.all(Array.from({ length: jobs }, () => oneWorker(seeds, learn)));
  return { failed, met };
}

async function oneWorker(seeds: number[], learn: (told: Told) => void): Promise<void> {
  let child: ChildProcess | undefined;
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    child ??= fork(fileURLToPath(import.meta.url), ["--worker", "--steps", String(steps)]);
    const told = await answerOf(child, seed);
    if (told === undefined) child = undefined;
    learn(
      told ?? { seed, wrong: "the process ended or stood still", step: 0, doing: "?", lines: [], digest: "", met: [] },
    );
  }
  child?.kill();
}

/** Undefined when the worker ended, or was ended because it stood still. */
function answerOf(child: ChildProcess, seed: number): Promise<Told | undefined> {
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    const end = (told?: Told): void => {
      clearTimeout(tooLong);
      child.removeAllListeners();
      resolve(told);
    };
    child.once("message", (told) => end(told as Told));
    child.once("exit", () => end());
    child.send(seed);
  });
}

async function campaign(): Promise<void> {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
  const count = seeds.length;
  const { failed, met } = await playAll(seeds, Number(values.jobs));
  console.log("\nSometimes:");
  for (const [name, where] of Object.entries(SITUATIONS))
    console.log(
      `  ${String(where === "" ? (met.get(name as Situation) ?? 0) : "–").padStart(6)}  ${name}${where && ` (${where})`}`,
    );
  const never = neverMet(met, count);
  for (const name of never) console.error(`NEVER MET  ${name}`);
  console.log(`\n${count} seeds, ${failed.length} broken${failed.length === 0 ? "" : `: ${failed.join(", ")}`}`);
  if (failed.length > 0 || never.length > 0) process.exitCode = 1;
}

if (values.worker) await work();
else if (values.seed !== undefined) await playOne(Number(values.seed));
else await campaign();
