// Saves values of a step's response under the names of its `save`.
import type { Answer } from "./http-client.ts";
import { type Difference, isObject } from "./match.ts";
import { replaced } from "./references.ts";
import type { RunContext, StepResult } from "./run-context.ts";
import type { Save, Step } from "./scenario.ts";

export type Saved = { saved: Record<string, unknown>; missing: Difference[] };
export const NOTHING_SAVED: Saved = { saved: {}, missing: [] };

/** Sets the names; in a story of a hunt a value that is not there leaves its name without one. */
export function savedFrom({ names, lenient }: RunContext, step: Step, { answer }: StepResult): Saved {
  const save: Save = ("save" in step ? step.save : undefined) ?? {};
  const result: Saved = { saved: {}, missing: [] };
  for (const [name, written] of Object.entries(save)) {
    const place = replaced(written, names);
    const value = answer === undefined ? undefined : valueAt(answer, place);
    if (value !== undefined) {
      names.set(name, value);
      result.saved[name] = value;
    } else if (lenient) names.delete(name);
    else result.missing.push({ at: `save.${name}`, expected: `a value at ${place}`, seen: "nothing" });
  }
  return { ...result, saved: withoutSecrets(result.saved, save) };
}

/** `data.items.0.id` of the body, or `headers.name`. */
function valueAt({ headers, body }: Answer, place: string): unknown {
  const [first = "", ...rest] = place.split(".");
  if (first === "headers") return headers[rest.join(".")];
  return [first, ...rest].reduce<unknown>((node, part) => {
    if (Array.isArray(node)) return node[Number(part)];
    return isObject(node) && Object.hasOwn(node, part) ? node[part] : undefined;
  }, body);
}

/** The saved values without keys and secrets. */
function withoutSecrets(saved: Record<string, unknown>, places: Save): Record<string, unknown> {
  const entries = Object.entries(saved).filter(
    ([name]) => !/(^|\.)(api_key|secret|private_key)$/.test(places[name] ?? ""),
  );
  return Object.fromEntries(entries);
}
