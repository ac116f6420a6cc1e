// The order of checks, the headers of every reply, and bad input of every kind (K-12…K-14, H-73…H-77, R-189, R-200… ).
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import express from "express";
import request from "supertest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Readings } from "../../src/contract/readings/readings.ts";
import { insertFault } from "../../src/faults/store.ts";
import { uncaughtError, unknownRoute } from "../../src/http/fallback-handlers.ts";
import { createRequestIds } from "../../src/http/pipeline.ts";
import { createHttpServer } from "../../src/http/server.ts";
import { MAX_BODY_BYTES } from "../../src/http/stages/body.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { aTenant } from "../support/worlds/a-bare-world.ts";
import { aService, type Service } from "./a-service.ts";

let service: Service;
beforeEach(() => {
  service = aService();
});

const problem = (code: number, error: string) => ({ success: false, code, error });
const wallet = { owner: "ann", network_symbol: "base" };
const wallets = async () => (await service.get("/v1/wallets/owner/ann")).body.pagination.total_items;

describe("what is not served", () => {
  test.each([
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/blockchain",
    "/v1/gas-stations",
    "/v1/transfer/payout/pending/x",
    "/v2/wallets",
    "/v0",
    "/v1.1/uda",
    "/v1/vault/",
    "/v1//uda",
  ])("%s is 404 in the envelope, also without a key", async (path) => {
    const reply = await request(service.app).get(path);
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(problem(404, "Route not found"));
    expect(reply.headers["x-ratelimit-limit"]).toBe("100000");
  });

  test.each([
    ["put", "/v1/wallets", "GET, HEAD, POST, OPTIONS"],
    ["delete", "/v1/wallets", "GET, HEAD, POST, OPTIONS"],
    ["get", "/v1/transfer/payout/usd", "POST, OPTIONS"],
    ["head", "/v1/transfer/payout/usd", "POST, OPTIONS"],
    ["post", "/v1/uda/x", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
    ["post", "/v1/networks/60/native", "GET, HEAD, PUT, PATCH, OPTIONS"],
    ["delete", "/v1/uda/quote", "GET, HEAD, OPTIONS"],
    ["patch", "/v1/uda/supported-assets", "GET, HEAD, OPTIONS"],
    ["put", "/v1/uda/settlements/by-reference", "GET, HEAD, OPTIONS"],
    ["patch", "/v1/networks/list", "GET, HEAD, OPTIONS"],
    ["post", "/v1/wallets/x", "GET, HEAD, OPTIONS"],
    ["post", "/v1/gas-stations/wallets", "GET, HEAD, OPTIONS"],
    ["post", "/v1/vault", "GET, HEAD, OPTIONS"],
  ] as const)("%s %s is 405 and says what the path takes", async (method, path, allow) => {
    const reply = await request(service.app)[method](path);
    expect(reply.status).toBe(405);
    expect(reply.headers["allow"]).toBe(allow);
    if (method !== "head") expect(reply.body).toEqual(problem(405, "Method not allowed"));
  });

  test("OPTIONS answers with what the path takes, without a key", async () => {
    const reply = await request(service.app).options("/v1/uda");
    expect([reply.status, reply.headers["allow"], reply.text]).toEqual([204, "GET, HEAD, POST, OPTIONS", ""]);
  });

  test("the document itself is served with the address it is served at", async () => {
    const { status, body } = await request(service.app).get("/openapi.json");
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: "http://localhost:4010/v1", description: "This sandbox" }]);
    expect(Object.keys(body.paths)).toContain("/vault");
  });

  test("HEAD is GET without its body", async () => {
    const [get, head] = [
      await service.get("/v1/vault"),
      await request(service.app).head("/v1/vault").set("X-API-Key", service.key),
    ];
    expect(head.status).toBe(200);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect(head.text).toBeFalsy();
  });
});

