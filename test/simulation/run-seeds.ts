// A small simulation for every test run: a few seeds with fewer steps than the long runs.
import { expect } from "vitest";
import { planOf } from "./plan.ts";
import { run, SandboxPool } from "./run.ts";

const STEPS = 40;

/** Runs the seeds from `first` to `last` one after the other on the same engines; every check must pass. */
export async function runSeeds(first: number, last: number): Promise<void> {
  const pool = new SandboxPool();
  try {
    for (let seed = first; seed <= last; seed += 1) {
      const { failure, step, operationName, lines } = await run(pool, planOf(seed, STEPS));
      const repeat = `npm run test:simulation -- --seed ${seed} --steps ${STEPS}`;
      expect(failure, `seed ${seed}, step ${step} (${operationName}): ${repeat}\n${lines.join("\n")}`).toBe("");
    }
  } finally {
    await pool.close();
  }
}
