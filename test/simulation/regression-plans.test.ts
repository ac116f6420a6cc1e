// Repeats every plan that once found a defect.
import { afterAll, expect, test } from "vitest";
import { REGRESSION_PLANS } from "./regression-plans.ts";
import { run, Theatre } from "./run.ts";

const theatre = new Theatre();
afterAll(() => theatre.close());

test.each(REGRESSION_PLANS)("R-176 it does not come again: $what", async ({ plan }) => {
  const { failure, lines } = await run(theatre, plan);
  expect(failure, lines.join("\n")).toBe("");
});
