// Shrinks a failing plan: removes halves, quarters, … of its steps as long as the same check still fails.
import type { Plan } from "./plan.ts";
import { type Outcome, run, type SandboxPool } from "./run.ts";

/** Runs at most: the remaining plan is short enough to read by then. */
const MAX_RUNS = 60;

/** The kind of a failure: its text without ids, hashes and numbers. */
export function kindOf(wrong: string): string {
  return wrong.replaceAll(/0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{20,}|\d+/gi, "#").slice(0, 60);
}

/** `steps`: the numbers (from 1) of the steps that are needed; `outcome`: how the run with only those ended. */
export async function shrink(pool: SandboxPool, plan: Plan, first: Outcome, onProgress: (line: string) => void) {
  let steps = plan.steps.slice(0, first.step).map((_, index) => index + 1);
  let outcome = first;
  let runs = 0;
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1 && runs < MAX_RUNS;
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let from = 0; from < steps.length && runs < MAX_RUNS; ) {
      const shorter = steps.toSpliced(from, size);
      runs += 1;
      const shorterOutcome = await run(pool, withSteps(plan, shorter));
      if (shorterOutcome.failure !== "" && kindOf(shorterOutcome.failure) === kindOf(first.failure)) {
        [steps, outcome] = [shorter, shorterOutcome];
        onProgress(`${steps.length} steps are left`);
      } else from += size;
    }
  }
  return { steps, outcome };
}

/** The same plan with some of its steps; each keeps its own seed. */
export function withSteps(plan: Plan, numbers: readonly number[]): Plan {
  return { ...plan, steps: plan.steps.filter((_, index) => numbers.includes(index + 1)) };
}
