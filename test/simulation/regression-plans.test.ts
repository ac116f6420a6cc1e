// Repeats every plan that once found a defect.
import { afterAll, expect, test } from "vitest";
import { REGRESSION_PLANS } from "./regression-plans.ts";
import { run, SandboxPool } from "./run.ts";

const pool = new SandboxPool();
afterAll(() => pool.close());

test.each(REGRESSION_PLANS)("R-176 it does not come again: $defect", async ({ plan }) => {
  const { failure, lines } = await run(pool, plan);
  expect(failure, lines.join("\n")).toBe("");
});
