// Our router finds what the library finds, although it asks it once for each set of templates that fit a path.
import { OpenAPIRouter } from "openapi-backend";
import { expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { matchable, OperationRouter, routesOf } from "../../src/http/router.ts";
import { type OpenApiDocument, serviceDocument } from "../../src/spec/document.ts";

const VALUES = ["x", "0e4d6a1c-3a5b-4c43-9f0a-0a1b2c3d4e5f", "a%20b", "{id}", "tx", "summary", "usd", "a.b", "~", "é"];
const METHODS = ["get", "post", "put", "patch", "delete", "options"];

/** Every template with each of the values, and paths that are none. */
function pathsOf(document: OpenApiDocument): string[] {
  const templates = Object.keys(document.paths);
  const filled = templates.flatMap((path) => VALUES.map((value) => path.replaceAll(/\{[^}]+\}/g, value)));
  const others = [
    "/",
    "//",
    "/nope",
    ...templates.flatMap((path) => [path, `${path}/`, `${path}/more`, `${path}\u00a0`]),
  ];
  return [...new Set([...filled, ...others].map(matchable))];
}

test.each([
  ["the service", serviceDocument],
  ["the control API", adminDocument],
])("paths of %s lead to the operation that the library names", (_, document) => {
  const ours = new OperationRouter(routesOf(document));
  const theirs = new OpenAPIRouter({ definition: routesOf(document), ignoreTrailingSlashes: false });
  const statics = new Set(Object.keys(document.paths).filter((path) => !path.includes("{")));
  let found = 0;
  for (const path of pathsOf(document)) {
    for (const method of METHODS) {
      const request = { method, path, headers: {} };
      const theirMatch = theirs.matchOperation(request);
      // The rule that is ours: a static path wins, also for methods it does not have.
      const expected =
        theirMatch !== undefined && theirMatch.path !== path && statics.has(path) ? undefined : theirMatch?.operationId;
      for (const _time of ["first", "again"])
        expect([method, path, ours.matchOperation(request)?.operationId]).toEqual([method, path, expected]);
      if (expected !== undefined) found += 1;
    }
  }
  expect(found).toBeGreaterThan(100);
});
