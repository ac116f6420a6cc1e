// Cross-origin pages and DNS rebinding: no route accepts a foreign Host or Origin (R-186, R-187, R-188, R-191).
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { head, type RawReply, rawReplies, rawReply } from "../support/clients/a-raw-client.ts";
import { EVERY_ROUTE, type Route } from "../support/clients/every-route.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

const TOKEN = "the-token-of-the-operator";
const shared = sharedSandbox({ adminToken: TOKEN, allowHost: ["pay.example.test"] });

/** A request that is valid except for its Host or Origin: key and token are right. */
function bytesOf({ method, path, body }: Route, headers: readonly string[], target = path): string {
  const keys = [`X-API-Key: ${shared().ready.api_key}`, `Authorization: Bearer ${TOKEN}`];
  const content = body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`];
  return `${head(`${method} ${target} HTTP/1.1`, [...headers, ...keys, ...content])}${body ?? ""}`;
}

function isForbidden({ status, headers, body }: RawReply, name: string): void {
  const error = expect.stringMatching(/^Forbidden: (the|there)/);
  const ofRpc = { jsonrpc: "2.0", id: null, error: { code: -32_600, message: error } };
  const expected = name.includes("/rpc") ? ofRpc : { success: false, code: 403, error };
  expect([name, status, body], name).toEqual([name, 403, expected]);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

/** Sends the same to every route; the world must not change. */
async function everywhere(bytes: (route: Route) => string, routes = EVERY_ROUTE): Promise<[Route, RawReply][]> {
  const before = digestOf(shared().store);
  const answers = await Promise.all(
    routes.map(async (route): Promise<[Route, RawReply]> => [route, await rawReply(shared().url, bytes(route))]),
  );
  expect(digestOf(shared().store)).toEqual(before);
  return answers;
}

describe("on every route of both documents, every page and the RPC endpoints", () => {
  test("the table of routes is not empty", () => {
    expect(EVERY_ROUTE.length).toBeGreaterThan(100);
  });

  test.each([
    ["a foreign name that resolves to this machine (DNS rebinding)", ["Host: evil.test"]],
    ["a foreign name with the right port", ["Host: evil.test:4010"]],
    ["a foreign name before a right one", ["Host: evil.test", "Host: localhost"]],
    ["a right name before a foreign one", ["Host: localhost", "Host: evil.test"]],
    ["no Host at all", []],
  ])("R-186 %s is 403 and does nothing, although key and token are right", async (_, headers) => {
    for (const [route, reply] of await everywhere((each) => bytesOf(each, headers))) isForbidden(reply, route.name);
  });

  test("R-186 a target in absolute form is checked by its own host name, whatever the Host header is", async () => {
    const replies = await everywhere((route) => bytesOf(route, ["Host: localhost"], `http://evil.test${route.path}`));
    for (const [route, reply] of replies) isForbidden(reply, route.name);
    const own = await rawReply(shared().url, head("GET http://localhost/healthz HTTP/1.1"));
    expect([own.status, own.body.status]).toEqual([200, "ready"]);
  });

  test.each([
    ["of a host with a port beyond all ports", "http://evil.test:99999", "Host: localhost"],
    ["of a host in open brackets, from a foreign Host", "http://a:b@[::1", "Host: evil.test"],
  ])("R-186 R-206 a target %s is no request: 400 on every route, and does nothing", async (_, origin, host) => {
    const replies = await everywhere((route) => bytesOf(route, [host], `${origin}${route.path}`));
    for (const [route, { status, body }] of replies)
      expect([status, body], route.name).toEqual([400, { success: false, code: 400, error: "Invalid request" }]);
  });

  test.each(["https://evil.test", "null", "http://localhost.evil.test", "http://192.168.1.9"])(
    "R-187 a page of origin %s is 403 and does nothing, although key and token are right",
    async (origin) => {
      const replies = await everywhere((route) => bytesOf(route, ["Host: localhost", `Origin: ${origin}`]));
      for (const [route, reply] of replies) isForbidden(reply, route.name);
    },
  );

  test("R-187 a browser extension is 403 on every route but /rpc, where wallets call and no page can send its origin", async () => {
    const others = EVERY_ROUTE.filter(({ name }) => !name.includes("/rpc"));
    const headers = ["Host: localhost", "Origin: chrome-extension://abcdefghijklmnop"];
    const replies = await everywhere((route) => bytesOf(route, headers), others);
    for (const [route, reply] of replies) isForbidden(reply, route.name);
    const origin = "chrome-extension://abcdefghijklmnop";
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
    const call = { method: "POST", headers: { origin, "content-type": "application/json" }, body };
    const answer = await fetch(`${shared().url}/rpc/base`, call);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    for (const path of ["/rpcx", "/rpc.", "//rpc/base", "/v1/vault?x=/rpc/base", "/%72pc/base"])
      expect([path, (await fetch(`${shared().url}${path}`, call)).status]).toEqual([path, 403]);
  });

  test("R-187 an Origin after two thousand other headers is still checked", async () => {
    const many = Array.from({ length: 2_200 }, () => "a:1");
    const reply = await rawReply(
      shared().url,
      head("GET /healthz HTTP/1.1", ["Host: a", ...many, "Origin: http://evil.test"]),
    );
    isForbidden(reply, "GET /healthz");
  });

  test("R-188 a page of this machine gets exactly its origin and Vary, never * and never credentials", async () => {
    const origin = "http://localhost:5173";
    const streams = ["streamEvents", "streamChanges", "waitForEvent"];
    for (const route of EVERY_ROUTE.filter(({ id }) => !streams.includes(id))) {
      const { method, path } = route;
      // The wrong content type prevents any change.
      const headers = { origin, ...(method === "GET" ? {} : { "content-type": "text/plain" }) };
      const answer = await fetch(`${shared().url}${path}`, { method, headers, redirect: "manual" });
      expect([route.name, answer.headers.get("access-control-allow-origin")]).toEqual([route.name, origin]);
      expect(answer.headers.get("vary"), route.name).toContain("Origin");
      expect(answer.headers.get("access-control-allow-credentials"), route.name).toBeNull();
      await answer.body?.cancel();
    }
  });

  test("R-188 a client without an origin gets no such header, but Vary", async () => {
    for (const path of ["/v1/vault", "/admin/status", "/healthz", "/rpc/base", "/nowhere"]) {
      const { headers } = await fetch(`${shared().url}${path}`);
      expect([path, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([path, null, "Origin"]);
    }
  });
});

