// Simpler forms of a step, the simplest first: round amounts, one leg, one time, a shorter way through time (U-31).
import type { HuntStep } from "../plan/step.ts";

/** None for a step that cannot be simpler. No form leads back to an earlier one: each is shorter or has smaller numbers. */
export function simpler(step: HuntStep): readonly HuntStep[] {
  switch (step.do) {
    case "pay":
      return payments(step);
    case "withdraw":
      return step.amount === "1" ? [] : [{ ...step, amount: "1" }];
    case "fault":
      return faults(step);
    case "travel":
      return TRAVELS.slice(0, Math.max(0, TRAVELS.indexOf(step.by))).map((by) => ({ ...step, by }));
    case "mine":
      return step.blocks > 1 ? [{ ...step, blocks: 1 }] : [];
    case "reorg":
      return step.depth > 1 ? [{ ...step, depth: 1 }] : [];
    case "together":
      return together(step);
    default:
      return [];
  }
}

const TRAVELS = ["10s", "1m", "10m", "1h", "3d"];

function payments({ legs, ...step }: Extract<HuntStep, { do: "pay" }>): HuntStep[] {
  if (legs !== undefined) return [step, ...(legs.length > 2 ? [{ ...step, legs: legs.slice(0, 2) }] : [])];
  return step.amount === "1" ? [] : [{ ...step, amount: "1" }];
}

/** Halves first, where each of them is still several steps. Steps that are apart stay so: at once they would fail less often. */
function together(step: Extract<HuntStep, { do: "together" }>): readonly HuntStep[] {
  const { steps } = step;
  if (steps.length <= 2) return steps;
  const middle = Math.floor(steps.length / 2);
  const halves = steps.length < 4 ? [] : [steps.slice(0, middle), steps.slice(middle)];
  return [...halves, ...steps.map((_, at) => steps.toSpliced(at, 1))].map((some) => ({ ...step, steps: some }));
}

function faults(step: Extract<HuntStep, { do: "fault" }>): HuntStep[] {
  const { times = 1, ...once } = step;
  if (times === 1) return [];
  return [once, ...(times !== null && times > 2 ? [{ ...step, times: 2 }] : [])];
}
