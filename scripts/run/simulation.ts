// Runs random operation sequences from seeds against the sandbox and compares it with an independent model: `npm run test:simulation -- --seeds 200 --steps 200 --jobs 2`.
// `--seed S` runs one seed and prints its steps; `--only 3,17` runs only those of its steps. Exits with 1 when a check failed.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countMet } from "../../src/simulation/sometimes.ts";
import { planOf } from "../../test/simulation/plan.ts";
import { missingSituations, SITUATIONS, type Situation } from "../../test/simulation/rare-situations.ts";
import { type Outcome, run, SandboxPool } from "../../test/simulation/run.ts";
import { shrink, withSteps } from "../../test/simulation/shrink.ts";

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
/** A run that takes longer than this counts as hanging (real ms). */
const RUN_TIMEOUT_MS = 300_000;

/** An outcome as JSON between processes. */
type WorkerResult = Omit<Outcome, "situations"> & { situations: [Situation, number][] };

async function work(): Promise<void> {
  let pool = new SandboxPool();
  let runs = 0;
  process.on("message", async (seed: number) => {
    const outcome = await run(pool, planOf(seed, steps));
    runs += 1;
    // Engines grow with every reset: replace them from time to time.
    if (runs % 40 === 0) {
      await pool.close();
      pool = new SandboxPool();
    }
    process.send?.({ ...outcome, situations: [...outcome.situations] } satisfies WorkerResult);
  });
}

async function runOne(seed: number): Promise<void> {
  const fullPlan = planOf(seed, steps);
  const plan = values.only === undefined ? fullPlan : withSteps(fullPlan, values.only.split(",").map(Number));
  const pool = new SandboxPool();
  const outcome = await run(pool, plan, console.log);
  if (outcome.failure !== "") {
    report(outcome);
    if (values.only === undefined) await shorten(pool, seed, outcome);
    process.exitCode = 1;
  } else {
    console.log(`seed ${seed}: all checks passed, trace digest ${outcome.digest}`);
    console.log([...outcome.situations].map(([name, count]) => `  ${name}: ${count}`).join("\n"));
  }
  await pool.close();
}

async function shorten(pool: SandboxPool, seed: number, outcome: Outcome): Promise<void> {
  console.log("looking for a shorter plan that fails in the same way");
  const { steps: numbers, outcome: shortest } = await shrink(pool, planOf(seed, steps), outcome, (line) =>
    console.log(`  ${line}`),
  );
  console.log(`seed ${seed} with ${numbers.length} steps: ${shortest.failure}\n${shortest.lines.join("\n")}`);
  console.log(`npm run test:simulation -- --seed ${seed} --steps ${steps} --only ${numbers.join(",")}`);
  console.log(`for test/simulation/regression-plans.ts: ${JSON.stringify(withSteps(planOf(seed, steps), numbers))}`);
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "unknown";
  }
}

function report({
  seed,
  step,
  operationName,
  failure,
  lines,
}: Pick<WorkerResult, "seed" | "step" | "operationName" | "failure" | "lines">): void {
  console.error(`BROKEN  seed ${seed}, commit ${commit()}, step ${step} (${operationName}): ${failure}`);
  console.error(lines.map((line) => `  ${line}`).join("\n"));
  console.error(`repeat: npm run test:simulation -- --seed ${seed} --steps ${steps}`);
}

/** Runs all seeds in `jobs` processes; returns the failed seeds and how often each situation occurred. */
async function runAll(
  seeds: number[],
  jobs: number,
): Promise<{ failed: number[]; situations: Map<Situation, number> }> {
  const [failed, situations, all] = [[] as number[], new Map<Situation, number>(), seeds.length];
  let done = 0;
  const began = performance.now();
  const record = (result: WorkerResult): void => {
    done += 1;
    for (const [name, count] of result.situations) countMet(situations, name, count);
    if (result.failure !== "") {
      failed.push(result.seed);
      report(result);
    }
    const each = ((performance.now() - began) / done / 1_000).toFixed(2);
    if (done % 10 === 0 || done === all || all < 30)
      console.log(`${done} of ${all} seeds, ${failed.length} broken, ${each} s each`);
  };
  await Promise.all(Array.from({ length: jobs }, () => oneWorker(seeds, record)));
  return { failed, situations };
}

async function oneWorker(seeds: number[], record: (result: WorkerResult) => void): Promise<void> {
  let child: ChildProcess | undefined;
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    child ??= fork(fileURLToPath(import.meta.url), ["--worker", "--steps", String(steps)]);
    const result = await answerOf(child, seed);
    if (result === undefined) child = undefined;
    record(
      result ?? {
        seed,
        failure: "the process exited or timed out",
        step: 0,
        operationName: "?",
        lines: [],
        digest: "",
        situations: [],
      },
    );
  }
  child?.kill();
}

/** Undefined when the worker exited or was killed after the timeout. */
function answerOf(child: ChildProcess, seed: number): Promise<WorkerResult | undefined> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => child.kill("SIGKILL"), RUN_TIMEOUT_MS);
    const end = (result?: WorkerResult): void => {
      clearTimeout(timeout);
      child.removeAllListeners();
      resolve(result);
    };
    child.once("message", (result) => end(result as WorkerResult));
    child.once("exit", () => end());
    child.send(seed);
  });
}

async function campaign(): Promise<void> {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
  const count = seeds.length;
  const { failed, situations } = await runAll(seeds, Number(values.jobs));
  console.log("\nRare situations:");
  for (const [name, where] of Object.entries(SITUATIONS))
    console.log(
      `  ${String(where === "" ? (situations.get(name as Situation) ?? 0) : "–").padStart(6)}  ${name}${where && ` (${where})`}`,
    );
  const missing = missingSituations(situations, count);
  for (const name of missing) console.error(`NEVER MET  ${name}`);
  console.log(`\n${count} seeds, ${failed.length} broken${failed.length === 0 ? "" : `: ${failed.join(", ")}`}`);
  if (failed.length > 0 || missing.length > 0) process.exitCode = 1;
}

if (values.worker) await work();
else if (values.seed !== undefined) await runOne(Number(values.seed));
else await campaign();