describe("host names of this sandbox", () => {
  test.each([
    ["localhost", 200],
    ["LOCALHOST:1", 200],
    ["localhost.", 200],
    ["127.0.0.1:4010", 200],
    ["10.0.0.7", 200],
    ["[::1]", 200],
    ["[::1]:4010", 200],
    ["[::ffff:127.0.0.1]", 200],
    ["Pay.Example.Test:4010", 200],
    ["sandbox", 200],
    ["pay.example.test.", 403],
    ["evil.test.", 403],
    ["localhost:4010@evil.test", 403],
    ["evil.test@localhost", 403],
    ["localhost evil.test", 403],
    ["localhost,evil.test", 403],
    ["127.0.0.1.evil.test", 403],
    ["localhost:99999999", 403],
    ["[::1", 403],
    ["::1", 403],
    ["[::1]evil.test", 403],
    ["[evil.test]", 403],
    ["", 403],
    ["xn--lcalhost-54a.test", 403],
  ])("Host %j is %i (R-186)", async (host, status) => {
    const reply = await rawReply(shared().url, head("GET /healthz HTTP/1.1", [`Host: ${host}`]));
    expect(reply.status).toBe(status);
  });

  test("a refused request does not count against a rate limit, has its own id, and shows the limits on a service route (R-186, R-208)", async () => {
    const left = async (): Promise<number> =>
      Number((await fetch(`${shared().url}/v1/nowhere`)).headers.get("x-ratelimit-remaining"));
    const before = await left();
    const refused = await rawReply(shared().url, head("GET /v1/vault HTTP/1.1", ["Host: evil.test"]));
    expect(refused.headers.get("x-ratelimit-limit")).toBe("100000");
    expect(refused.headers.get("x-request-id")).toMatch(/^req_\d{12}$/);
    const after = await left();
    // A new minute may have begun; then no request is counted yet.
    expect([before - 1, 99_999]).toContain(after);
  });

  test("100-continue is not sent when Host or Origin is wrong (R-186)", async () => {
    for (const headers of [["Host: evil.test"], ["Host: localhost", "Origin: https://evil.test"]]) {
      const expecting = ["Expect: 100-continue", "Content-Type: application/json", "Content-Length: 2"];
      const replies = await rawReplies(shared().url, head("POST /admin/reset HTTP/1.1", [...headers, ...expecting]));
      expect(replies.map(({ status }) => status)).toEqual([403]);
      expect(replies[0]?.headers.get("connection")).toBe("close");
    }
  });
});

describe("WebSockets", () => {
  const outcomeOf = (options: { origin?: string; headers?: Record<string, string> }): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = new WebSocket(`${shared().url.replace("http", "ws")}/rpc/base`, options);
    socket.on("error", (error) => resolve(error.message));
    socket.on("open", () => {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }));
    });
    socket.on("message", (data) => {
      resolve(String(JSON.parse(String(data)).result));
      socket.close();
    });
    return promise;
  };

  test.each([
    [{}, "0x2105"],
    [{ origin: "http://localhost:5173" }, "0x2105"],
    [{ origin: "https://pay.example.test" }, "0x2105"],
    [{ origin: "chrome-extension://abcdefghijklmnop" }, "0x2105"],
    [{ origin: "moz-extension://0000-1111" }, "0x2105"],
    [{ origin: "https://evil.test" }, "Unexpected server response: 403"],
    [{ origin: "null" }, "Unexpected server response: 403"],
    [{ headers: { host: "evil.test" } }, "Unexpected server response: 403"],
    [{ headers: { host: "evil.test" }, origin: "http://evil.test" }, "Unexpected server response: 403"],
  ])("a handshake with %j: %s (R-187, R-191: no cross-site hijack)", async (options, outcome) => {
    expect(await outcomeOf(options)).toBe(outcome);
  });

  test("two Host headers, or a target with another host name, open no WebSocket either (R-186, R-191)", async () => {
    const upgrade = [
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${btoa("0123456789abcdef")}`,
    ];
    for (const [target, hosts] of [
      ["/rpc/base", ["Host: localhost", "Host: evil.test"]],
      ["/rpc/base", ["Host: evil.test", "Host: localhost"]],
    ] as const) {
      expect((await rawReply(shared().url, head(`GET ${target} HTTP/1.1`, [...hosts, ...upgrade]))).status).toBe(403);
    }
    // This is no WebSocket handshake, so its connection would be kept alive like that of any request.
    const once = upgrade.with(0, "Connection: Upgrade, close");
    const absolute = await rawReply(
      shared().url,
      head("GET http://evil.test/rpc/base HTTP/1.1", ["Host: localhost", ...once]),
    );
    expect(absolute.status).toBe(403);
  });
});