describe("keys", () => {
  test.each([undefined, "", "nope", "sk_live_0123456789abcdef0123456789abcdef"])(
    "%j is 401 everywhere but on public operations (S-441…S-444)",
    async (key) => {
      const send = (path: string) =>
        key === undefined ? request(service.app).get(path) : request(service.app).get(path).set("X-API-Key", key);
      const paths = [
        "/v1/deposits",
        "/v1/deposits/x",
        "/v1/deposits/tx/x",
        "/v1/uda",
        "/v1/uda/x",
        "/v1/uda/x/settlements",
        "/v1/uda/settlements/x",
        "/v1/transfer/payout/x",
        "/v1/wallets/owner/x",
        "/v1/wallets/address/x",
        "/v1/transactions/x",
        "/v1/transactions",
        "/v1/vault",
        "/v1/vault/x/addresses",
        "/v1/vault/x/balances",
      ];
      for (const path of paths) {
        const reply = await send(path);
        expect(reply.status, path).toBe(401);
        expect(reply.body).toEqual(problem(401, "Missing or invalid API key"));
      }
      expect((await send("/v1/uda/supported-assets")).status).toBe(200);
      expect((await send("/v1/uda/quote")).status).toBe(400);
    },
  );

  test("a key in the query or as a bearer token opens nothing", async () => {
    expect((await request(service.app).get(`/v1/vault?X-API-Key=${service.key}`)).status).toBe(401);
    expect((await request(service.app).get("/v1/vault").set("Authorization", `Bearer ${service.key}`)).status).toBe(
      401,
    );
  });
});

describe("headers of every reply", () => {
  test("a success, a refusal and a missing route all carry them (S-559…S-561, K-12, R-210)", async () => {
    for (const path of ["/v1/vault", "/v1/deposits/x", "/v1/nothing", "/v1/deposits?limit=0"]) {
      const { headers } = await service.get(path);
      expect(headers).toMatchObject({
        "x-ratelimit-limit": "100000",
        "x-ratelimit-reset": String(Date.UTC(2026, 5, 1, 12, 1) / 1000),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-type": "application/json; charset=utf-8",
      });
      expect(headers["x-request-id"]).toMatch(/^req_\d{12}$/);
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["etag"]).toBeUndefined();
    }
  });

  test("X-Sandbox-Error says what was wrong, in printable characters", async () => {
    const reply = await service.get(`/v1/deposits?filter[]=${encodeURIComponent("Zoë\u{1F600}:x")}`);
    expect(reply.headers["x-sandbox-error"]).toContain('filter "Zo\\u{eb}\\u{1f600}:x": no such field');
    expect(reply.body).toEqual(problem(400, "Invalid query parameters"));
  });
});

describe("rate limits", () => {
  test("the request after the last one is 429, and the next minute starts again (S-562, H-75)", async () => {
    const { apiKey } = aTenant(service.world, { name: "narrow", tier: "standard", rateLimit: 3 });
    const send = () => request(service.app).get("/v1/vault").set("X-API-Key", apiKey);
    const left: string[] = [];
    for (let count = 0; count < 3; count += 1) left.push((await send()).headers["x-ratelimit-remaining"]!);
    expect(left).toEqual(["2", "1", "0"]);
    const refused = await send();
    expect(refused.body).toEqual(problem(429, "Rate limit exceeded"));
    expect([refused.headers["retry-after"], refused.headers["x-ratelimit-remaining"]]).toEqual(["30", "0"]);
    expect((await request(service.app).get("/v1/nothing").set("X-API-Key", apiKey)).status).toBe(429);
    service.wall.now += 30_000;
    expect((await send()).status).toBe(200);
  });

  test("H-85 without a valid key the address has the limit of the default tenant, and no key notices", async () => {
    const service = aService({ tier: "standard" });
    const statuses = new Set<number>();
    for (let count = 0; count < 101; count += 1)
      statuses.add((await request(service.app).get("/v1/vault").set("X-API-Key", `wrong${count}`)).status);
    expect([...statuses]).toEqual([401, 429]);
    const refused = await request(service.app).get("/v1/vault");
    expect([refused.headers["x-ratelimit-limit"], refused.headers["x-ratelimit-remaining"]]).toEqual(["100", "0"]);
    const own = await request(aService({ rateLimit: 7 }).app)
      .get("/v1/vault")
      .set("X-API-Key", "wrong");
    expect([own.headers["x-ratelimit-limit"], own.headers["x-ratelimit-remaining"]]).toEqual(["7", "6"]);
    expect((await service.get("/v1/vault")).status).toBe(200);
  });
});

