// Every operation of the control API has a place on the page, or stands in a list with the reason why not (T-11).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adminDocument } from "../../src/admin/app.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { NOT_ON_THE_PAGE } from "./not-on-the-page.ts";

const ROOT = join(import.meta.dirname, "../..");

/** How the page asks: by the typed client, by a hook, by `fetch`, and by the table of the lists of records. */
const CALLS = [
  /client\.(GET|POST|PUT|PATCH|DELETE)\(\s*"(\/[^"]+)"/g,
  /api\.useQuery\(\s*"(get)",\s*"(\/[^"]+)"/g,
  /(fetch)\(\s*"\/admin(\/[^"]+)"/g,
  /(path): "(\/[a-z-]+)"/g,
];

/** `GET /status` and the like, of all calls in the sources of the page. */
function callsOfPage(texts: readonly string[]): Set<string> {
  const found = texts.flatMap((text) =>
    CALLS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, how = "", path = ""]) => [how, path] as const)),
  );
  return new Set(found.map(([how, path]) => `${/^(fetch|path)$/.test(how) ? "GET" : how.toUpperCase()} ${path}`));
}

const sources = globSync("src/dashboard/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !file.endsWith(".gen.ts"))
  .map((file) => readFileSync(join(ROOT, file), "utf8"));

const operations = [...operationsOf(adminDocument).values()].map(({ id, method, path }) => ({
  id,
  call: `${method.toUpperCase()} ${path}`,
}));

test("each operation is used by the page, or is listed with the reason why it is not (T-11)", () => {
  const used = callsOfPage(sources);
  const missing = operations.filter(({ id, call }) => !used.has(call) && !(id in NOT_ON_THE_PAGE));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test("no operation of the list is used by the page after all, and none of them has gone (T-11)", () => {
  const used = callsOfPage(sources);
  const listed = operations.filter(({ id }) => id in NOT_ON_THE_PAGE);
  expect(listed.filter(({ call }) => used.has(call)).map(({ id }) => id)).toEqual([]);
  expect(Object.keys(NOT_ON_THE_PAGE).filter((id) => !operations.some((one) => one.id === id))).toEqual([]);
  for (const reason of Object.values(NOT_ON_THE_PAGE)) expect(reason.length).toBeGreaterThan(20);
});

test("a call is seen in each form in which the page writes it (T-11)", () => {
  const text = `client.POST("/a", { body }); api.useQuery(\n    "get",\n    "/b/{id}", {}); fetch("/admin/c/d"); { path: "/e" }`;
  expect([...callsOfPage([text])]).toEqual(["POST /a", "GET /b/{id}", "GET /c/d", "GET /e"]);
});
