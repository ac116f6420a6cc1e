// The text of a result: at most 8 kB, no key or secret in it, control characters as marks, and what to do next at its end (G-6, G-7).
import { maskKnown, maskSecrets } from "../contract/outputs/mask.ts";
import { escapeControl } from "../kernel/escape-control.ts";
import { isExactNumber } from "../kernel/exact-json.ts";
import type { Data, NextCall } from "./tool.ts";

export const MAX_BYTES = 8_192;

/** Characters of a text and entries of a list that are kept, from the most to the least; the first that fits is taken. */
const CUTS: readonly (readonly [characters: number, entries: number])[] = [
  [3_000, 1_000],
  [1_000, 100],
  [400, 50],
  [200, 25],
  [100, 12],
  [60, 6],
  [40, 3],
  [20, 1],
];

/** Members that hold a key or a secret, whatever it looks like. */
const SECRET_MEMBER = /^(?:.*_)?(?:secret|api_key|private_key|admin_token|mnemonic)$/;
const HIDDEN = "(not shown)";

type Result = {
  data: Data;
  next: readonly NextCall[];
  /** What no result may hold. */
  secrets: readonly string[];
  /** Stands in front as it is, keys included. */
  first?: Data | undefined;
};

/** The JSON of a result. `next` is kept whole; texts of the rest are cut with their length, lists with their number of entries. */
export function resultText({ data, next, secrets, first }: Result): string {
  const safe = masked(data, secrets) as Data;
  for (const [characters, entries] of CUTS) {
    const shown = { ...first, ...(cut(safe, { characters, entries }) as Data), ...(next.length === 0 ? {} : { next }) };
    const text = escapeControl(JSON.stringify(shown));
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  const start = escapeControl(JSON.stringify(safe)).slice(0, MAX_BYTES / 8);
  return escapeControl(JSON.stringify({ cut: "this does not fit: ask for one record", start }));
}

/** How many entries of a list stand in a result of this size, each with its texts cut a little. */
export function entriesThatFit(items: readonly unknown[]): number {
  const [, [characters, entries]] = CUTS as [unknown, readonly [number, number]];
  const limit = MAX_BYTES * 0.8;
  let used = 0;
  for (const [index, item] of items.entries()) {
    used += Buffer.byteLength(escapeControl(JSON.stringify(cut(item, { characters, entries }))));
    if (used > limit) return Math.max(1, index);
  }
  return items.length;
}

type Bounds = { characters: number; entries: number };

function cut(value: unknown, bounds: Bounds): unknown {
  if (typeof value === "string") {
    const { characters } = bounds;
    return value.length <= characters + 20 ? value : `${value.slice(0, characters)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, bounds.entries).map((one) => cut(one, bounds));
    return value.length > kept.length ? [...kept, `… ${value.length - kept.length} more`] : kept;
  }
  return mapped(value, (inner) => cut(inner, bounds));
}

/** The value without keys and secrets: by the names of members, by what keys look like, and those that are known. */
export function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return maskKnown(maskSecrets(value), secrets);
  if (Array.isArray(value)) return value.map((one) => masked(one, secrets));
  return mapped(value, (inner, name) =>
    SECRET_MEMBER.test(name) && typeof inner === "string" && inner !== "" ? HIDDEN : masked(inner, secrets),
  );
}

/** An object with each member changed, also one that is called `__proto__`; anything else as it is. */
function mapped(value: unknown, change: (inner: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  const made = {};
  for (const [name, inner] of Object.entries(value))
    Object.defineProperty(made, name, { value: change(inner, name), enumerable: true });
  return made;
}
