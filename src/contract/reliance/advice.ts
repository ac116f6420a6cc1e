// What a client leans on, in words: where it stands, which decision it comes from, how sure that is, and what to do (C-41).
import decisions from "../../spec/decisions.gen.json" with { type: "json" };
import { serviceDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import type { Part } from "../strict/catalogue.ts";

/** How likely the real service does the same: of a decision that is a free choice nobody knows. */
export type Confidence = "high" | "medium" | "low" | "free choice";

const WORDS: Readonly<Record<string, Confidence>> = { H: "high", M: "medium", L: "low" };

export function confidenceOf({ provenance, decision }: Part): Confidence {
  if (provenance === "invented") return "free choice";
  const letter = (decisions as Readonly<Record<string, string>>)[decision ?? ""];
  return WORDS[letter ?? ""] ?? "low";
}

/** `label of GET /vault`, `GET /blockchain/assets`, `balance of the webhook deposit.confirmed`. */
export function nameOf({ kind, name, operations, events }: Part): string {
  const places = [...operations.map(callOf), ...events.map((type) => `the webhook ${type}`)];
  if (kind === "operation") return places[0] ?? name;
  const [first = "", ...others] = places;
  return `${name} of ${first}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

function callOf(id: string): string {
  const operation = operationsOf(serviceDocument).get(id);
  return operation === undefined ? id : `${operation.method.toUpperCase()} ${operation.path}`;
}

/** One line of a set: `label of GET /vault, invented, H-14 (free choice)`. */
export function lineOf(part: Part): string {
  return `${nameOf(part)}, ${part.provenance}, ${part.decision ?? "no decision"} (${confidenceOf(part)})`;
}

/** The next step for a set. */
export function whatToDo(set: readonly Part[]): string {
  const together = set.length === 1 ? "it" : "one of them";
  const isOperation = set.every(({ kind }) => kind === "operation");
  const doWithout = isOperation ? "use a documented operation instead" : "do without";
  return `ask the service whether it has ${together}, or ${doWithout}; ${repeatOf(set)} repeats this run`;
}

/** The option of `start` that leaves exactly this set out, as the body of a file. */
export function repeatOf(set: readonly Part[]): string {
  return `--strict @FILE with ${JSON.stringify({ enabled: true, without: set.map(({ pointer }) => pointer) })}`;
}
