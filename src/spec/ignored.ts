// The names in a request that its operation does not read: query parameters and members of the body (H-87, K-10, K-14).
import { type OpenApiDocument, resolve, type Schema } from "./document.ts";
import type { Operation } from "./operations.ts";
import { namesIn, readsName } from "./query.ts";

/** The undeclared names of a query text, each once, in the order sent. */
export function ignoredInQuery(operation: Operation, search: string): string[] {
  return [...new Set(namesIn(search))].filter((name) => !readsName(operation, name));
}

/** The paths of undeclared members of a body, such as `destination.chain`; an index stands for an element of a list. */
export function ignoredInBody(document: OpenApiDocument, schema: Schema, value: unknown): string[] {
  const { properties, items } = resolve(document, schema);
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    if (items === undefined) return [];
    return value.flatMap((item, index) => within(String(index), ignoredInBody(document, items, item)));
  }
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return declared === undefined ? [name] : within(name, ignoredInBody(document, declared, member));
  });
}

function within(parent: string, names: readonly string[]): string[] {
  return names.map((name) => `${parent}.${name}`);
}
