// The lines of a story: what is said again and again is said once.
import { expect, test } from "vitest";
import type { TrueDelivery } from "../../../src/hunt/judge/truth.ts";
import { deliveryText, inRuns, stepText } from "../../../src/hunt/world/story-lines.ts";

test("equal lines in a row are one with their number, and others keep their order", () => {
  const texts = (all: readonly string[]) => inRuns(all, (one) => one.trim()).map(({ text }) => text);
  expect(texts([])).toEqual([]);
  expect(texts(["a", "b", "a"])).toEqual(["a", "b", "a"]);
  expect(texts(["a", " a", "b", "c", "c ", "c"])).toEqual(["a, 2 times", "b", "c, 3 times"]);
});

test("the first of equal ones stands for them", () => {
  expect(inRuns([{ n: 1 }, { n: 2 }], () => "same")).toEqual([{ text: "same, 2 times", one: { n: 1 } }]);
});

test("attempts that end alike are one with their number", () => {
  const attempts = [503, null, null, null, 200].map((status) => ({ status, fault: status === null ? "drop" : null }));
  const told = deliveryText({ type: "deposit.new", state: "delivered", attempts } as unknown as TrueDelivery);
  expect(told).toBe("deposit.new → 503, no answer (drop), 3 times, 200");
});

test("steps that are apart say so", () => {
  const steps = [{ do: "reconcile" }, { do: "restart" }] as const;
  const name = (owner: string) => owner;
  expect(stepText({ do: "together", steps }, name)).toBe(
    "at once: your repair job runs; your app is killed and started again",
  );
  expect(stepText({ do: "together", steps, apart: "150ms" }, name)).toMatch(/^150ms apart: your repair job runs; /);
});
