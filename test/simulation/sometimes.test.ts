// The list of rare situations: a long run that never met one of them is red, and each that a simulation cannot meet names who does.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { ENOUGH_SEEDS, neverMet, OURS, SITUATIONS } from "./sometimes.ts";

const allMet = new Map(OURS.map((name) => [name, 1]));

test("R-178 a long run that met everything but one situation names that one", () => {
  const met = new Map(allMet).set("cancel won", 0);
  met.delete("two sweeps at once");
  expect(neverMet(met, ENOUGH_SEEDS)).toEqual(["cancel won", "two sweeps at once"]);
  expect(neverMet(allMet, ENOUGH_SEEDS)).toEqual([]);
});

test("R-178 a run of few seeds has to meet nothing", () => {
  expect(neverMet(new Map(), ENOUGH_SEEDS - 1)).toEqual([]);
});

test("R-178 a situation that only a kill or a disk can bring about names a suite that exists", () => {
  const elsewhere = Object.values(SITUATIONS).filter((where) => where !== "");
  expect(elsewhere.length).toBeGreaterThan(0);
  expect(elsewhere.filter((where) => !existsSync(where.split(/[ :]/)[0] ?? ""))).toEqual([]);
});
