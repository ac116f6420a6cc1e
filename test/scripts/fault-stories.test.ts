// The list of fault stories is complete: a gate or an effect without a story does not land.
import { expect, test } from "vitest";
import { faultStories } from "../../scripts/generate/fault-stories.ts";
import { allEffects } from "../../src/faults/catalogue.ts";

const key = ({ gate, effect }: { gate: string; effect: string }): string => `${gate} × ${effect}`;

test("every effect of every gate has at least one story", () => {
  const told = new Set(faultStories().map(key));
  expect(
    allEffects()
      .map(key)
      .filter((name) => !told.has(name)),
  ).toEqual([]);
});

test("no two stories say the same", () => {
  const sentences = faultStories().map((story) => `${key(story)}: ${story.sentence}`);
  expect(new Set(sentences).size).toBe(sentences.length);
});
