// What a story with the user's app may contain, and that no other story reaches for one (U-20).
import { isObject } from "./match.ts";
import type { Scenario } from "./scenario.ts";

/** What is wrong, with its place: `/steps/3/receiver`. */
export type AppMistake = { at: string; problem: string };

/** The command that plays such a story; nobody else may start programs. */
export const PLAYS_APPS = "play it with `cpsandbox run FILE`, which starts a sandbox and the app for it";

const NEEDS_APP = "needs the adapter of the app in options.app";
const IS_APP = "the webhooks go to the app of options.app: leave it out";

/**
 * The first place at which a story, checked or not, asks for programs to be started (an app, an action or a restart of one, its books),
 * or undefined.
 */
export function startsPrograms(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value["options"]) && value["options"]["app"] !== undefined) return "/options/app";
  return inSteps(value["steps"], "/steps", startOf);
}

/** The first mistake of a checked scenario, or undefined. */
export function appMistake({ options = {}, steps }: Scenario): AppMistake | undefined {
  if (options.app === undefined) {
    const at = inSteps(steps, "/steps", startOf);
    return at === undefined ? undefined : { at, problem: NEEDS_APP };
  }
  if (options.tier !== undefined || options.rate_limit !== undefined)
    return { at: "/options", problem: "tier and rate_limit are those of the default tenant: leave them out" };
  const at = inSteps(steps, "/steps", receiverOf);
  return at === undefined ? undefined : { at, problem: IS_APP };
}

type Find = (step: Record<string, unknown>) => string | undefined;

const startOf: Find = (step) => {
  const name = ["act", "restart"].find((kind) => step[kind] !== undefined);
  if (name !== undefined) return name;
  const { expect } = step;
  const asked = ["books", "rules"].find((member) => isObject(expect) && expect[member] !== undefined);
  return asked === undefined ? undefined : `expect/${asked}`;
};

const receiverOf: Find = (step) => {
  if (step["receiver"] !== undefined) return "receiver";
  return isObject(step["expect"]) && step["expect"]["webhooks"] !== undefined ? "expect/webhooks" : undefined;
};

/** Steps inside of steps that begin together are looked at too. */
function inSteps(steps: unknown, at: string, find: Find): string | undefined {
  for (const [index, step] of (Array.isArray(steps) ? steps : []).entries()) {
    if (!isObject(step)) continue;
    const found = find(step) ?? inSteps(step["together"], "together", find);
    if (found !== undefined) return `${at}/${index}/${found}`;
  }
  return undefined;
}
