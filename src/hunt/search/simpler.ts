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
      return step.steps.length > 2
        ? step.steps.map((_, at) => ({ ...step, steps: step.steps.toSpliced(at, 1) }))
        : step.steps;
    default:
      return [];
  }
}

const TRAVELS = ["10s", "1m", "10m", "1h"];

function payments({ legs, ...step }: Extract<HuntStep, { do: "pay" }>): HuntStep[] {
  if (legs !== undefined) return [step, ...(legs.length > 2 ? [{ ...step, legs: legs.slice(0, 2) }] : [])];
  return step.amount === "1" ? [] : [{ ...step, amount: "1" }];
}

function faults(step: Extract<HuntStep, { do: "fault" }>): HuntStep[] {
  const { times = 1, ...once } = step;
  if (times === 1) return [];
  return [once, ...(times !== null && times > 2 ? [{ ...step, times: 2 }] : [])];
}
