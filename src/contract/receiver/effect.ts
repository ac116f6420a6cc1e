// What changed between two readings of a probe, in a form in which the effects of two webhooks can be compared (C-50).
import { parseTime } from "../../kernel/clock.ts";
import { isObject } from "../../kernel/is-object.ts";

/**
 * The change as JSON, or undefined for none. Numbers (also as text) give their difference, lists what was added and removed,
 * texts without digits themselves. Texts with digits (ids, hashes, dates) and clock times say only that they changed: they differ
 * between two webhooks that have the same effect.
 */
export type Effect = unknown;

/** Numbers this near to now are times: Unix seconds or milliseconds. */
const A_DAY_MS = 86_400_000;
const DECIMAL = /^-?[0-9]{1,90}(\.[0-9]{1,40})?$/;

/** The text of a probe as a value: JSON with the digits of its numbers kept as text, or the trimmed text itself. */
export function probeValue(text: string): unknown {
  type Source = { source?: string };
  const exact = (_name: string, value: unknown, { source }: Source = {}): unknown =>
    typeof value === "number" && source !== undefined ? plain(source) : value;
  try {
    return JSON.parse(text, exact as (name: string, value: unknown) => unknown);
  } catch {
    return text.trim();
  }
}

/** The effect between two values of a probe; `nowMs` tells clock times from amounts. */
export function effectOf(before: unknown, after: unknown, nowMs: number): Effect {
  if (canonical(before) === canonical(after)) return undefined;
  if (Array.isArray(after) && (before === undefined || Array.isArray(before)))
    return listEffect(before ?? [], after, nowMs);
  if (isObject(after) && (before === undefined || isObject(before))) return objectEffect(before ?? {}, after, nowMs);
  const [from, to] = [decimalOf(before ?? "0"), decimalOf(after)];
  if (isClock(after, nowMs)) return undefined;
  if (from !== undefined && to !== undefined) {
    const difference = minus(to, from);
    return difference === "0" ? undefined : { by: difference };
  }
  return { to: word(after) };
}

/** True when two effects are the same. */
export function sameEffect(one: Effect, other: Effect): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with sorted members: "compared as JSON". */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function objectEffect(before: Record<string, unknown>, after: Record<string, unknown>, nowMs: number): Effect {
  const changes: Record<string, unknown> = {};
  const added: string[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const gone = !(name in after);
    const change = gone ? { removed: 1 } : effectOf(before[name], after[name], nowMs);
    if (change === undefined) continue;
    // A new name with digits is an id of the app's own: it differs from webhook to webhook.
    if (!(name in before) && /[0-9]/.test(name)) added.push(canonical(change));
    else changes[name] = change;
  }
  if (added.length > 0) changes["+"] = added.toSorted();
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function listEffect(before: readonly unknown[], after: readonly unknown[], nowMs: number): Effect {
  const left = after.map((value) => ({ value, text: canonical(value) }));
  const removed: unknown[] = [];
  for (const value of before) {
    const at = left.findIndex(({ text }) => text === canonical(value));
    if (at >= 0) left.splice(at, 1);
    else removed.push(value);
  }
  // Entries that changed in place: the first removed became the first added.
  const pairs = removed.splice(0, Math.min(removed.length, left.length));
  const changed = pairs.map((value) => effectOf(value, left.shift()?.value, nowMs)).filter((one) => one !== undefined);
  const parts = {
    ...(changed.length > 0 ? { changed: changed.map(canonical).toSorted() } : {}),
    ...(left.length > 0 ? { added: left.map(({ value }) => words(value).toSorted()) } : {}),
    ...(removed.length > 0 ? { removed: removed.length } : {}),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** The texts without digits in a new entry of a list: its state, its asset, its owner. */
function words(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(words);
  if (isObject(value)) return Object.values(value).flatMap(words);
  return typeof value === "string" && !/[0-9]/.test(value) ? [value] : [];
}

function word(value: unknown): unknown {
  return typeof value === "string" && /[0-9]/.test(value) ? "another text" : (value ?? null);
}

/** `1e3` as digits would lose nothing, but is rare: only forms that hold their digits are numbers here. */
function plain(source: string): string {
  return DECIMAL.test(source) ? source : String(Number(source));
}

type Decimal = { digits: bigint; places: number };

function decimalOf(value: unknown): Decimal | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !DECIMAL.test(text)) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

function minus(one: Decimal, other: Decimal): string {
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  const difference = scaled(one) - scaled(other);
  const digits = String(difference < 0n ? -difference : difference).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
  return difference < 0n ? `-${text}` : text;
}

function isClock(value: unknown, nowMs: number): boolean {
  if (typeof value !== "string") return false;
  const at = DECIMAL.test(value) ? Number(value) : parseTime(value);
  return at !== null && isNear(at, nowMs);
}

function isNear(value: number, nowMs: number): boolean {
  return Math.abs(value - nowMs) < A_DAY_MS || Math.abs(value * 1_000 - nowMs) < A_DAY_MS;
}
