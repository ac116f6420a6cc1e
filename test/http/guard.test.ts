// The guard: which Host and Origin headers are accepted, and that no other handler sees the rest.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../../src/http/guard.ts";
import { aSandbox } from "../support/a-sandbox.ts";

const passes = (host: string | undefined, origin?: string, allowHosts: string[] = []): boolean =>
  refusalOf({ ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) }, allowHosts) ===
  null;

describe("the Host header", () => {
  test.each([
    "localhost",
    "localhost:4010",
    "LocalHost:4010",
    "localhost.",
    "127.0.0.1:4010",
    "127.8.9.1",
    "192.168.1.20:80",
    "[::1]:4010",
    "[fe80::1]",
    "sandbox",
    "payment_sandbox:4010",
    "shop.localhost:4010",
    "a.b.localhost",
    "host.docker.internal:4010",
  ])("%s may come in: loopback, an IP address or a single-label name", (host) => {
    expect(passes(host)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "evil.com",
    "evil.com:4010",
    "localhost.evil.com",
    "127.0.0.1.evil.com",
    "sandbox.",
    "evil.com@127.0.0.1",
    "127.0.0.1/evil.com",
    "[evil.com]",
    "[::1",
    "::1",
    "a b",
    "localhost:",
    "localhost:4010:1",
    "-sandbox",
    ".localhost",
    "a..localhost",
    "evil.docker.internal",
    "x.host.docker.internal",
    "localhost.internal",
  ])("%s is refused", (host) => {
    expect(passes(host)).toBe(false);
  });

  test("a name of --allow-host may come in, in any case, its neighbours may not", () => {
    expect(passes("Pay.Example.test:4010", undefined, ["pay.example.test"])).toBe(true);
    expect(passes("pay.example.test", undefined, ["PAY.example.TEST"])).toBe(true);
    expect(passes("x.pay.example.test", undefined, ["pay.example.test"])).toBe(false);
  });

  test("the refusal names the option that helps", () => {
    expect(refusalOf({ host: "pay.example.test:4010" }, [])).toContain("--allow-host pay.example.test");
  });
});

describe("the Origin header", () => {
  test.each(["chrome-extension", "moz-extension", "safari-web-extension"])(
    "of a browser extension (%s) may come in on /rpc alone",
    (scheme) => {
      const headers = { host: "localhost", origin: `${scheme}://abcdefghijklmnop` };
      expect(refusalOf(headers, [], { isRpc: true })).toBeNull();
      expect(refusalOf(headers, [])).toContain("Origin");
      expect(refusalOf({ ...headers, host: "evil.com" }, [], { isRpc: true })).toContain("Host");
      expect(refusalOf({ ...headers, origin: `${scheme}://` }, [], { isRpc: true })).toContain("Origin");
    },
  );

  test.each([
    "http://localhost:3000",
    "https://127.0.0.1",
    "http://[::1]:5173",
    "HTTP://LOCALHOST",
    "http://shop.localhost:3000",
    "http://host.docker.internal:5173",
  ])("%s may come in", (origin) => {
    expect(passes("localhost:4010", origin)).toBe(true);
  });

  test.each([
    "null",
    "",
    "https://evil.com",
    "http://192.168.1.20",
    "http://sandbox",
    "file://localhost",
    "http://localhost.evil.com",
    "http://localhost/x",
  ])("%j is refused, although the Host is right", (origin) => {
    expect(passes("localhost:4010", origin)).toBe(false);
  });

  test("a listed one may come in", () => {
    expect(passes("localhost", "https://shop.example.test", ["shop.example.test"])).toBe(true);
  });
});

test("a foreign page reaches no route: every answer is 403 in the envelope, and nothing was done", async () => {
  const sandbox = await aSandbox();
  const { port } = new URL(sandbox.url);
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
      });
      sent.on("error", reject);
      sent.end(method === "POST" ? '{"name":"intruder"}' : undefined);
    });
  const routes = [
    ["GET", "/"],
    ["GET", "/healthz"],
    ["GET", "/v1/wallets"],
    ["GET", "/admin/status"],
    ["POST", "/admin/tenants"],
    ["POST", "/rpc/base"],
    ["GET", "/nowhere"],
  ] as const;
  for (const [method, path] of routes) {
    for (const headers of [{ Host: "evil.com" }, { Host: "localhost", Origin: "https://evil.com" }]) {
      const answer = await ask(method, path, { "Content-Type": "application/json", ...headers });
      const body = path === "/rpc/base" ? { jsonrpc: "2.0", error: { code: -32_600 } } : { success: false, code: 403 };
      expect(answer, path).toMatchObject({ status: 403, body });
    }
  }
  const { items } = await sandbox.control("GET", "/tenants");
  expect(items).toHaveLength(1);
});
