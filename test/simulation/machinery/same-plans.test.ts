// The plans of the seeds: the machinery of `src/simulation` draws those that the simulation has always drawn.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { diceOf } from "../../../src/simulation/dice.ts";
import { half, swarmMenu } from "../../../src/simulation/menu.ts";
import { countMet, neverMet } from "../../../src/simulation/sometimes.ts";
import { planOf } from "../plan.ts";

test("R-177 the plans of the first 300 seeds are those of earlier versions", () => {
  // A new operation changes the plans: then this digest is to be replaced, and the regression plans stay as they are.
  const digest = createHash("sha256");
  for (let seed = 1; seed <= 300; seed += 1)
    for (const steps of [0, 40, 200]) digest.update(JSON.stringify(planOf(seed, steps)));
  expect(digest.digest("hex")).toBe("4c89f7439c3fad5f155a550d1161da819533f053a49120c4af01690f02d7a3e2");
});

test("R-176 a menu has what is always in it, and lacks each other entry in some plans", () => {
  const entries = [{ name: "always", weight: 1, always: true }, ...["a", "b"].map((name) => ({ name, weight: 2 }))];
  const menus = Array.from({ length: 200 }, (_, seed) => swarmMenu(entries, diceOf(seed)));
  const has = (name: string) => menus.filter((menu) => menu.some((entry) => entry.name === name)).length;
  expect(has("always")).toBe(200);
  for (const name of ["a", "b"]) {
    expect(has(name)).toBeGreaterThan(110);
    expect(has(name)).toBeLessThan(190);
  }
  expect(new Set(menus.map((menu) => menu.filter(({ name }) => name === "a").length))).toEqual(new Set([0, 2, 4, 6]));
  expect(half([1, 2, 3, 4, 5, 6, 7, 8], diceOf(3)).length).toBeLessThan(8);
});

test("R-178 situations are counted, and a run that is long enough names what it missed", () => {
  const counts = new Map<"a" | "b" | "c", number>([["c", 0]]);
  countMet(counts, "b");
  countMet(counts, "b", 2);
  expect(counts.get("b")).toBe(3);
  expect(neverMet(["a", "b", "c"], counts, { runs: 10, minRuns: 10 })).toEqual(["a", "c"]);
  expect(neverMet(["a", "b", "c"], counts, { runs: 9, minRuns: 10 })).toEqual([]);
});