describe("bodies", () => {
  const raw = (body: string | Buffer, type = "application/json") => {
    const test = service.post("/v1/wallets");
    return (type === "" ? test : test.set("Content-Type", type)).serialize((value) => value as string).send(body);
  };

  test.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["an array", "[]"],
    ["a text", '"ann"'],
    ["null", "null"],
    ["NaN", '{"owner":NaN}'],
    ["a key __proto__", '{"owner":"ann","network_symbol":"base","__proto__":{}}'],
    ["a nested key constructor", '{"owner":"ann","network_symbol":"base","x":{"constructor":1}}'],
    ["a control character", '{"owner":"a\\u0000b","network_symbol":"base"}'],
    ["a line break", '{"owner":"a\\nb","network_symbol":"base"}'],
    ["half a surrogate pair", '{"owner":"\\ud800","network_symbol":"base"}'],
    ["33 levels", `{"owner":"ann","network_symbol":"base","x":${"[".repeat(32)}${"]".repeat(32)}}`],
    ["40,000 levels", `{"owner":"ann","network_symbol":"base","x":${"[".repeat(40_000)}${"]".repeat(40_000)}}`],
    ["1,001 elements", `{"owner":"ann","network_symbol":"base","x":[${Array(1001).fill(1).join()}]}`],
    [
      "1,001 keys",
      `{"owner":"ann","network_symbol":"base",${Array.from({ length: 999 }, (_, index) => `"k${index}":1`).join()}}`,
    ],
  ])("%s is an invalid request and changes nothing", async (_, body) => {
    const reply = await raw(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(problem(400, "Invalid request"));
    expect(await wallets()).toBe(0);
  });

  const inOwner = (...bytes: number[]): Buffer =>
    Buffer.concat([Buffer.from('{"owner":"a'), Buffer.from(bytes), Buffer.from('b","network_symbol":"base"}')]);
  test.each([
    ["bytes that begin no character", inOwner(0xff, 0xfe), 400],
    ["a character that is cut", inOwner(0xe2, 0x82), 400],
    ["half a surrogate pair as bytes", inOwner(0xed, 0xa0, 0x80), 400],
    ["the sign that stands for unreadable bytes, itself", inOwner(0xef, 0xbf, 0xbd), 201],
    ["that sign beside unreadable bytes", inOwner(0xef, 0xbf, 0xbd, 0xff), 400],
    ["a mark of UTF-8 before the text", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), inOwner()]), 201],
  ])("of a body only UTF-8 is taken: %s", async (_, bytes, status) => {
    const reply = await raw(bytes);
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body).toEqual(problem(400, "Invalid request"));
  });

  test("the limits themselves pass", async () => {
    const keys = Array.from({ length: 997 }, (_, index) => `"k${index}":1`).join();
    expect(
      (await raw(`{"owner":"ann","network_symbol":"base",${keys},"x":${"[".repeat(31)}${"]".repeat(31)}}`)).status,
    ).toBe(201);
    expect((await raw(JSON.stringify(wallet).padEnd(MAX_BODY_BYTES, " "))).status).toBe(201);
  });

  test("one byte more is 413, whatever its type (R-200)", async () => {
    for (const type of ["application/json", "text/plain"]) {
      const reply = await raw(JSON.stringify(wallet).padEnd(MAX_BODY_BYTES + 1, " "), type);
      expect(reply.body).toEqual(problem(413, "Payload too large"));
    }
    expect(await wallets()).toBe(0);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json; charset=latin1",
  ])("%s is 415 (R-189)", async (type) =>
    expect((await raw(JSON.stringify(wallet), type)).body).toEqual(problem(415, "Unsupported media type")),
  );

  test.each(["application/json; charset=utf-8", 'Application/JSON; charset="UTF-8"', "application/json;profile=x"])(
    "%s is taken",
    async (type) => expect((await raw(JSON.stringify(wallet), type)).status).toBe(201),
  );

  test("the key is asked for before the body is looked at (K-13)", async () => {
    const reply = await request(service.app)
      .post("/v1/wallets")
      .set("Content-Type", "text/plain")
      .send("x".repeat(MAX_BODY_BYTES + 1));
    expect(reply.status).toBe(401);
  });

  test("unknown members set nothing (R-199)", async () => {
    const reply = await service.post("/v1/wallets", {
      ...wallet,
      id: "mine",
      address: "0x1",
      tenant_id: "other",
      network_id: null,
    });
    expect(reply.status).toBe(201);
    expect(reply.body.data.id).not.toBe("mine");
  });
});

