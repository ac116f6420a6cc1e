// Plans in which two customers do the same at the same moment: what an app shares between requests, or between webhooks, shows there most
// surely, and in the fewest steps.
import { assemble } from "./assemble.ts";
import { flat, type HuntStep } from "./step.ts";
import type { Abilities, Moment } from "./troubles/trouble.ts";
import { troublesOf } from "./troubles.ts";

export type Mixing = { readonly at: Moment; readonly steps: readonly HuntStep[] };

/** All of them, of an app with these abilities. */
export function mixingOf(abilities: Abilities): Mixing[] {
  return troublesOf(abilities)
    .filter(({ mixes }) => mixes)
    .map((one) => ({ at: one.at, steps: assemble([one], abilities.usual).steps }));
}

/** What is told of a withdrawal or a settlement is not told of a payment. */
const ORDER: readonly Moment[] = ["uda", "withdraw", "pay", "open"];
const EVERYWHERE: readonly Moment[] = ["pay", "open"];

/** Those that can show what differed in these plans: of what is in them, the rarer first. */
export function mixingFor(mixing: readonly Mixing[], plans: readonly (readonly HuntStep[])[]): (readonly HuntStep[])[] {
  const kinds = new Set<string>([...EVERYWHERE, ...plans.flatMap(flat).map((step) => step.do)]);
  return ORDER.filter((moment) => kinds.has(moment)).flatMap((moment) =>
    mixing.filter(({ at }) => at === moment).map(({ steps }) => steps),
  );
}
