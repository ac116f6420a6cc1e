// The list of rare situations: a long run that did not reach one fails, and each that a simulation cannot reach names the suite that does.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { MIN_SEEDS, missingSituations, SIMULATED_SITUATIONS, SITUATIONS } from "./rare-situations.ts";

const allMet = new Map(SIMULATED_SITUATIONS.map((name) => [name, 1]));

test("R-178 a long run that missed some situations names them", () => {
  const met = new Map(allMet).set("cancel won", 0);
  met.delete("two sweeps at once");
  expect(missingSituations(met, MIN_SEEDS)).toEqual(["cancel won", "two sweeps at once"]);
  expect(missingSituations(allMet, MIN_SEEDS)).toEqual([]);
});

test("R-178 a run of few seeds need not reach any situation", () => {
  expect(missingSituations(new Map(), MIN_SEEDS - 1)).toEqual([]);
});

test("R-178 a situation that needs a killed process or a full disk names a suite that exists", () => {
  const otherSuites = Object.values(SITUATIONS).filter((where) => where !== "");
  expect(otherSuites.length).toBeGreaterThan(0);
  expect(otherSuites.filter((where) => !existsSync(where.split(/[ :]/)[0] ?? ""))).toEqual([]);
});
