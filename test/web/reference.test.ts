// The API reference: both documents, offline, from this origin alone, with the provenance of each member.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { REFERENCE_SCRIPT } from "../../src/web/reference/reference-script.ts";
import { aSandbox } from "../support/a-sandbox.ts";

const text = async (url: string) => (await fetch(url)).text();

test.each([
  ["/docs", "/openapi.json", "/v1"],
  ["/docs/", "/openapi.json", "/v1"],
  ["/docs/admin", "/admin/openapi.json", "/admin"],
])("%s shows %s and names no other origin; all it loads is there", async (path, document, base) => {
  const { url } = await aSandbox();
  const answer = await fetch(`${url}${path}`);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain(`data-document="${document}" data-base="${base}"`);
  const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
  const local = links.filter((link) => !link.startsWith("data:"));
  expect(local.every((link) => /^\/[a-z]*/.test(link) && !link.startsWith("//"))).toBe(true);
  for (const link of new Set(local)) expect((await fetch(`${url}${link}`)).status, link).toBe(200);
});

test("its policy allows scripts, styles and requests of this origin alone, as files", async () => {
  const { url } = await aSandbox();
  const answer = await fetch(`${url}/docs`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
    expect(policy.split("; ")).toContain(rule);
  }
  expect(policy).not.toContain("unsafe");
  const page = await answer.text();
  expect(page).not.toMatch(/<script>|<style>|<[^>]* (?:on[a-z]+|style)=/);
  for (const [file, type] of [
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
    ["swagger-ui.css", "text/css; charset=utf-8"],
    ["reference.js", "text/javascript; charset=utf-8"],
    ["reference.css", "text/css; charset=utf-8"],
  ]) {
    const served = await fetch(`${url}/docs/${file}`);
    expect([served.status, served.headers.get("content-type")], file).toEqual([200, type]);
    expect((await served.text()).length, file).toBeGreaterThan(1_000);
  }
  expect((await fetch(`${url}/docs/package.json`)).status).toBe(404);
  expect((await fetch(`${url}/docs/..%2f..%2fpackage.json`)).status).toBe(404);
});

test("the documents name the URL they are served at, so that trying an operation reaches this sandbox", async () => {
  const { url, ready } = await aSandbox();
  const service = JSON.parse(await text(`${url}/openapi.json`));
  const admin = JSON.parse(await text(`${url}/admin/openapi.json`));
  expect(service.servers[0].url).toBe(ready.api_base_url);
  expect(admin.servers[0].url).toBe(ready.admin_url);
  expect(admin.paths["/status"].get.operationId).toBeTypeOf("string");
  const key = service.components.securitySchemes.ApiKey;
  expect(key).toMatchObject({ type: "apiKey", in: "header", name: "X-API-Key" });
});

test("pages of other origins cannot read it", async () => {
  const { url } = await aSandbox();
  for (const path of ["/docs", "/docs/reference.js", "/admin/openapi.json", "/assets/usdc.png"]) {
    const answer = await fetch(`${url}${path}`, { headers: { Origin: "https://evil.com" } });
    expect(answer.status, path).toBe(403);
  }
});

/** One rendered element as text: a tree of the viewer's library reduced to names and words. */
type Drawn = { type: unknown; props: Record<string, unknown> | null; children: unknown[] };

type Wraps = Readonly<Record<string, (original: unknown) => (props: object) => Drawn | null>>;
type ViewerOptions = {
  spec: { servers: unknown };
  validatorUrl: unknown;
  plugins: readonly ((system: object) => { wrapComponents: Wraps })[];
};

/** Runs the script as a browser would, up to the call of the viewer, and returns its arguments. */
async function openedViewer(spec: object) {
  const place = { dataset: { document: "/openapi.json", base: "/v1" }, textContent: "" };
  const options = await new Promise<ViewerOptions>((resolve) => {
    runInNewContext(REFERENCE_SCRIPT, {
      document: { getElementById: () => place, documentElement: { classList: { toggle: () => true } } },
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      location: { origin: "http://127.0.0.1:1" },
      fetch: async () => ({ ok: true, json: async () => spec }),
      window: {},
      SwaggerUIBundle: resolve,
    });
  });
  const createElement = (type: unknown, props: Drawn["props"], ...children: unknown[]): Drawn => ({
    type,
    props,
    children,
  });
  const plugin = options.plugins[0]?.({ React: { createElement, Fragment: "fragment" } });
  return { options, wrap: plugin?.wrapComponents ?? {} };
}

function wordsOf(drawn: unknown): string[] {
  if (typeof drawn === "string") return [drawn];
  if (Array.isArray(drawn)) return drawn.flatMap(wordsOf);
  if (drawn === null || typeof drawn !== "object") return [];
  return wordsOf((drawn as Drawn).children);
}

test("requests go to the origin of the page, whatever the document says", async () => {
  const { options } = await openedViewer({ servers: [{ url: "http://localhost:9/v1" }] });
  expect(options.spec.servers).toEqual([{ url: "http://127.0.0.1:1/v1", description: "This sandbox" }]);
  expect(options.validatorUrl).toBeNull();
});

test("operations, parameters, properties, enum values and statuses show their provenance", async () => {
  const { wrap } = await openedViewer({});
  const drawn = (name: string, props: object) => wordsOf(wrap[name]?.("original")(props));
  const marks = { "x-provenance": "inferred", "x-decision": "H-25", "x-statement": ["S-1", "S-2"] };
  expect(
    drawn("OperationExt", { extensions: { ...marks, "x-status-provenance": { 200: "documented", 413: "invented" } } }),
  ).toEqual([
    ...["Where from", "inferred", "H-25", "S-1", "S-2"],
    ...["Statuses", "documented", " 200", "invented", " 413"],
  ]);
  expect(drawn("ParameterExt", { xKey: "x-provenance", xVal: "invented" })).toEqual(["invented"]);
  expect(drawn("ParameterExt", { xKey: "x-decision", xVal: ["K-9", "K-10"] })).toEqual(["K-9", "K-10"]);
  expect(drawn("ParameterExt", { xKey: "x-sortable", xVal: ["time", "id"] })).toEqual(["sorts by", "time, id"]);
  expect(drawn("JSONSchema202012KeywordType", { schema: marks })).toEqual(["inferred", "H-25", "S-1", "S-2"]);
  expect(
    drawn("JSONSchema202012KeywordEnum", { schema: { "x-enum-provenance": { a: "documented", b: "documented" } } }),
  ).toEqual(["Values", "documented", " a, b"]);
  const op = new Map([["x-provenance", "documented"]]);
  expect(drawn("OperationSummaryPath", { operationProps: new Map([["op", op]]) })).toEqual(["documented"]);
});

test("the viewer's package still has every component that the marks are added to", async () => {
  const { url } = await aSandbox();
  const { wrap } = await openedViewer({});
  const bundle = await text(`${url}/docs/swagger-ui-bundle.js`);
  for (const name of Object.keys(wrap)) expect(bundle, name).toMatch(new RegExp(`\\b${name}\\b`));
});
