// A second generator: fast-check draws the steps without weights or swarm selection, and shrinks a failing sequence itself.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { OPERATIONS } from "./operations/operation-table.ts";
import { type Plan, planOf } from "./plan.ts";
import { run, SandboxPool } from "./run.ts";

const pool = new SandboxPool();
afterAll(() => pool.close());

const names = OPERATIONS.filter(({ needs }) => needs === undefined).map(({ name }) => name);
const steps = fc.array(fc.record({ name: fc.constantFrom(...names), seed: fc.nat() }), { minLength: 5, maxLength: 30 });
/** Networks, mining modes and confirmation targets of worlds in memory. */
const worlds = fc.integer({ min: 1, max: 7 }).map((seed) => planOf(seed, 0));

test("R-176 operation sequences drawn without weights leave the state that the model predicts", async () => {
  const matchesModel = async (world: Plan, drawn: Plan["steps"]): Promise<void> => {
    const { failure } = await run(pool, { ...world, steps: drawn });
    expect(failure).toBe("");
  };
  await fc.assert(fc.asyncProperty(worlds, steps, matchesModel), {
    seed: 20_260_101,
    numRuns: 12,
    endOnFailure: false,
  });
}, 600_000);