describe("Idempotency-Key (S-351, H-40, R-064)", () => {
  const send = (key: string, body: object = wallet) => service.post("/v1/wallets", body).set("Idempotency-Key", key);

  test("the same key and an equal body give the same bytes, one wallet, one event", async () => {
    const first = await send("k1");
    const again = await send("k1", { network_symbol: "base", owner: "ann" });
    expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([undefined, "true"]);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await wallets()).toBe(1);
    expect(service.world.db.all("select id from event where type = 'address.assigned'")).toHaveLength(1);
  });

  test("another body is refused, another tenant and another key are not concerned", async () => {
    await send("k1");
    expect((await send("k1", { ...wallet, owner: "bob" })).body).toEqual(
      problem(400, "Idempotency-Key already used with a different request"),
    );
    expect((await send("k2")).headers["idempotent-replayed"]).toBeUndefined();
    const otherTenant = aTenant(service.world, { name: "other" });
    expect((await send("k1").set("X-API-Key", otherTenant.apiKey)).headers["idempotent-replayed"]).toBeUndefined();
  });

  test("it is forgotten after 24 hours of sandbox time", async () => {
    await send("k1");
    service.world.clock.moveTo(service.world.clock.now() + 24 * 3_600_000 - 1);
    expect((await send("k1")).headers["idempotent-replayed"]).toBe("true");
    service.world.clock.moveTo(service.world.clock.now() + 1);
    expect((await send("k1")).headers["idempotent-replayed"]).toBeUndefined();
  });

  test("a refusal is not stored", async () => {
    expect((await send("k1", { ...wallet, network_symbol: "atlantis" })).status).toBe(404);
    expect((await send("k1")).status).toBe(201);
  });

  test("parallel requests with one key make one wallet", async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => send("k1")));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await wallets()).toBe(1);
  });

  test.each(["", "x".repeat(256), "Zoë"])("%j is no key", async (key) =>
    expect((await send(key)).body).toEqual(problem(400, "Invalid request")),
  );

  test("other operations ignore it", async () => {
    const uda = {
      owner: "ann",
      destination: { address: "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B", asset_symbol: "USDC", network_id: "60" },
    };
    for (const status of [201, 200])
      expect((await service.post("/v1/uda", uda).set("Idempotency-Key", "x".repeat(300))).status).toBe(status);
  });
});

describe("faults at api.request", () => {
  const fault = (effect: string, params: object = {}, match: object = {}) =>
    insertFault(service.world.db, {
      id: "f",
      gate: "api.request",
      effect,
      match: JSON.stringify(match),
      skip: 0,
      times: 1,
      params: JSON.stringify(params),
      seen: 0,
      hits: 0,
    });

  test.each([
    [500, "Internal server error"],
    [429, "Rate limit exceeded"],
    [404, "Network not found"],
    [502, "No provider could produce a quote"],
  ])("status %i speaks the service's own words and does nothing", async (status, error) => {
    fault("status", { status }, { operation_id: "createWallet", tenant_id: service.tenantId });
    expect((await service.post("/v1/wallets", wallet)).body).toEqual(problem(status, error));
    expect(await wallets()).toBe(0);
    expect((await service.post("/v1/wallets", wallet)).status).toBe(201);
  });

  test("a request without a key meets no fault, and none is used up (K-13)", async () => {
    fault("status", { status: 500 });
    expect((await request(service.app).get("/v1/vault")).status).toBe(401);
    expect((await request(service.app).get("/v1/nothing")).status).toBe(404);
    expect((await service.get("/v1/vault")).status).toBe(500);
  });

  test("close cuts before, after-commit-close cuts after the work is done", async () => {
    fault("close", {}, { operation_id: "createWallet" });
    await expect(service.post("/v1/wallets", wallet)).rejects.toThrow("socket hang up");
    expect(await wallets()).toBe(0);
    service.world.db.run("delete from fault");
    fault("after-commit-close", {}, { operation_id: "createWallet" });
    await expect(service.post("/v1/wallets", wallet)).rejects.toThrow("socket hang up");
    expect(await wallets()).toBe(1);
  });

  test("a delay ends in the usual reply", async () => {
    fault("delay", { by: 5 });
    expect((await service.get("/v1/vault")).status).toBe(200);
  });
});

