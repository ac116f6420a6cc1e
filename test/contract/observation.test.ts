// Every finished request is seen once, whatever answered it: a handler, a refusal, a fault, or the guard (C-10).
import { request as httpRequest } from "node:http";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Observation } from "../../src/contract/observation.ts";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { seenWhile as seen } from "./seen-while.ts";

const sandbox = sharedSandbox({ tier: "enterprise" });

const seenWhile = (run: (at: ASandbox) => Promise<unknown>): Promise<Observation[]> => seen(sandbox(), run);

const call = (path: string, init: RequestInit = {}): Promise<Response> => {
  const { url, ready } = sandbox();
  const headers = { "x-api-key": ready.api_key, "content-type": "application/json", ...init.headers };
  return fetch(`${url}${path}`, { ...init, headers });
};

test("a call is seen with its operation, tenant, text, answer and the headers that were sent", async () => {
  const body = '{ "owner": "anna",  "network_symbol": "base", "colour": "red" }';
  const [seen, ...more] = await seenWhile(() => call("/v1/wallets?x=1", { method: "POST", body }));
  expect(more).toEqual([]);
  expect(seen).toMatchObject({
    ...{ surface: "v1", method: "POST", target: "/v1/wallets?x=1", path: "/wallets", search: "x=1" },
    ...{ operationId: "createWallet", tenantId: sandbox().ready.tenant_id, status: 201, cut: null, injected: false },
    ...{ requestText: body, ignored: ["x", "colour"], faults: [], refusal: null, ownClient: null, replayed: false },
  });
  expect(seen?.replyHeaders["X-Request-Id"]).toBe(seen?.requestId);
  expect(seen?.replyHeaders["Content-Type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(seen?.replyText ?? "")).toMatchObject({ success: true, data: { network_symbol: "base" } });
  expect(seen?.clock).toBe(Date.parse("2026-01-01T00:00:00Z"));
});

const REFUSED: [title: string, path: string, init: RequestInit, facts: Partial<Observation>][] = [
  ["an unknown path", "/v1/walets", {}, { status: 404, operationId: null, surface: "v1" }],
  ["a path without its version", "/wallets", {}, { status: 404, operationId: null, surface: "v1" }],
  ["another version", "/v2/wallets", {}, { status: 404, operationId: null, surface: "v1" }],
  ["a method of another operation", "/v1/wallets", { method: "PATCH" }, { status: 405, operationId: null }],
  ["a wrong key", "/v1/wallets", { headers: { "x-api-key": "nobody" } }, { status: 401, tenantId: null }],
  ["a body that is no JSON", "/v1/wallets", { method: "POST", body: "{" }, { status: 400, requestText: "{" }],
  ["a foreign page", "/v1/wallets", { headers: { origin: "https://evil.example" } }, { status: 403, clock: null }],
];

test.each(REFUSED)("%s is seen once, with the reason of its refusal", async (_, path, init, facts) => {
  const seen = await seenWhile(() => call(path, init));
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject(facts);
  expect(seen[0]?.refusal).toMatchObject({ code: facts.status, detail: expect.stringMatching(/\S/) });
  expect(seen[0]?.requestId).toMatch(/^req_\d{12}$/);
});

test("what is asked by a browser for its own sake is no call of the service", async () => {
  const seen = await seenWhile(async ({ url }) => {
    for (const path of ["/favicon.ico", "/.well-known/appspecific/x.json", "/healthz", "/", "/openapi.json"])
      await (await fetch(`${url}${path}`)).text();
  });
  expect(seen).toEqual([]);
});

test("a request over the rate limit is seen with its tenant", async () => {
  const { control } = sandbox();
  const { tenant_id: id, api_key } = await control("POST", "/tenants", { name: "slow", rate_limit: 1 });
  const headers = { "x-api-key": String(api_key) };
  const seen = await seenWhile(async () => {
    await call("/v1/wallets", { headers });
    await call("/v1/wallets", { headers });
  });
  expect(seen.map(({ status, tenantId }) => [status, tenantId])).toEqual([
    [200, id],
    [429, id],
  ]);
  expect(Number(seen[1]?.replyHeaders["Retry-After"])).toBeGreaterThan(0);
});

const payout = (reference: string): RequestInit => ({
  method: "POST",
  body: JSON.stringify({ reference_id: reference, vault_id: "v", asset: "USDC", amount: "1", to_address: "0x1" }),
});

test.each([
  ["status", { status: 500 }, { status: 500, injected: true, cut: null }],
  ["close", {}, { status: null, injected: true, cut: "now", replyText: "" }],
  ["after-commit-close", {}, { status: null, injected: true, cut: "instead-of-reply", replyText: "" }],
  ["delay", { by: "1ms" }, { status: 400, injected: false, cut: null }],
] as const)("a request that meets the fault %s is seen with its body and the fault", async (effect, params, facts) => {
  const { control } = sandbox();
  const fault = await control("POST", "/faults", {
    ...{ gate: "api.request", effect, params, times: 1 },
    match: { operation_id: "createPayout" },
  });
  const seen = await seenWhile(() => call("/v1/transfer/payout", payout(`order-${effect}`)).catch(() => "cut"));
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ ...facts, operationId: "createPayout", faults: [{ id: fault.id, effect }] });
  expect(seen[0]?.requestText).toContain(`order-${effect}`);
});

