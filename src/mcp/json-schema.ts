// Schemas of the OpenAPI documents without references: whole for a description, short for the list of tools (G-3).
import { type OpenApiDocument, resolve, type Schema } from "../spec/document.ts";

/** A JSON Schema without references. */
export type PlainSchema = {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, PlainSchema>>;
  items?: PlainSchema;
  additionalProperties?: unknown;
  default?: unknown;
  example?: unknown;
  [more: string]: unknown;
};

/** Deeper than this a schema repeats itself, as that of a scenario's steps does. */
const MAX_DEPTH = 6;

/** The schema with its references and `allOf` put in place; members that begin with `x-` are left out. */
export function plain(document: OpenApiDocument, schema: Schema, depth = 0): PlainSchema {
  if (depth > MAX_DEPTH) return {};
  const { allOf = [], properties, items, ...rest } = resolve(document, schema) as Schema & Record<string, unknown>;
  const parts = allOf.map((part) => plain(document, part, depth + 1));
  const own = JSON.parse(JSON.stringify(rest, withoutMarks)) as PlainSchema;
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, plain(document, one, depth + 1)]);
  return {
    ...Object.assign({}, ...parts),
    ...own,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(items === undefined ? {} : { items: plain(document, items, depth + 1) }),
  };
}

/** For `JSON.stringify`: leaves out what the documents say for this project's own code. */
function withoutMarks(name: string, value: unknown): unknown {
  return name.startsWith("x-") || name === "$ref" ? undefined : value;
}

/** What the list of tools says of a schema: types and known values. The sandbox checks the rest, and says what is wrong. */
export function short({ type, enum: values, properties, items, required }: PlainSchema, depth = 0): PlainSchema {
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, short(one, depth + 1)]);
  return {
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(properties === undefined || depth > 1 ? {} : { properties: Object.fromEntries(inner) }),
    ...(required === undefined || depth === 0 ? {} : { required }),
    ...(items === undefined ? {} : { items: short(items, depth + 1) }),
  };
}

/** A value that fits the schema: its examples where it has some, and only what is required where it has none. */
export function exampleOf(schema: PlainSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === "object" || schema.properties !== undefined) {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([name, one]) => schema.required?.includes(name) === true || one.example !== undefined,
    );
    return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one)]));
  }
  if (type === "array") return schema.items === undefined ? [] : [exampleOf(schema.items)];
  if (type === "integer" || type === "number") return schema["minimum"] ?? 1;
  return type === "boolean" ? true : "…";
}