describe("our own mistakes", () => {
  test("what goes wrong after the commit does not turn the answer", async () => {
    service.settled = () => Promise.reject(new Error("the loop has stopped"));
    expect((await service.post("/v1/wallets", wallet)).status).toBe(201);
    expect(service.errors).toHaveLength(1);
  });

  test("a reply that differs from the document is a 500 that changed nothing, and the log says where", async () => {
    const [first] = service.world.catalogue.networks;
    Object.assign(first!, { id: 60 });
    const reply = await service.post("/v1/wallets", { owner: "ann", network_symbol: "ethereum" });
    expect(reply.body).toEqual(problem(500, "Internal server error"));
    expect(reply.text).not.toContain("at ");
    Object.assign(first!, { id: "60" });
    expect(await wallets()).toBe(0);
    expect(service.errors).toHaveLength(1);
    expect(String(service.errors[0]!.facts["error"])).toContain("/data/network_id");
  });
});

describe("on the wire", () => {
  const ids = createRequestIds();
  let close: () => void = () => {};
  afterEach(() => close());

  async function rawReply(...sent: (string | Buffer)[]): Promise<string> {
    const app = express();
    app.get("/broken", () => {
      throw new Error("secret detail");
    });
    app.use(
      service.app,
      unknownRoute({ log: silentLog, readings: new Readings(), nextRequestId: ids }),
      uncaughtError({ log: silentLog, readings: new Readings(), nextRequestId: ids }),
    );
    const server = createHttpServer({ limiter: service.limiter, readings: new Readings(), nextRequestId: ids }).on(
      "request",
      app,
    );
    close = () => server.close();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(text)).on("error", reject);
    for (const part of sent) socket.write(part);
    return promise;
  }

  const get = (target: string, more = "") =>
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.key}\r\nConnection: close\r\n${more}\r\n`;
  const statusOf = (reply: string) => Number(reply.split(" ")[1]);
  const bodyOf = (reply: string) => JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4));

  test.each([
    ["garbage", "\x16\x03\x01 hello\r\n\r\n", 400, "Invalid request"],
    ["a header without a colon", "GET /v1/vault HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "Invalid request"],
    ["headers without end", `GET /v1/vault HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 400, "Invalid request"],
    [
      "two lengths",
      "POST /v1/wallets HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
      "Invalid request",
    ],
  ])("%s gets the envelope and the headers", async (_, sent, code, error) => {
    const reply = await rawReply(sent);
    expect(statusOf(reply)).toBe(code);
    expect(bodyOf(reply)).toEqual(problem(code, error));
    for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"])
      expect(reply).toContain(`${name}: `);
  });

  test.each([
    ["/v1/deposits/%zz", 400, "Invalid request parameters"],
    ["/v1/deposits/%ff", 400, "Invalid request parameters"],
    ["/v1/deposits/%2e%2e", 404, "Transaction not found"],
    ["/v1/deposits?page=%zz", 400, "Invalid query parameters"],
    ["/v1/uda/quote?amount=%c0%af", 400, "Invalid request"],
    ["http://elsewhere/v1/deposits/x", 404, "Transaction not found"],
    ["/elsewhere", 404, "Route not found"],
    ["/%zz", 404, "Route not found"],
    ["//v1/vault", 404, "Route not found"],
    ["/broken", 500, "Internal server error"],
    [`/v1/deposits/${"x".repeat(5_000)}`, 400, "Invalid request parameters"],
  ])("GET %s is %i %s", async (target, code, error) => {
    const reply = await rawReply(get(target));
    expect(statusOf(reply)).toBe(code);
    expect(bodyOf(reply)).toEqual(problem(code, error));
    expect(reply).toContain("Content-Type: application/json; charset=utf-8");
    expect(reply).not.toContain("secret");
  });

  test("an unknown expectation does not stop a request", async () => {
    expect(statusOf(await rawReply(get("/v1/vault", "Expect: miracles\r\n")))).toBe(200);
  });

  test("a chunked body that grows too large is answered with 413 while it is still coming", async () => {
    const head = `POST /v1/wallets HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const reply = await rawReply(head, chunk, chunk, chunk, chunk, "0\r\n\r\n");
    expect(bodyOf(reply)).toEqual(problem(413, "Payload too large"));
  });

  test("a client that disconnects in its body leaves no record", async () => {
    const server = createHttpServer({ limiter: service.limiter, readings: new Readings(), nextRequestId: ids }).on(
      "request",
      service.app,
    );
    close = () => server.close();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(
      `POST /v1/wallets HTTP/1.1\r\nHost: a\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"owner"`,
    );
    await new Promise<void>((resolve) =>
      server
        .once("request", (_request, response) => response.once("close", resolve))
        .once("connection", () => socket.end()),
    );
    expect(await wallets()).toBe(0);
    expect(service.errors).toEqual([]);
  });
});
