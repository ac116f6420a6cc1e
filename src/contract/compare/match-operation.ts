// Finds the operation of a recorded request: method and path below the base URL of the service.
import type { OpenApiDocument } from "../../spec/document.ts";
import { type Operation, operationsOf } from "../../spec/operations.ts";

/** The operation of a still encoded path such as `/transfer/payout/0197…`; a path without parameters wins, as in the service. */
export function operationAt(document: OpenApiDocument, method: string, path: string): Operation | undefined {
  const segments = path.replace(/\/$/, "").split("/");
  const fitting = [...operationsOf(document).values()].filter(
    (operation) => operation.method === method.toLowerCase() && fits(operation.path.split("/"), segments),
  );
  return fitting.toSorted((a, b) => a.pathParameters.length - b.pathParameters.length)[0];
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, at) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]));
}

/** The path below the version segment of a recorded URL, and its query; undefined for a URL without one. */
export function belowVersion(url: string): { path: string; search: string } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  const below = /\/v1(\/.*)$/.exec(pathname)?.[1];
  return below === undefined ? undefined : { path: below, search: search.slice(1) };
}
