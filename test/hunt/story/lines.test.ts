// The lines of a story: what is said again and again is said once.
import { expect, test } from "vitest";
import { inRuns, stepText } from "../../../src/hunt/world/story-lines.ts";

test("equal lines in a row are one with their number, and others keep their order", () => {
  const texts = (all: readonly string[]) => inRuns(all, (one) => one.trim()).map(({ text }) => text);
  expect(texts([])).toEqual([]);
  expect(texts(["a", "b", "a"])).toEqual(["a", "b", "a"]);
  expect(texts(["a", " a", "b", "c", "c ", "c"])).toEqual(["a, 2 times", "b", "c, 3 times"]);
});

test("the first of equal ones stands for them", () => {
  expect(inRuns([{ n: 1 }, { n: 2 }], () => "same")).toEqual([{ text: "same, 2 times", one: { n: 1 } }]);
});

test("steps that are apart say so", () => {
  const steps = [{ do: "reconcile" }, { do: "restart" }] as const;
  const name = (owner: string) => owner;
  expect(stepText({ do: "together", steps }, name)).toBe(
    "at once: your repair job runs; your app is killed and started again",
  );
  expect(stepText({ do: "together", steps, apart: "150ms" }, name)).toMatch(/^150ms apart: your repair job runs; /);
});
