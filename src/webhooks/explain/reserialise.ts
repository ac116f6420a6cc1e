// A JSON body re-serialised as common languages write it: the same values in other bytes.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Style = { comma: string; colon: string; sorted: boolean; ascii: boolean; slashes: boolean };

const STYLES: readonly { how: string; style: Partial<Style> }[] = [
  { how: "as JSON.stringify writes it", style: {} },
  { how: "with sorted keys", style: { sorted: true } },
  { how: "with a space after commas and colons", style: { comma: ", ", colon: ": " } },
  { how: "with spaces and non-ASCII escaped", style: { comma: ", ", colon: ": ", ascii: true } },
  { how: "with spaces and sorted keys", style: { comma: ", ", colon: ": ", sorted: true } },
  {
    how: "with spaces, sorted keys and non-ASCII escaped",
    style: { comma: ", ", colon: ": ", sorted: true, ascii: true },
  },
  { how: "with non-ASCII escaped", style: { ascii: true } },
  { how: "with escaped slashes", style: { slashes: true } },
  { how: "with escaped slashes and non-ASCII", style: { slashes: true, ascii: true } },
];

/**
 * The body re-serialised in common styles, empty when it is no JSON. Numbers once with their source text and once as a double
 * prints them (1.0 becomes 1, large integers are rounded), integers also with `.0`.
 */
export function bodyTexts(body: string): { text: string; how: string }[] {
  let parsed: Json;
  try {
    parsed = JSON.parse(body) as Json;
  } catch {
    return [];
  }
  const indented = [2, 4, "\t"].map((indent) => ({
    text: JSON.stringify(parsed, null, indent),
    how: `indented by ${JSON.stringify(indent)}`,
  }));
  const exact = JSON.parse(body, keepNumber) as unknown;
  return [
    ...STYLES.map(({ how, style }) => ({ text: write(parsed, style), how })),
    ...STYLES.map(({ how, style }) => ({ text: write(exact, style), how: `${how}, numbers kept` })),
    ...indented,
    {
      text: write(parsed, {}, (value) => (Number.isInteger(value) ? `${value}.0` : String(value))),
      how: "whole numbers as 1.0",
    },
  ];
}

/** True when both are JSON and say the same, up to the order of keys and the precision of a double. */
export function sameFacts(one: string, other: string): boolean {
  try {
    const style = { sorted: true };
    return write(JSON.parse(one), style) === write(JSON.parse(other), style);
  } catch {
    return false;
  }
}

/** A number as its source text; the class distinguishes it from a string. */
class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function keepNumber(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined ? new NumberText(context.source) : value;
}

function write(value: unknown, style: Partial<Style>, numberText: (value: number) => string = JSON.stringify): string {
  const { comma = ",", colon = ":", sorted = false } = style;
  if (value instanceof NumberText) return value.text;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return quoted(value, style);
  if (Array.isArray(value)) return `[${value.map((one) => write(one, style, numberText)).join(comma)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  const ordered = sorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries;
  return `{${ordered.map(([key, one]) => quoted(key, style) + colon + write(one, style, numberText)).join(comma)}}`;
}

function quoted(text: string, { ascii = false, slashes = false }: Partial<Style>): string {
  const json = JSON.stringify(text);
  const escaped = ascii
    ? json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json;
  return slashes ? escaped.replaceAll("/", "\\/") : escaped;
}
