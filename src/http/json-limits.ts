// Limits of a JSON body: depth, number of keys, length of arrays, forbidden keys and characters (K-14, R-201, R-202).
import { textFault } from "../spec/text.ts";

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;
const MAX_ARRAY_LENGTH = 1_000;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Why a parsed body is refused whatever its operation is, or undefined. The texts of `anyText` members may hold line breaks and
 * the like: they are quoted from elsewhere and never stored.
 */
export function jsonFault(value: unknown, anyText: readonly string[] = []): string | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return "the body is not a JSON object";
  const quoted = Object.entries(value).filter(([key, text]) => anyText.includes(key) && typeof text === "string");
  if (quoted.some(([, text]) => !(text as string).isWellFormed())) return "a text is not valid Unicode";
  return faultIn({ ...value, ...Object.fromEntries(quoted.map(([key]) => [key, ""])) }, 1, { keys: 0 });
}

function faultIn(value: unknown, depth: number, seen: { keys: number }): string | undefined {
  if (typeof value === "string") return prefixed("a text", textFault(value));
  if (value === null || typeof value !== "object") return undefined;
  if (depth > MAX_DEPTH) return `the body is nested more than ${MAX_DEPTH} deep`;
  return Array.isArray(value) ? faultInArray(value, depth, seen) : faultInObject(value, depth, seen);
}

function faultInArray(value: readonly unknown[], depth: number, seen: { keys: number }): string | undefined {
  if (value.length > MAX_ARRAY_LENGTH) return `an array holds more than ${MAX_ARRAY_LENGTH} elements`;
  return firstFault(value, (item) => faultIn(item, depth + 1, seen));
}

function faultInObject(value: object, depth: number, seen: { keys: number }): string | undefined {
  const entries = Object.entries(value);
  seen.keys += entries.length;
  if (seen.keys > MAX_KEYS) return `the body has more than ${MAX_KEYS} keys`;
  return firstFault(entries, ([key, member]) => {
    if (FORBIDDEN.has(key)) return `the key ${key} is not allowed`;
    return prefixed("a key", textFault(key)) ?? faultIn(member, depth + 1, seen);
  });
}

function firstFault<Item>(items: readonly Item[], look: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = look(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function prefixed(what: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${what} ${fault}`;
}
