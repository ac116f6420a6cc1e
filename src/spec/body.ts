// Cleans a checked request body: declared members only, without those that count as absent (K-14).
import type { OpenApiDocument, Schema } from "./document.ts";
import { resolve } from "./document.ts";

/**
 * A clean copy of a checked body: unknown members are dropped, and so are null, and the empty text
 * where the schema says that it means absent.
 */
export function cleanBody(document: OpenApiDocument, schema: Schema, value: unknown): unknown {
  const { properties, items } = resolve(document, schema);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => cleanBody(document, items, item));
  if (properties === undefined || value === null || typeof value !== "object") return value;
  const clean: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = (value as Record<string, unknown>)[name];
    if (given === null || (given === "" && member["x-empty-is-absent"])) continue;
    clean[name] = cleanBody(document, member, given);
  }
  return clean;
}
