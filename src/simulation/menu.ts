// The menu that a plan's steps are drawn from: swarm testing leaves a part of it out, and weights say how often the rest comes.
import type { Dice } from "./dice.ts";

/** `weight`: relative frequency. `always`: in every menu, since other entries depend on it. */
export type MenuEntry = { readonly weight: number; readonly always?: boolean };

/** Of the entries that are not `always`, one in this many is left out. */
const LEFT_OUT_ONE_IN = 4;
/** A weight is multiplied by 1 … this. */
const WEIGHT_FACTORS = 3;

/**
 * A menu for one plan (swarm testing): entries that are left out make room for the others, and each pair of entries meets in some
 * plan. An entry stands in the result as often as it weighs, so that `dice.of` draws by weight. Empty only if `entries` allow it.
 */
export function swarmMenu<Entry extends MenuEntry>(entries: readonly Entry[], dice: Dice): Entry[] {
  const selected = entries.filter(({ always }) => always === true || !dice.oneIn(LEFT_OUT_ONE_IN));
  return selected.flatMap((entry) =>
    Array.from({ length: entry.weight * (1 + dice.upTo(WEIGHT_FACTORS)) }, () => entry),
  );
}

/** Each one with even chance: the faults, or whatever else a plan may do without. */
export function half<Entry>(entries: readonly Entry[], dice: Dice): Entry[] {
  return entries.filter(() => dice.oneIn(2));
}
