// One seed is one story: told twice, by fresh engines and by such that have told another before, it is the same to the byte.
import { expect, test } from "vitest";
import { planOf } from "./plan.ts";
import { run, Theatre } from "./run.ts";

const STEPS = 30;

async function tracesOf(seeds: readonly number[]): Promise<Map<number, string>> {
  const theatre = new Theatre();
  const traces = new Map<number, string>();
  for (const seed of seeds) traces.set(seed, (await run(theatre, planOf(seed, STEPS))).digest);
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
