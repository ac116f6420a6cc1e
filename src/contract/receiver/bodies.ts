// The bodies of the cases, made from a genuine one: pure functions from text to text.
import { isObject } from "../../kernel/is-object.ts";

/** 2^256 - 1: the largest amount that a token can hold, 78 digits. */
const MOST = 2n ** 256n - 1n;
const AMOUNTS = new Set(["amount", "raw"]);
const DIGITS = /^[0-9]+(\.[0-9]+)?$/;
/** Bytes of the body in W-25. */
const BIG_BYTES = 65_536;
const OWNER_CHARACTERS = 255;
const EMOJI = "\u{1f984}";

/** Changes that need the old signature: the body is not the one that was signed. */
export const DEFECT_BODIES = {
  /** One digit of the first amount. */
  otherAmount: (body: string): string =>
    body.replace(/"amount":"([0-9])/, (_, digit: string) => `"amount":"${(Number(digit) + 1) % 10}`),
};

/** The same JSON with a space after each colon and comma between values. */
export function spaced(body: string): string {
  return write(JSON.parse(body), { comma: ", ", colon: ": " });
}

/** The same JSON, written as no library does: members backwards, odd white space, letters and slashes escaped. */
export function oddly(body: string): string {
  const style = { comma: " ,\n", colon: "\t: ", backwards: true, escapes: true };
  return `\n ${write(JSON.parse(body), style)} \r\n`;
}

export function unknownType(body: string): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), type: "deposit.reviewed" });
}

/** A member more in the envelope, the payload and each object in it. */
export function unknownMembers(body: string): string {
  return JSON.stringify(
    mapObjects(JSON.parse(body), (object) => ({ ...object, sandbox_unknown: { since: "a newer version" } })),
  );
}

/** Values that no list of today has, where the contract does not show all of them. */
export function unknownValues(body: string): string {
  const { type, payload, ...rest } = JSON.parse(body) as { type: string; payload: Record<string, unknown> };
  const open = type.startsWith("transaction.") ? ["type", "side"] : ["from_wallet_category", "to_wallet_category"];
  const values = Object.fromEntries(open.map((name) => [name, "sandbox_unknown"]));
  return JSON.stringify({ ...rest, type, payload: { ...payload, ...values } });
}

/** Each amount as large as 256 bits hold, in the form that it has: base units without a point, the decimal with one. */
export function manyDigits(body: string): string {
  const raw = String(MOST);
  const large = (text: string): string => {
    const decimals = text.split(".")[1]?.length ?? 0;
    return decimals === 0 ? raw : `${raw.slice(0, -decimals)}.${raw.slice(-decimals)}`;
  };
  const changed = mapObjects(JSON.parse(body), (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const isAmount = AMOUNTS.has(name) && typeof value === "string" && DIGITS.test(value);
        return [name, isAmount ? large(value) : value];
      }),
    ),
  );
  return JSON.stringify(changed);
}

/** An owner of 255 characters with emoji; where the payload has free facts (`meta`), these fill 64 KiB. */
export function grown(body: string): string {
  const { payload, ...rest } = JSON.parse(body) as { payload: Record<string, unknown> };
  const owner = [...`${EMOJI}zażółć-`.repeat(OWNER_CHARACTERS)].slice(0, OWNER_CHARACTERS).join("");
  const large = { ...payload, owner };
  const text = JSON.stringify({ ...rest, payload: large });
  if (!("meta" in payload)) return text;
  const filled = (note: string): string =>
    JSON.stringify({ ...rest, payload: { ...large, meta: { ...(payload["meta"] as object), note } } });
  const room = BIG_BYTES - Buffer.byteLength(filled(""));
  return filled(EMOJI.repeat(Math.floor(room / 4)) + "x".repeat(room % 4));
}

type Style = { comma: string; colon: string; backwards?: boolean; escapes?: boolean };

function write(value: unknown, style: Style): string {
  if (Array.isArray(value)) return `[${value.map((one) => write(one, style)).join(style.comma)}]`;
  if (!isObject(value)) return typeof value === "string" ? quoted(value, style) : JSON.stringify(value);
  const entries = Object.entries(value);
  const ordered = style.backwards ? entries.toReversed() : entries;
  return `{${ordered.map(([name, one]) => `${quoted(name, style)}${style.colon}${write(one, style)}`).join(style.comma)}}`;
}

/** With `escapes`, each `a` and `/` as an escape that a parser undoes. */
function quoted(text: string, { escapes = false }: Style): string {
  const json = JSON.stringify(text);
  if (!escapes) return json;
  const escaped: Readonly<Record<string, string>> = { a: "\\u0061", "/": "\\/" };
  // An escape that is there already stays whole.
  return json.replaceAll(/\\u[0-9a-f]{4}|\\.|a|\//g, (found) => escaped[found] ?? found);
}

function mapObjects(value: unknown, change: (object: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change));
  if (!isObject(value)) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapObjects(one, change)]));
  return change(inside);
}
