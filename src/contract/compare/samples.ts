// Values that fit a schema of the document, so many that together they show every form, word and absence that it allows.
import { isObject } from "../../kernel/is-object.ts";
import { type OpenApiDocument, resolve, type Schema } from "../../spec/document.ts";

type Read = Schema & { const?: unknown; minItems?: number };

/** Texts by what the document demands of them: the forms that it allows, and no more. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  uuid: ["0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a"],
  uri: ["http://localhost:4010/explorer/base"],
  "^0x[0-9a-fA-F]{40}$": ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
  "^(0x[0-9a-fA-F]{40})?$": ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", ""],
  "^0x[0-9a-f]{64}$": [`0x${"6f1c0d7b".repeat(8)}`],
  "^(0x[0-9a-f]{64})?$": [`0x${"6f1c0d7b".repeat(8)}`, ""],
  "^(https?://.+)?$": ["http://localhost:4010/explorer/base", ""],
  "^(0|[1-9][0-9]*)$": ["1042"],
  "^(0|[1-9][0-9]*)?$": ["1042", ""],
  "^[1-9][0-9]*$": ["42161"],
  "^(0|[1-9][0-9]*)(\\.[0-9]+)?$": ["25.5", "100", "0.12", "0.000001", "25.50", "25.500", "25.500000"],
  "^((0|[1-9][0-9]*)(\\.[0-9]+)?)?$": ["0.9998", "", "1", "0.99", "0.999812"],
  "^(0|[1-9][0-9]*)\\.[0-9]{2,6}$": ["25.50", "25.51", "0.123", "0.123456"],
  "^[A-Za-z0-9_-]{1,128}$": ["0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a", "Any_id"],
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$": ["2026-05-29T11:58:40.000Z"],
  "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}$": ["2026-05-29 11:58:40.123456"],
};
/** A text that the document leaves free: it may have any form, so the first of these has none. */
const FREE_TEXTS = ["Any text"];
/** Free texts that have no value yet in some records. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  ...["memo", "remark", "error", "owner", "label", "source_id", "source_network_id", "source_asset_symbol"],
]);
/** Amounts that the service writes itself, without trailing zeros; those of requests stay as they were sent. */
const TRIMMED = ["25.5", "100", "0.12", "0.000001", "0.123456789012345678"];
const BY_MEMBER: Readonly<Record<string, readonly string[]>> = {
  "TextBalance.amount": TRIMMED,
  "TextFee.amount": TRIMMED,
  "DepositNewPayload.amount": TRIMMED,
};
/** Slugs as the networks have them: a reading writes them differently. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  network_symbol: ["ethereum", "base", "polygon", "bsc", "arbitrum"],
};
/** JSON numbers as the service writes amounts: whole, with a fraction, and with more digits than a double holds. */
const AMOUNTS = ["25500000", "25.5", "0.000042", "123456789012345678901", "1500000000000000000"];

/** The most variants of one schema: the words of the longest enum fit. */
const VARIANTS = 10;

/** Complete values of a schema. Number `n` of a list of choices is in variant `n`, so ten variants hold every choice. */
export function samplesOf(document: OpenApiDocument, schema: Schema): unknown[] {
  return Array.from({ length: VARIANTS }, (_none, variant) => valueFor(document, schema, "", variant));
}

/** `place`: the name of the component around the member and its own, such as `Wallet.id`. */
function valueFor(document: OpenApiDocument, given: Schema, place: string, variant: number): unknown {
  const schema: Read = resolve(document, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return choice(schema.enum, variant);
  const types = [schema.type ?? (schema.properties || schema.allOf ? "object" : "null")].flat();
  // An odd variant is a young record: what has not happened, and what has no value.
  if (types.includes("null") && variant % 2 === 1) return null;
  switch (types.find((type) => type !== "null")) {
    case "object":
      return objectOf(document, given, variant);
    case "array":
      return variant === VARIANTS - 1 && (schema.minItems ?? 0) === 0
        ? []
        : [valueFor(document, schema.items ?? {}, place, variant)];
    case "string":
      return choice(textsOf(schema, place), variant);
    case "integer":
      return schema.minimum ?? 0;
    case "number":
      return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(choice(AMOUNTS, variant));
    case "boolean":
      return variant % 2 === 0;
    default:
      return null;
  }
}

function textsOf({ pattern, format, minLength = 0 }: Schema, place: string): readonly string[] {
  const own = BY_MEMBER[place];
  if (own !== undefined) return own;
  const name = place.slice(place.indexOf(".") + 1);
  const bare = pattern === undefined && format === undefined;
  const known = bare ? BY_NAME[name] : TEXTS[pattern ?? format ?? ""];
  return known ?? (minLength === 0 && MAY_BE_EMPTY.has(name) ? [...FREE_TEXTS, ""] : FREE_TEXTS);
}

function choice<Value>(values: readonly Value[], variant: number): Value {
  return values[variant % values.length] as Value;
}

/** Every member in variant 0; optional ones are missing from odd variants. An object that may hold anything is empty. */
function objectOf(document: OpenApiDocument, given: Schema, variant: number): Record<string, unknown> {
  const schema = resolve(document, given);
  const around = given.$ref?.split("/").at(-1) ?? "";
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve(document, part))];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const members = parts
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => required.has(name) || variant % 2 === 0)
    .map(([name, member]) => [name, valueFor(document, member, `${around}.${name}`, variant)] as const);
  return Object.fromEntries(members);
}

/** The examples that the document shows of a schema: they stand beside the values made here. */
export function examplesOf(document: OpenApiDocument, schema: Schema): unknown[] {
  const { example } = resolve(document, schema);
  return isObject(example) ? [example] : [];
}
