// Every plan that broke something once is played again.
import { afterAll, expect, test } from "vitest";
import { KEPT_SEEDS } from "./kept-seeds.ts";
import { run, Theatre } from "./run.ts";

const theatre = new Theatre();
afterAll(() => theatre.close());

test.each(KEPT_SEEDS)("R-176 it does not come again: $what", async ({ plan }) => {
  const { wrong, lines } = await run(theatre, plan);
  expect(wrong, lines.join("\n")).toBe("");
});
