// Declares the test of one gate × effect: run once per seed, and listed by name in the generated `spec/fault-stories.md`.
import { expect, test } from "vitest";
import type { Config } from "../../src/config/options.ts";
import { type EffectOf, effectAt, type Gate } from "../../src/faults/catalogue.ts";
import type { WallClock } from "../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "./a-sandbox.ts";
import { brokenInvariants } from "./worlds/invariants.ts";

/** `STORY_SEEDS`: "1" (default), "7", or "1-20" (`npm run test:stories -- --seed 1-20`). */
export function storySeeds(text = process.env["STORY_SEEDS"] ?? "1"): number[] {
  const found = /^(\d+)(?:-(\d+))?$/.exec(text);
  const from = Number(found?.[1]);
  const to = Number(found?.[2] ?? from);
  if (found === null || from > to) throw new Error(`STORY_SEEDS: ${JSON.stringify(text)} is neither "7" nor "1-20"`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Declares the test: what API, chain, events and client see, and how it recovers. `gate` and `effect` must be string
 * literals, because the generated list reads them from the source.
 */
export function faultStory<G extends Gate>(
  gate: G,
  effect: EffectOf<G>,
  sentence: string,
  tell: (sandbox: ASandbox, seed: number) => Promise<void>,
  options: Partial<Config> = {},
  parts: () => { wall?: WallClock } = () => ({}),
): void {
  if (effectAt(gate, effect) === undefined) throw new Error(`${gate} has no effect ${effect}`);
  for (const seed of storySeeds()) {
    test(`${gate} × ${effect}: ${sentence} (seed ${seed})`, async () => {
      const sandbox = await aSandbox({ ...options, seed }, undefined, parts());
      await tell(sandbox, seed);
      // No injected fault may break an invariant.
      expect(await brokenInvariants(sandbox)).toEqual([]);
    });
  }
}
