// Finds ids, addresses and hashes in texts: values that differ in another world, so a recording refers to them by name.
import { isObject } from "../match.ts";

const FORMS = {
  id: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  hash: "^0x[0-9a-fA-F]{64}$",
  address: "^0x[0-9a-fA-F]{40}$",
} as const;
const TOKEN =
  /0x[0-9a-fA-F]{64}(?![0-9a-fA-F])|0x[0-9a-fA-F]{40}(?![0-9a-fA-F])|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ANY_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})?$";

/** All tokens of a text in lower case: addresses and hashes are case-insensitive (K-7). */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => token.toLowerCase());
}

/** All tokens in the texts of a value. */
export function tokensIn(value: unknown): string[] {
  if (typeof value === "string") return tokensOf(value);
  if (Array.isArray(value)) return value.flatMap(tokensIn);
  return isObject(value) ? Object.values(value).flatMap(tokensIn) : [];
}

/** A text with each token replaced by `rename`. */
export function renamed(text: string, rename: (token: string) => string): string {
  return text.replace(TOKEN, (token) => rename(token));
}

/** The regular expression for a text that is exactly one token; undefined for any other text. */
export function formOf(text: string): string | undefined {
  return Object.values(FORMS).find((form) => new RegExp(form).test(text));
}

/** The regular expression for a text that is a time; undefined for any other text. */
export function timeFormOf(text: string): string | undefined {
  return new RegExp(ANY_TIME).test(text) && /^[0-9]{4}-/.test(text) ? ANY_TIME : undefined;
}
