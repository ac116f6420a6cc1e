// A taste of the simulation for every test run: a few seeds, shorter than those of the long runs; each says what broke in its own words.
import { expect } from "vitest";
import { planOf } from "./plan.ts";
import { run, Theatre } from "./run.ts";

const STEPS = 40;

/** Plays the seeds from `first` to `last`, one after the other in the same engines; every one must hold. */
export async function taste(first: number, last: number): Promise<void> {
  const theatre = new Theatre();
  try {
    for (let seed = first; seed <= last; seed += 1) {
      const { wrong, step, doing, lines } = await run(theatre, planOf(seed, STEPS));
      const repeat = `npm run test:simulation -- --seed ${seed} --steps ${STEPS}`;
      expect(wrong, `seed ${seed}, step ${step} (${doing}): ${repeat}\n${lines.join("\n")}`).toBe("");
    }
  } finally {
    await theatre.close();
  }
}