test("a client that leaves in the middle of its body is seen once", async () => {
  const seen = await seenWhile(async ({ url, ready }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { hostname, port } = new URL(url);
    const headers = { "x-api-key": ready.api_key, "content-type": "application/json", "content-length": "100" };
    const request = httpRequest({ hostname, port, path: "/v1/wallets", method: "POST", headers });
    request.on("error", () => resolve());
    sandbox().contract.listen(({ target }) => {
      if (target === "/v1/wallets") resolve();
    });
    request.write('{"owner"', () => request.destroy());
    await promise;
    await call("/v1/wallets");
  });
  expect(seen.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("our own clients are seen by their names", async () => {
  const seen = await seenWhile(async () => {
    await call("/v1/wallets", { headers: { "x-sandbox-client": "cli" } });
    await call("/v1/wallets", { headers: { "x-sandbox-client": "somebody" } });
  });
  expect(seen.map(({ ownClient }) => ownClient)).toEqual(["cli", null]);
});

test("each call of a batch is seen, and a message that is none; ids of /v1 do not count them", async () => {
  const { url } = sandbox();
  const rpc = (body: string): Promise<Response> =>
    fetch(`${url}/rpc/base`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const before = (await call("/v1/wallets")).headers.get("x-request-id");
  const seen = await seenWhile(async () => {
    await rpc('[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_nothing"}]');
    await rpc('{"jsonrpc":"2.0","id":3, "method":"eth_blockNumber"}');
    await rpc("[]");
    await rpc("{");
  });
  expect(seen.map(({ operationId, refusal }) => [operationId, refusal?.code ?? 0])).toEqual([
    ["eth_chainId", 0],
    ["eth_nothing", -32_601],
    ["eth_blockNumber", 0],
    [null, -32_600],
    [null, -32_700],
  ]);
  expect(seen[2]).toMatchObject({ surface: "rpc", target: "/rpc/base", requestText: expect.stringContaining("3, ") });
  expect(seen[0]?.requestText).toBe('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}');
  expect(seen[0]?.requestId).toMatch(/^rpc_\d{12}$/);
  const after = (await call("/v1/wallets")).headers.get("x-request-id");
  expect(Number(after?.slice(4)) - Number(before?.slice(4))).toBe(1);
});

test("calls over a WebSocket are seen, and calls that a fault refuses or cuts", async () => {
  const { url, control } = sandbox();
  const arm = (effect: string, params: object): Promise<unknown> =>
    control("POST", "/faults", {
      ...{ gate: "rpc.request", effect, params, times: 1 },
      match: { method: "eth_gasPrice" },
    });
  await arm("error", { code: -32_005, message: "busy" });
  const seen = await seenWhile(async () => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/rpc/base`);
    const ask = async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const end of ["message", "close"] as const) socket.once(end, () => resolve());
      socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}');
      await promise;
    };
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    socket.once("open", () => resolve());
    await opened;
    await ask();
    await arm("close", {});
    await ask();
    socket.close();
  });
  expect(seen).toMatchObject([
    { method: "WS", injected: true, status: 200, refusal: { code: -32_005 }, faults: [{ effect: "error" }] },
    { method: "WS", injected: true, status: null, cut: "now", faults: [{ effect: "close" }] },
  ]);
});
