// Headers of every answer: nosniff, no caching of protected answers, rate limits.
import { describe, expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { head, rawReply } from "../support/clients/a-raw-client.ts";
import { EVERY_ROUTE, type Route } from "../support/clients/every-route.ts";

const shared = sharedSandbox();
const STREAMS = ["streamEvents", "streamChanges", "waitForEvent"];
/** These would change the world for the other tests. */
const WRITES = (route: Route): boolean => route.method !== "GET";

async function answers(headers: Record<string, string>) {
  return Promise.all(
    EVERY_ROUTE.filter(({ id }) => !STREAMS.includes(id)).map(async (route) => {
      const { method, path } = route;
      const type: Record<string, string> = WRITES(route) ? { "content-type": "text/plain" } : {};
      const answer = await fetch(`${shared().url}${path}`, {
        method,
        headers: { ...type, ...headers },
        redirect: "manual",
      });
      return { route, answer, text: await answer.text() };
    }),
  );
}

describe("every route of both documents, every page and file, successful or refused", () => {
  test.each(["with a key", "without a key", "from a foreign Host"])(
    "R-210 %s: nosniff, no X-Powered-By, no Server",
    async (how) => {
      const { ready } = shared();
      if (how === "from a foreign Host") {
        for (const { method, path } of EVERY_ROUTE) {
          const { status, headers } = await rawReply(
            shared().url,
            head(`${method} ${path} HTTP/1.1`, ["Host: evil.test"]),
          );
          expect([status, headers.get("x-content-type-options"), headers.get("cache-control")]).toEqual([
            403,
            "nosniff",
            "no-store",
          ]);
        }
        return;
      }
      for (const { route, answer } of await answers(how === "with a key" ? { "x-api-key": ready.api_key } : {})) {
        expect([route.name, answer.headers.get("x-content-type-options")]).toEqual([route.name, "nosniff"]);
        expect([answer.headers.get("x-powered-by"), answer.headers.get("server")], route.name).toEqual([null, null]);
      }
    },
  );

  test("R-210 answers to a key and all answers of the control API are not cached", async () => {
    for (const { route, answer } of await answers({ "x-api-key": shared().ready.api_key })) {
      if (!/^\/(v\d|admin)/.test(route.path)) continue;
      expect([route.name, answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual([
        route.name,
        "no-store",
        null,
      ]);
    }
  });

  test("R-210 each page has a content security policy without external sources and cannot be framed; pages and their files are restricted to the same origin", async () => {
    const pages = (await answers({})).filter(({ answer }) =>
      answer.headers.get("content-type")?.startsWith("text/html"),
    );
    expect(pages.length).toBeGreaterThanOrEqual(6);
    for (const { route, answer, text } of pages) {
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect([route.name, policy]).toEqual([route.name, expect.stringContaining("default-src 'none'")]);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect([answer.headers.get("cross-origin-resource-policy"), answer.headers.get("referrer-policy")]).toEqual([
        "same-origin",
        "no-referrer",
      ]);
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    }
    for (const path of ["/docs/reference.js", "/docs/swagger-ui.css", "/healthz", "/metrics"])
      expect((await fetch(`${shared().url}${path}`)).headers.get("cross-origin-resource-policy"), path).toBe(
        "same-origin",
      );
    // Logos may be embedded by the application under test.
    expect((await fetch(`${shared().url}/assets/USDC.png`)).headers.get("cross-origin-resource-policy")).toBe(
      "cross-origin",
    );
  });

  test("R-208 the three rate-limit headers and a request id are on every answer of the service, and on none of the control API", async () => {
    for (const { route, answer } of await answers({ "x-api-key": shared().ready.api_key })) {
      const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
      const values = names.map((name) => answer.headers.get(name));
      if (/^\/v\d/.test(route.path)) {
        for (const value of values) expect([route.name, value]).toEqual([route.name, expect.stringMatching(/^\d+$/)]);
        expect(answer.headers.get("x-request-id"), route.name).toMatch(/^req_\d{12}$/);
      } else expect([route.name, ...values]).toEqual([route.name, null, null, null]);
    }
  });
});
