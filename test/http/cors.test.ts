// Pages of a browser: one from localhost or a listed host may call everything, its origin echoed, never `*`.
import { describe, expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";

const PAGE = "http://localhost:5173";

describe("R-188 a page under development on its own port", () => {
  const shared = sharedSandbox({ allowHost: ["shop.test"], adminToken: "a-long-enough-admin-token" });
  const call = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    fetch(`${shared().url}${path}`, { ...init, headers: { origin: PAGE, ...init.headers } });

  test.each([
    ["GET", "/v1/vault"],
    ["GET", "/admin/status"],
    ["GET", "/openapi.json"],
    ["GET", "/healthz"],
    ["GET", "/nowhere"],
    ["PUT", "/v1/vault"],
    ["OPTIONS", "/v1/vault"],
  ])("%s %s is answered with exactly this origin, whatever the answer is", async (method, path) => {
    const { headers } = await call(path, { method });
    expect(headers.get("access-control-allow-origin")).toBe(PAGE);
    expect(headers.get("vary")).toBe("Origin");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("access-control-expose-headers")).toContain("X-Request-Id");
  });

  test.each([
    ["POST", "/v1/transfer/payout", "content-type, x-api-key, idempotency-key"],
    ["PATCH", "/v1/uda/x", "content-type,x-api-key"],
    ["PUT", "/admin/networks/base/mining", "authorization,content-type"],
    ["DELETE", "/admin/faults", "authorization"],
    ["GET", "/admin/events/stream", "authorization,last-event-id"],
  ])("the preflight of %s %s is answered without key and token", async (method, path, wanted) => {
    const headers = { "access-control-request-method": method, "access-control-request-headers": wanted };
    const answer = await call(path, { method: "OPTIONS", headers });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE);
    expect(answer.headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
    const allowed = answer.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    for (const name of wanted.split(/, ?/)) expect(allowed).toContain(name);
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("can really call the service and the control surface", async () => {
    const { ready } = shared();
    const vaults = await call("/v1/vault", { headers: { "x-api-key": ready.api_key } });
    expect([vaults.status, vaults.headers.get("access-control-allow-origin")]).toEqual([200, PAGE]);
    const headers = { authorization: "Bearer a-long-enough-admin-token", "content-type": "application/json" };
    const frozen = await call("/admin/clock/freeze", { method: "POST", body: "{}", headers });
    expect([frozen.status, frozen.headers.get("access-control-allow-origin")]).toEqual([200, PAGE]);
  });

  test("a listed host is echoed as it was written, a foreign page is refused and never echoed", async () => {
    const listed = await call("/v1/vault", { headers: { origin: "https://Shop.test:8443" } });
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://Shop.test:8443");
    for (const origin of ["https://evil.test", "null", "http://localhost.evil.test"]) {
      for (const method of ["GET", "OPTIONS"]) {
        const headers = { origin, "access-control-request-method": "POST" };
        const refused = await call("/admin/status", { method, headers });
        expect([refused.status, refused.headers.get("access-control-allow-origin")], origin).toEqual([403, null]);
      }
    }
  });

  test("a program without an origin gets no such headers, and caches keep the two apart", async () => {
    const { headers } = await fetch(`${shared().url}/healthz`);
    expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([null, "Origin"]);
  });
});
