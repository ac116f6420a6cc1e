// One seed is one story: told twice, by fresh engines and by such that have told another before, it is the same to the byte.
import { expect, test } from "vitest";
import { type Plan, planOf } from "./plan.ts";
import { run, Theatre } from "./run.ts";

const STEPS = 30;

/** Who comes first of two that run against each other is decided by the machine, and no part of a story. */
function withoutRaces(plan: Plan): Plan {
  return { ...plan, steps: plan.steps.filter(({ name }) => !/ at once$| against /.test(name)) };
}

async function tracesOf(seeds: readonly number[]): Promise<Map<number, string>> {
  const theatre = new Theatre();
  const traces = new Map<number, string>();
  for (const seed of seeds) traces.set(seed, (await run(theatre, withoutRaces(planOf(seed, STEPS)))).digest);
  await theatre.close();
  return traces;
}

test("R-177 I-44 the same seed tells the same story, whatever was told before it", async () => {
  // One of them lives in a folder and is closed and opened on its way.
  const there = await tracesOf([4, 8, 5, 10]);
  const back = await tracesOf([10, 5, 8, 4]);
  expect(new Map([...back].toSorted())).toEqual(new Map([...there].toSorted()));
  expect(new Set(there.values()).size).toBe(4);
}, 600_000);
