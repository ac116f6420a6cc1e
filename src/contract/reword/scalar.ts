// The changes of single values: texts, numbers and null, each led by the schema at its place.
import { changed, type Rewording } from "./rewording.ts";
import type { SchemaNode } from "./schema-node.ts";
import { asDouble, padded, timeText, withExponent, withoutTrailingZeros } from "./texts.ts";

/** Leaves the member out. */
export const OMITTED = Symbol("omitted");

/** A value with its place: the name of the member, and the object that holds it. */
export type Place = { readonly node: SchemaNode; readonly member: string; readonly within: SchemaNode };

/** The specification says of these that they are empty: `tx_id` and `error` of a payout, `error` of a settlement. */
const STATED_EMPTY = new Set(["S-114", "S-116", "S-179"]);

const USD_DIGITS = 6;
const AMOUNT_DIGITS = 6;
const NEW_WORD = "added_later";

/** Every how-manieth open value is a new word. */
const NEW_EVERY = 3;

/** A text as the choices write it, or `OMITTED`. */
export function rewordText(text: string, place: Place, rewording: Rewording): unknown {
  if (text === "") return rewordEmpty(place, rewording);
  const { node, member } = place;
  if (node.open) return rewordWord(text, rewording);
  const [name] = node.names;
  if (name === "DateTime" || name === "DateTimeOrNull") {
    const { time_text: form = "millis" } = rewording.choices;
    return changed(rewording, "time_text", text, timeText(text, form));
  }
  if (name === "EvmAddress" || name === "EvmAddressOrEmpty") {
    const lower = rewording.choices.address_case === "lower" ? text.toLowerCase() : text;
    return changed(rewording, "address_case", text, lower);
  }
  if (member === "network_symbol") {
    const word = rewording.choices.network_symbol === "ticker" ? rewording.ticker(text) : text;
    return changed(rewording, "network_symbol", text, word);
  }
  return rewordAmount(text, place, rewording);
}

/** A number with the digits of its text. @param text of a JSON number */
export function rewordNumber(text: string, rewording: Rewording): object {
  const { json_numbers: form = "digits" } = rewording.choices;
  const written = form === "exponent" ? withExponent(text) : form === "double" ? asDouble(text) : text;
  return JSON.rawJSON(changed(rewording, "json_numbers", text, written));
}

/** A date-time that has not happened, or null. */
export function rewordNull({ node }: Place, rewording: Rewording): unknown {
  const { absent_time: form = "null" } = rewording.choices;
  if (!node.names.includes("DateTimeOrNull") || form === "null") return null;
  return changed(rewording, "absent_time", null, form === "empty" ? "" : OMITTED);
}

/** True for a JSON number of the document that is an amount and no count. */
export function isAmount({ member, within }: Place): boolean {
  return within.names.some((name) => AMOUNT_OBJECTS.has(name)) && (member === "amount" || member === "raw");
}

const AMOUNT_OBJECTS = new Set(["NumberBalance", "Fee", "TextBalance", "TextFee"]);

function rewordEmpty({ node }: Place, rewording: Rewording): unknown {
  const { absent_text: form = "empty" } = rewording.choices;
  const stated = node.statements.some((statement) => STATED_EMPTY.has(statement));
  if (form === "empty" || stated || node.names.length === 0) return "";
  return changed<unknown>(rewording, "absent_text", "", form === "null" ? null : OMITTED);
}

function rewordWord(text: string, rewording: Rewording): string {
  const { open_values: form = "known" } = rewording.choices;
  if (form === "upper") return changed(rewording, "open_values", text, text.toUpperCase());
  if (form !== "new" || rewording.turn("open_values") % NEW_EVERY !== NEW_EVERY - 1) return text;
  return changed(rewording, "open_values", text, NEW_WORD);
}

function rewordAmount(text: string, { node, member }: Place, rewording: Rewording): string {
  const { usd_text: usd = "two", amount_text: amount = "trimmed" } = rewording.choices;
  if (node.names.includes("Usd") || (member === "usd_amount" && node.names.includes("Decimal"))) {
    const written = usd === "plain" ? withoutTrailingZeros(text) : usd === "six" ? padded(text, USD_DIGITS) : text;
    return changed(rewording, "usd_text", text, written);
  }
  if (member !== "amount" || !node.names.includes("Decimal")) return text;
  return changed(rewording, "amount_text", text, amount === "padded" ? padded(text, AMOUNT_DIGITS) : text);
}
