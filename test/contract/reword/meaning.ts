// The meaning of JSON under a reading: what the reading writes in two ways becomes one, everything else stays as it is.
import { exactJson, isExactNumber } from "../../../src/kernel/exact-json.ts";
import { isObject } from "../../../src/kernel/is-object.ts";

type Json = unknown;
type Members = Record<string, Json>;
type Leaf = (value: Json, member: string) => Json;

const SHORT: Record<string, string> = {
  source_leg: "source",
  destination_leg: "destination",
  fee_breakdown: "fees",
  route: "routing",
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/** A plain decimal as digits and scale, so that equal amounts are equal texts. */
function worth(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = BigInt(whole + fraction);
  let scale = fraction.length - Number(exponent);
  let rest = digits;
  if (rest === 0n) return "0";
  while (rest % 10n === 0n) {
    rest /= 10n;
    scale -= 1;
  }
  return `${rest}/${scale}`;
}

const isNumber = (value: Json): boolean => typeof value === "number" || isExactNumber(value);
const onNumber =
  (map: (text: string) => string): Leaf =>
  (value) =>
    isNumber(value) ? `number ${map(JSON.stringify(value))}` : value;
const onText =
  (fits: RegExp, map: (text: string) => Json): Leaf =>
  (value) =>
    typeof value === "string" && fits.test(value) ? map(value) : value;
const decimal = /^[0-9]+(\.[0-9]+)?$/;

/** How each value of a reading is read back; what is not here has its own rule in the test. */
export const LEAVES: Readonly<Record<string, Leaf>> = {
  "time_text=seconds": onText(TIME, (text) => Math.floor(Date.parse(text) / 1000)),
  "time_text=micros": onText(TIME, Date.parse),
  "time_text=offset": onText(TIME, Date.parse),
  "json_numbers=exponent": onNumber(worth),
  "json_numbers=double": onNumber((text) => String(Number(text))),
  "usd_text=plain": onText(decimal, worth),
  "usd_text=six": onText(decimal, worth),
  "amount_text=padded": onText(decimal, worth),
  "address_case=lower": onText(/^0x[0-9a-fA-F]{40}$/, (text) => text.toLowerCase()),
  "network_symbol=ticker": (value, member) =>
    member === "network_symbol" && typeof value === "string" ? value.replace(/^ticker-of-/, "") : value,
  "open_values=upper": onText(/^[A-Za-z_]+$/, (text) => text.toLowerCase()),
  "absent_time=empty": (value) => (value === null ? "" : value),
  "absent_text=null": (value) => (value === null ? "" : value),
  "webhook_amounts=number": (value) => (isNumber(value) ? JSON.stringify(value) : value),
};

/** Members that are null or empty are left out, on both sides. */
const DROPS: Readonly<Record<string, (value: Json) => boolean>> = {
  "absent_time=omitted": (value) => value === null,
  "absent_text=omitted": (value) => value === "",
  "webhook_payload=slim": () => false,
};

/** The meaning of a body under one value, written `name=value`. */
export function meaning(text: string, of: string): Json {
  const body = exactJson(text);
  const walked = walk(body, "", of);
  return of.startsWith("record=") ? underData(walked as Members) : walked;
}

function walk(value: Json, member: string, of: string): Json {
  if (Array.isArray(value)) return value.map((item) => walk(item, member, of));
  if (!isObject(value) || isExactNumber(value)) {
    const leaf = LEAVES[of]?.(value, member) ?? value;
    return isExactNumber(leaf) ? `digits ${JSON.stringify(leaf)}` : leaf;
  }
  const members = Object.entries(value)
    .filter(([name, one]) => !(DROPS[of]?.(one) ?? false) && !(of === "extra_members=some" && name === "x_added_later"))
    .filter(([name]) => !(of === "uda_deposit_addresses=empty" && name === "deposit_addresses"))
    .map(([name, one]) => [nameOf(name, of), walk(one, name, of)]);
  return Object.fromEntries(members);
}

function nameOf(name: string, of: string): string {
  if (of === "nested_names=long") return SHORT[name] ?? name;
  if (of === "list_array=named" && (name === "udas" || name === "settlements")) return "items";
  return name;
}

function underData(body: Members): Members {
  if ("data" in body) return body;
  const { success, message, ...data } = body;
  return { success, message, data };
}
