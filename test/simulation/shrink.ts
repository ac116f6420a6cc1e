// From a failing run to a short one: leaves out halves, quarters, … of the steps as long as the same thing still breaks.
import type { Plan } from "./plan.ts";
import { type Outcome, run, type Theatre } from "./run.ts";

/** So many runs at most: what is left then is short enough to be read. */
const MOST_RUNS = 60;

/** The kind of a failure: its words without ids, hashes and numbers. */
export function kindOf(wrong: string): string {
  return wrong.replaceAll(/0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{20,}|\d+/gi, "#").slice(0, 60);
}

/** `kept`: the numbers of the steps (from 1) that are needed; `outcome`: how the run of those alone ended. */
export async function shrink(theatre: Theatre, plan: Plan, first: Outcome, tell: (line: string) => void) {
  let kept = plan.steps.slice(0, first.step).map((_, index) => index + 1);
  let outcome = first;
  let runs = 0;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1 && runs < MOST_RUNS;
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let from = 0; from < kept.length && runs < MOST_RUNS; ) {
      const shorter = kept.toSpliced(from, size);
      runs += 1;
      const next = await run(theatre, only(plan, shorter));
      if (next.wrong !== "" && kindOf(next.wrong) === kindOf(first.wrong)) {
        [kept, outcome] = [shorter, next];
        tell(`${kept.length} steps are left`);
      } else from += size;
    }
  }
  return { kept, outcome };
}

/** The same plan with some of its steps; each keeps its own dice. */
export function only(plan: Plan, numbers: readonly number[]): Plan {
  return { ...plan, steps: plan.steps.filter((_, index) => numbers.includes(index + 1)) };
}
