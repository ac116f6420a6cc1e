// References `${name}` in the texts of a scenario: finds them and replaces them by values.
import { millisecondsOf } from "../kernel/duration.ts";

/** Values by name: those given at the start, and those saved by steps. */
export type Names = ReadonlyMap<string, unknown>;

const REFERENCE = /\$\{([^}]*)\}/g;
const ONLY_REFERENCE = /^\$\{([^}]*)\}$/;

/** Names with a value from the start: the scenario's tenant, its endpoint, and the development accounts. */
export const GIVEN_NAMES: readonly string[] = [
  ...["tenant_id", "vault_id", "endpoint_id", "receiver_url", "receiver_secret"],
  ...Array.from({ length: 10 }, (_, index) => `account_${index + 1}`),
];

/** The virtual time at the start of a step, or later: `${now}`, `${now+10m}`. */
const MOMENT = /^now(?:\+(\d{1,9}[a-z]+))?$/;

/** The offset (ms) from the start of the step for a name such as `now+10m`; undefined for other names. */
export function momentOf(name: string): number | undefined {
  const found = MOMENT.exec(name);
  if (found === null) return undefined;
  const [, later = "0ms"] = found;
  return millisecondsOf(later) ?? undefined;
}

/** Every name that a value refers to, with its path below `at`. */
export function usedNames(value: unknown, at: string): { name: string; at: string }[] {
  if (typeof value === "string") {
    return [...value.matchAll(REFERENCE)].map(([, name = ""]) => ({ name, at }));
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => usedNames(member, `${at}/${key}`));
}

/** The value with every reference replaced. A text that consists of one reference becomes the value itself, not text. */
export function replaced<T>(value: T, names: Names): T;
export function replaced(value: unknown, names: Names): unknown {
  if (typeof value === "string") {
    const name = ONLY_REFERENCE.exec(value)?.[1];
    return name === undefined ? replacedText(value, names, String) : names.get(name);
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, names));
  if (value === null || typeof value !== "object" || "rawJSON" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, names)]));
}

/** A text with every reference replaced by `wrap` of its value (a path percent-encodes it). */
export function replacedText(text: string, names: Names, wrap: (value: unknown) => string): string {
  return text.replaceAll(REFERENCE, (_, name: string) => wrap(names.get(name)));
}
