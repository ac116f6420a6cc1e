// A fault in words (D-41): what its form says, as the body of a call, as a sentence and as a command.
import type { components } from "../../spec/admin.gen.ts";
import { quoted } from "../api/curl.ts";
import { OPTIONAL_PARAMS } from "./fault-values.gen.ts";

type Schemas = components["schemas"];
export type Fault = Schemas["Fault"];
export type CatalogueGate = Schemas["FaultCatalogueReply"]["data"]["gates"][number];
export type CatalogueEffect = CatalogueGate["effects"][number];

/** What stands in the fields; a text that is empty counts as left out. */
export type Draft = {
  match: Readonly<Record<string, string>>;
  params: Readonly<Record<string, string>>;
  after: string;
  times: string;
  isForever: boolean;
};

export const EMPTY_DRAFT: Draft = { match: {}, params: {}, after: "0", times: "1", isForever: false };

/** The default of the command line, which then needs no `--url`. */
const DEFAULT_URL = "http://127.0.0.1:4010";

/** What passes through a gate, one of it. A gate that is not here is named as it is. */
const PASSAGES: Readonly<Record<string, string>> = {
  "api.request": "request",
  "webhook.delivery": "attempt to deliver a webhook",
  "rpc.request": "JSON-RPC call",
  "chain.submit": "transaction on its way to its chain",
  "chain.mine": "block",
  "routing.provider": "question to a provider",
  "price.feed": "question for a price",
};

/** A whole number of at least `least` and at most a million; undefined for another text. */
export function wholeNumber(text: string, least: number): number | undefined {
  const value = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= 1_000_000 ? value : undefined;
}

/** Names of parameters that have to be filled. */
export function isOptional(gate: string, effect: string, param: string): boolean {
  return OPTIONAL_PARAMS.has(`${gate} ${effect} ${param}`);
}

/** The first thing that is missing or wrong, in words; undefined when the fault can be armed. */
export function missingIn(gate: string, { effect, params }: CatalogueEffect, draft: Draft): string | undefined {
  const empty = params.find((name) => (draft.params[name] ?? "").trim() === "" && !isOptional(gate, effect, name));
  if (empty !== undefined) return `Fill in ${empty}: ${effect} needs it.`;
  if (wholeNumber(draft.after, 0) === undefined) return "After: write a whole number from 0 to 1,000,000.";
  if (!draft.isForever && wholeNumber(draft.times, 1) === undefined)
    return "Times: write a whole number from 1 to 1,000,000, or choose forever.";
  return undefined;
}

const filled = (of: Readonly<Record<string, string>>, names: readonly string[]): [string, string][] =>
  names.flatMap((name) => ((of[name] ?? "").trim() === "" ? [] : [[name, of[name] ?? ""]]));

const NUMBERS: ReadonlySet<string> = new Set(["status", "code"]);

/** The body of `POST /admin/faults`. Only what this gate and effect know is sent. */
export function bodyOf({ gate, match }: CatalogueGate, { effect, params }: CatalogueEffect, draft: Draft) {
  const numbers = ([name, value]: [string, string]) =>
    [name, NUMBERS.has(name) && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value] as const;
  return {
    ...{ gate, effect, match: Object.fromEntries(filled(draft.match, match)) },
    after: wholeNumber(draft.after, 0) ?? 0,
    times: draft.isForever ? null : (wholeNumber(draft.times, 1) ?? 1),
    params: Object.fromEntries(filled(draft.params, params).map(numbers)),
  };
}

/** The same as a line for a shell. `origin`: that of the page. */
export function commandOf(
  { gate, effect, match, after, times, params }: Omit<Fault, "id" | "seen" | "hits">,
  origin: string,
): string {
  const pairs = (flag: string, of: Readonly<Record<string, unknown>>): string[] =>
    Object.entries(of).map(([name, value]) => `${flag} ${quoted(`${name}=${String(value)}`)}`);
  return [
    `cpsandbox fault add ${gate} ${effect}`,
    ...pairs("--match", match),
    ...(after === 0 ? [] : [`--after ${after}`]),
    ...(times === 1 ? [] : [`--times ${times ?? "forever"}`]),
    ...pairs("--param", params),
    ...(origin === DEFAULT_URL ? [] : [`--url ${quoted(origin)}`]),
  ].join(" ");
}

/** `The 2nd to the 6th attempt to deliver a webhook with type deposit.confirmed`. */
export function sentenceOf({ gate, match, after, times }: Pick<Fault, "gate" | "match" | "after" | "times">): string {
  const conditions = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  const what = `${PASSAGES[gate] ?? `passage of ${gate}`}${conditions.length === 0 ? "" : ` with ${conditions.join(" and ")}`}`;
  if (times === null) return after === 0 ? `Every ${what}` : `Every ${what}, from the ${ordinal(after + 1)} on`;
  if (times === 1) return after === 0 ? `The next ${what}` : `The ${ordinal(after + 1)} ${what}`;
  return `The ${ordinal(after + 1)} to the ${ordinal(after + times)} ${what}`;
}

/** `1st`, `2nd`, `11th`. */
export function ordinal(value: number): string {
  const ending = Math.floor(value / 10) % 10 === 1 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${value.toLocaleString("en-US")}${ending}`;
}

/** Whether it has happened as often as it was told to. */
export function isUsedUp({ times, hits }: Pick<Fault, "times" | "hits">): boolean {
  return times !== null && hits >= times;
}

/** `name=value` of match or params, for people. */
export function pairWords(of: Readonly<Record<string, unknown>>): string {
  return Object.entries(of)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}
