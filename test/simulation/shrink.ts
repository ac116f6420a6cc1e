// Shrinks a failing plan of the simulation: the steps that are needed for the same check to fail.
import { type Look, shrink as shrinkSteps } from "../../src/simulation/shrink.ts";
import type { Plan } from "./plan.ts";
import { type Outcome, run, type SandboxPool } from "./run.ts";

/** Runs at most: a plan of 200 steps needs about half as many. */
const MAX_RUNS = 150;

/** The kind of a failure: its text without ids, hashes and numbers. */
export function kindOf(wrong: string): string {
  return wrong.replaceAll(/0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{20,}|\d+/gi, "#").slice(0, 60);
}

/** `steps`: the numbers (from 1) of the steps that are needed; `outcome`: how the run with only those ended. */
export async function shrink(pool: SandboxPool, plan: Plan, first: Outcome, onProgress: (line: string) => void) {
  let outcome = first;
  let last = first;
  let runs = 0;
  const look = async (numbers: readonly number[]): Promise<Look> => {
    runs += 1;
    last = await run(pool, withSteps(plan, numbers));
    const fails = last.failure !== "" && kindOf(last.failure) === kindOf(first.failure);
    if (fails) outcome = last;
    return { fails, at: last.step };
  };
  const { steps } = await shrinkSteps({
    ...{ steps: plan.steps.map((_, index) => index + 1), at: first.step, look },
    mayGoOn: () => runs < MAX_RUNS,
    onSmaller: (numbers) => onProgress(`${numbers.length} steps are left`),
  });
  return { steps, outcome };
}

/** The same plan with some of its steps; each keeps its own seed. */
export function withSteps(plan: Plan, numbers: readonly number[]): Plan {
  return { ...plan, steps: plan.steps.filter((_, index) => numbers.includes(index + 1)) };
}
