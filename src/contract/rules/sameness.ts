// When two requests ask for the same: word for word, or the same payment.
import { hash } from "node:crypto";
import { isObject } from "../../kernel/is-object.ts";
import type { Observation } from "../observation.ts";

/** Open failures, refusals and lost answers that a judge remembers of a tenant (C-10). */
export const MAX_OPEN = 200;

/** Equal for equal texts, and short. */
export function hashOf(text: string): string {
  return hash("sha256", text, "base64");
}

/** Equal for requests with the same method, target and body; of a body that nobody read its length decides. */
export function fingerprint({ method, target, requestText, requestHeaders }: Observation): string {
  const body = requestText ?? requestHeaders["content-length"] ?? "";
  return hashOf(`${method} ${target}\n${requestText === undefined ? "length " : ""}${body}`);
}

/** What a judge keeps of an observation: no body and no headers, so that memory stays small. */
export function withoutTexts(seen: Observation): Observation {
  return {
    ...seen,
    requestHeaders: {},
    requestText: undefined,
    requestBody: undefined,
    replyHeaders: {},
    replyText: "",
  };
}

/** Names that tell one attempt from another, or say nothing about what is done. */
const NOT_MEANT = new Set(["reference_id", "remark", "expired_at"]);
const MAX_TEXT = 128;

/** Several rules ask for the same one after the other. */
const meanings = new WeakMap<Observation, string>();

/** What a writing request is meant to do: operation, path and body without references and notes; the case of a text does not matter. */
export function meaningOf(seen: Observation): string {
  const known = meanings.get(seen);
  if (known !== undefined) return known;
  const meaning = readMeaning(seen);
  meanings.set(seen, meaning);
  return meaning;
}

function readMeaning(seen: Observation): string {
  const { operationId, path } = seen;
  const members = Object.entries(bodyOf(seen));
  const meant = members.filter(([name, value]) => !NOT_MEANT.has(name) && value !== null && value !== "");
  const text = JSON.stringify(meant.toSorted(([a], [b]) => (a < b ? -1 : 1))).toLowerCase();
  return hashOf(`${operationId} ${path} ${text}`);
}

/** A text member of the body, short enough to be shown; undefined where there is none. */
export function textMember(seen: Observation, name: string): string | undefined {
  const body = bodyOf(seen);
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT).toWellFormed() : undefined;
}

/** Bodies nested more deeply are judged by nothing: the service refuses them, and to write them again would take the stack. */
const MAX_DEPTH = 32;

/** The members of the body; a fault that refuses a request leaves its text alone, which nobody has read yet. */
function bodyOf({ requestBody, requestText = "" }: Observation): Record<string, unknown> {
  if (requestBody !== undefined || requestText === "") return isObject(requestBody) ? requestBody : {};
  if (bracketDepth(requestText) > MAX_DEPTH) return {};
  try {
    const body: unknown = JSON.parse(requestText);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** How deeply a text of JSON nests, found without nesting: texts in it are skipped. */
function bracketDepth(text: string): number {
  let [depth, deepest, isInText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') isInText = !isInText;
    else if (!isInText && (character === "[" || character === "{")) deepest = Math.max(deepest, ++depth);
    else if (!isInText && (character === "]" || character === "}")) depth -= 1;
  }
  return deepest;
}

/** True when the client cannot know what became of the request: no answer came, or a 5xx. */
export function isUncertain({ cut, status }: Observation): boolean {
  return cut !== null || (status !== null && status >= 500 && status !== 501);
}

/** Wall ms at which the request was answered. */
export function endOf({ at, durationMs }: Observation): number {
  return at + durationMs;
}

/** Seconds in words, such as `1.2 s`. */
export function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
}

export function isWrite({ operation }: Observation): boolean {
  return operation !== undefined && operation.method !== "get";
}

/** A real answer that says something about records. */
export function isAnswered({ status, cut, injected }: Observation): boolean {
  return cut === null && !injected && status !== null && status < 500 && status !== 429;
}

/** True when one of these operations was asked and answered. */
export function isLookUp(seen: Observation, operations: ReadonlySet<string>): boolean {
  return operations.has(seen.operationId ?? "") && isAnswered(seen);
}

/** A header of the answer, whatever its case. */
export function header({ replyHeaders }: Observation, name: string): string | number | undefined {
  return Object.entries(replyHeaders).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}
