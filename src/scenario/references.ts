// `${name}` in the texts of a scenario: where names are used, and what stands for them.
import { millisecondsOf } from "../kernel/duration.ts";

/** Values by name: what every story has from its start, and what its steps saved. */
export type Names = ReadonlyMap<string, unknown>;

const REFERENCE = /\$\{([^}]*)\}/g;
const WHOLE = /^\$\{([^}]*)\}$/;

/** The development accounts by name, and what each story's tenant has from its start. */
export const GIVEN_NAMES: readonly string[] = [
  ...["tenant_id", "vault_id", "endpoint_id", "receiver_url", "receiver_secret"],
  ...Array.from({ length: 10 }, (_, index) => `account_${index + 1}`),
];

/** The virtual time at the beginning of a step, or so much later: `${now}`, `${now+10m}`. */
const MOMENT = /^now(?:\+(\d{1,9}[a-z]+))?$/;

/** How many milliseconds after the beginning of its step a name stands for; undefined for a name that is no moment. */
export function momentOf(name: string): number | undefined {
  const found = MOMENT.exec(name);
  if (found === null) return undefined;
  const [, later = "0ms"] = found;
  return millisecondsOf(later) ?? undefined;
}

/** Every name that a value uses, each with where it stands below `at`. */
export function usedNames(value: unknown, at: string): { name: string; at: string }[] {
  if (typeof value === "string") {
    return [...value.matchAll(REFERENCE)].map(([, name = ""]) => ({ name, at }));
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => usedNames(member, `${at}/${key}`));
}

/** The value with every reference replaced; a text that is nothing but one reference becomes the value itself. */
export function replaced<T>(value: T, names: Names): T;
export function replaced(value: unknown, names: Names): unknown {
  if (typeof value === "string") {
    const whole = WHOLE.exec(value)?.[1];
    return whole === undefined ? replacedText(value, names, String) : names.get(whole);
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, names));
  if (value === null || typeof value !== "object" || "rawJSON" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, names)]));
}

/** A text with every reference replaced, each value put through `wrap` (a path percent-encodes it). */
export function replacedText(text: string, names: Names, wrap: (value: unknown) => string): string {
  return text.replaceAll(REFERENCE, (_, name: string) => wrap(names.get(name)));
}
