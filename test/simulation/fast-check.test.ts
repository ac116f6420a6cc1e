// A second, different generator: fast-check draws the steps without weights, menus or swarms, and shortens what fails by itself.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { OPERATIONS } from "./operations/menu.ts";
import { type Plan, planOf } from "./plan.ts";
import { run, Theatre } from "./run.ts";

const theatre = new Theatre();
afterAll(() => theatre.close());

const names = OPERATIONS.filter(({ needs }) => needs === undefined).map(({ name }) => name);
const steps = fc.array(fc.record({ name: fc.constantFrom(...names), seed: fc.nat() }), { minLength: 5, maxLength: 30 });
/** Networks, mining modes and confirmations of a world in memory. */
const worlds = fc.integer({ min: 1, max: 7 }).map((seed) => planOf(seed, 0));

test("R-176 whatever is drawn without weights, the world is what a model of it says", async () => {
  const holds = async (world: Plan, drawn: Plan["steps"]): Promise<void> => {
    const { wrong } = await run(theatre, { ...world, steps: drawn });
    expect(wrong).toBe("");
  };
  await fc.assert(fc.asyncProperty(worlds, steps, holds), { seed: 20_260_101, numRuns: 12, endOnFailure: false });
}, 600_000);
