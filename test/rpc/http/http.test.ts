// JSON-RPC over HTTP: envelopes, batches, limits, and responses to requests that are not JSON-RPC calls.
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_MESSAGE_BYTES } from "../../../src/rpc/http/router.ts";
import { MESSAGE_LIMITS } from "../../../src/rpc/json-rpc.ts";
import { type AnRpc, alice, anRpc, bob } from "../../support/an-rpc.ts";
import { ask, get, post, type Reply } from "../a-client.ts";

let rpc: AnRpc;
let url: string;
beforeAll(async () => {
  rpc = await anRpc({ networks: ["base", "polygon"] });
  url = rpc.url();
});
afterAll(() => rpc.close());

const call = (method: string, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params: [] });

describe("networks", () => {
  test.each(["base", "BASE", "8453"])("/rpc/%s is Base", async (name) => {
    expect(await get(rpc.url(name), "eth_chainId")).toBe("0x2105");
    expect(await get(rpc.url(name), "net_version")).toBe("8453");
  });

  test("each network has its own chain", async () => {
    expect(await get(rpc.url("polygon"), "eth_chainId")).toBe("0x89");
  });

  test.each(["GET", "POST"])("%s to an unknown network is a 404 with a JSON-RPC error body", async (method) => {
    const response = await fetch(rpc.url("dogecoin"), { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  test.each(["%zz", "..%2f", "base%00"])("/rpc/%s is not a network either", async (name) => {
    const response = await fetch(rpc.url(name), { method: "POST" });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  test("GET describes the endpoint", async () => {
    const response = await fetch(rpc.url("8453"));
    expect(await response.json()).toMatchObject({ network: "base", chain_id: 8453, http: url, websocket: rpc.wsUrl() });
    const { networks } = (await (await fetch(url.replace(/\/base$/, ""))).json()) as { networks: unknown[] };
    expect(networks).toMatchObject([{ network: "polygon" }, { network: "base" }]);
  });

  test("another HTTP method is a 405 with an Allow header", async () => {
    const response = await fetch(url, { method: "PUT", body: "{}" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, OPTIONS"]);
  });
});

describe("envelopes", () => {
  test.each([["text"], [7], [1.5], [null]])("the id %j comes back as it was", async (id) => {
    expect((await post(url, call("eth_chainId", id))).json).toEqual({ jsonrpc: "2.0", id, result: "0x2105" });
  });

  test("an empty result is null", async () => {
    const { json } = await post(url, { ...call("eth_getTransactionReceipt"), params: [`0x${"11".repeat(32)}`] });
    expect(json).toEqual({ jsonrpc: "2.0", id: 1, result: null });
  });

  test("a notification gets no response", async () => {
    expect(await post(url, { jsonrpc: "2.0", method: "eth_chainId" })).toMatchObject({ status: 204, text: "" });
  });

  test.each(["", "{", "nonsense", '{"jsonrpc":"2.0","id":1,'])("%j is a parse error", async (text) => {
    expect((await post(url, text)).json).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test.each([
    [1],
    ["text"],
    [null],
    [{}],
    [{ id: 1, method: "eth_chainId" }],
    [{ jsonrpc: "1.0", id: 1, method: "eth_chainId" }],
    [{ jsonrpc: "2.0", id: 1, method: 7 }],
    [{ jsonrpc: "2.0", id: {}, method: "eth_chainId" }],
    [{ jsonrpc: "2.0", id: 1, result: 7 }],
  ])("%j is an invalid request", async (body) => {
    expect((await post(url, JSON.stringify(body))).json).toMatchObject({ error: { code: -32600 } });
  });

  test("parameters by name are refused, missing parameters are an empty list", async () => {
    expect((await post(url, { ...call("eth_chainId"), params: { a: 1 } })).json).toMatchObject({
      id: 1,
      error: { code: -32602 },
    });
    expect((await post(url, { ...call("eth_chainId"), params: null })).json.result).toBe("0x2105");
  });

  test("an unknown method is -32601 and names the method", async () => {
    const { error } = await ask(url, "eth_fooBar");
    expect(error).toEqual({ code: -32601, message: "the method eth_fooBar does not exist/is not available" });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s is not a method", async (method) => {
    expect((await ask(url, method)).error?.code).toBe(-32601);
  });

  test("subscriptions need a socket", async () => {
    expect((await ask(url, "eth_subscribe", ["newHeads"])).error).toEqual({
      code: -32601,
      message: "notifications not supported",
    });
    expect((await ask(url, "eth_unsubscribe", ["0x1"])).error?.code).toBe(-32601);
  });
});

describe("batches", () => {
  test("are answered in order, notifications left out, each bad entry by itself", async () => {
    const batch = [
      call("eth_chainId", 1),
      { jsonrpc: "2.0", method: "eth_chainId" },
      5,
      call("nope", "b"),
      call("net_version", 3),
    ];
    const { json } = await post(url, batch);
    expect(json).toMatchObject([
      { id: 1, result: "0x2105" },
      { id: null, error: { code: -32600 } },
      { id: "b", error: { code: -32601 } },
      { id: 3, result: "8453" },
    ]);
  });

  test("a read sees the effects of a send before it", async () => {
    const send = { from: alice.address, to: bob.address, value: "0x1" };
    const before = await get(url, "eth_blockNumber");
    const { json } = await post(url, [{ ...call("eth_sendTransaction"), params: [send] }, call("eth_blockNumber", 2)]);
    expect(Number(json[1].result)).toBe(Number(before) + 1);
  });

  test("of notifications only get no response, empty ones are invalid", async () => {
    expect(await post(url, [{ jsonrpc: "2.0", method: "a" }])).toMatchObject({ status: 204, text: "" });
    expect((await post(url, [])).json).toMatchObject({ id: null, error: { code: -32600, message: "empty batch" } });
  });

  test("have at most a thousand entries", async () => {
    const batch = Array.from({ length: MESSAGE_LIMITS.batchEntries }, (_, id) => call("eth_chainId", id));
    expect((await post(url, batch)).json).toHaveLength(MESSAGE_LIMITS.batchEntries);
    const { json } = await post(url, [...batch, call("eth_chainId")]);
    expect(json).toMatchObject({ id: null, error: { code: -32600, message: "batch too large" } });
  });
});

describe("bodies", () => {
  test.each(["application/json; charset=utf-8", "application/json-rpc", "APPLICATION/JSON"])(
    "%s is accepted",
    async (type) => {
      expect((await post(url, call("eth_chainId"), { "content-type": type })).json.result).toBe("0x2105");
    },
  );

  test("a missing content type is read as JSON", async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: "POST" }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end(JSON.stringify(call("eth_chainId")));
    });
    expect(status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded"])(
    "%s, which any web page can post without a preflight, is refused",
    async (type) => {
      expect(await post(url, call("eth_chainId"), { "content-type": type })).toMatchObject({
        status: 415,
        json: { error: { code: -32600 } },
      });
    },
  );

  test("a body over the limit is a 413, one at the limit is read", async () => {
    const ofSize = (bytes: number) => JSON.stringify(call("eth_chainId")).padEnd(bytes, " ");
    expect((await post(url, ofSize(MAX_MESSAGE_BYTES))).json.result).toBe("0x2105");
    expect(await post(url, ofSize(MAX_MESSAGE_BYTES + 1))).toMatchObject({
      status: 413,
      json: { error: { code: -32600 } },
    });
  });

  test("a body nested forty thousand deep gets an error, not a crash", async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[${"[".repeat(40_000)}${"]".repeat(40_000)}]}`;
    expect((await post(url, deep)).json.error.code).toBeLessThan(0);
    expect(await get(url, "eth_chainId")).toBe("0x2105");
  });

  test("a body that is not UTF-8 or declares a false encoding is refused", async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: "no gzip",
    });
    expect([response.status, ((await response.json()) as Reply).error?.code]).toEqual([400, -32600]);
  });
});

describe("pages in a browser", () => {
  test("of this machine may read the responses, others may not", async () => {
    const origin = "http://localhost:5173";
    const near = await post(url, call("eth_chainId"), { origin });
    expect(near.headers.get("access-control-allow-origin")).toBe(origin);
    const far = await post(url, call("eth_chainId"), { origin: "https://localhost.example.com" });
    expect(far.headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await fetch(url, { method: "OPTIONS", headers: { origin } });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "Content-Type"]);
  });

  test("are checked by the guard if there is one", async () => {
    const guarded = await anRpc({ allow: ({ headers }) => headers.origin !== "http://evil.test" });
    try {
      expect((await post(guarded.url(), call("eth_chainId"))).status).toBe(200);
      const listed = await post(guarded.url(), call("eth_chainId"), { origin: "http://listed.test" });
      expect(listed.headers.get("access-control-allow-origin")).toBe("http://listed.test");
      const refused = await post(guarded.url(), call("eth_chainId"), { origin: "http://evil.test" });
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
      expect(refused).toMatchObject({ status: 403, json: { error: { code: -32600 } } });
    } finally {
      await guarded.close();
    }
  });
});
