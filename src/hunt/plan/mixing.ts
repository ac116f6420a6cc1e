// Plans in which two customers do the same at the same moment: what an app shares between requests, or between webhooks, shows there most
// surely, and in the fewest steps.
import { assemble } from "./assemble.ts";
import { flat, type HuntStep } from "./step.ts";
import type { Abilities, Moment } from "./troubles/trouble.ts";
import { troublesOf } from "./troubles.ts";

/** What is told of a withdrawal or a settlement is not told of a payment. */
const ORDER: readonly Moment[] = ["uda", "withdraw", "pay", "open"];
const EVERYWHERE: readonly Moment[] = ["pay", "open"];

/** Those that can show what differed in these plans, of an app with these abilities: of what is in them, the rarer first. */
export function mixingFor(
  abilities: Abilities,
  plans: readonly (readonly HuntStep[])[],
): readonly (readonly HuntStep[])[] {
  const kinds = new Set<string>([...EVERYWHERE, ...plans.flatMap(flat).map((step) => step.do)]);
  const mixing = troublesOf(abilities).filter(({ mixes, at }) => mixes && kinds.has(at));
  return mixing
    .toSorted((a, b) => ORDER.indexOf(a.at) - ORDER.indexOf(b.at))
    .map((one) => assemble([one], abilities.usual).steps);
}
