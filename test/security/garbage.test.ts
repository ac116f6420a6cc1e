// Malformed HTTP: each request gets the error envelope or a closed connection, and affects no other request.
import { describe, expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";
import { head, type RawReply, rawReplies, rawReply } from "../support/clients/a-raw-client.ts";
import { digestOf } from "../support/worlds/a-digest.ts";

const shared = sharedSandbox();

/** Expects the error envelope as JSON, without stack trace, HTML or the name of the server. */
function isEnvelope({ status, headers, text, body }: RawReply): void {
  expect(body).toEqual({ success: false, code: status, error: expect.any(String) });
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-powered-by")).toBeNull();
  expect(text).not.toMatch(/<|\bat .*:\d+|node_modules|\.ts\b/);
}

const HOST = "Host: localhost";
const RESET = "POST /admin/reset HTTP/1.1";
const chunked = (...chunks: string[]): string =>
  `${head(RESET, [HOST, "Content-Type: application/json", "Transfer-Encoding: chunked"])}${chunks.join("")}`;
const lengths = (...headers: string[]): string => `${head(RESET, [HOST, ...headers])}abcd`;

describe("R-206 bytes that are no valid request get 400 in the envelope and a closed connection, and have no effect", () => {
  test.each([
    ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["a text", "hello there\r\n\r\n"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["HTTP/2.0 in words", head("GET /healthz HTTP/2.0")],
    ["HTTP/3.0 in words", head("GET /healthz HTTP/3.0")],
    ["no version, with a Host", head("GET /healthz")],
    ["an unknown method", head("BREW /healthz HTTP/1.1")],
    ["a method in small letters", head("get /healthz HTTP/1.1")],
    ["CONNECT", head("CONNECT evil.test:443 HTTP/1.1")],
    ["a target that is neither path nor URL", head("GET evil HTTP/1.1")],
    ["NUL in the path", head("GET /heal\0thz HTTP/1.1")],
    ["NUL in a header", head("GET /healthz HTTP/1.1", [HOST, "X-A: a\0b"])],
    ["a folded header", head("GET /healthz HTTP/1.1", [HOST, "X-A: a\r\n b"])],
    ["a header without a colon", head("GET /healthz HTTP/1.1", [HOST, "nothing"])],
    ["a space before the colon", head("GET /healthz HTTP/1.1", [HOST, "Content-Length : 4"])],
    ["lines without carriage return", "GET /healthz HTTP/1.1\nHost: localhost\n\n"],
    ["lines without line feed", "GET /healthz HTTP/1.1\rHost: localhost\r\r"],
    ["a header of 20,000 bytes", head("GET /healthz HTTP/1.1", [HOST, `X-A: ${"x".repeat(20_000)}`])],
    ["ten thousand headers", head("GET /healthz HTTP/1.1", [HOST, ...Array.from({ length: 10_000 }, () => "a: 1")])],
    ["a path of 20,000 bytes", head(`GET /${"x".repeat(20_000)} HTTP/1.1`)],
    ["two different lengths", lengths("Content-Length: 4", "Content-Length: 5")],
    ["the same length twice", lengths("Content-Length: 4", "Content-Length: 4")],
    ["a list of lengths", lengths("Content-Length: 4, 4")],
    ["a length with a sign", lengths("Content-Length: +4")],
    ["a length below zero", lengths("Content-Length: -4")],
    ["a length in hex", lengths("Content-Length: 0x4")],
    ["a length beyond all numbers", lengths(`Content-Length: ${"9".repeat(30)}`)],
    [
      "a length and chunks (CL.TE)",
      `${head(RESET, [HOST, "Content-Length: 6", "Transfer-Encoding: chunked"])}0\r\n\r\nG`,
    ],
    [
      "chunks and a length (TE.CL)",
      `${head(RESET, [HOST, "Transfer-Encoding: chunked", "Content-Length: 3"])}1\r\nG\r\n0\r\n\r\n`,
    ],
    ["an unknown encoding (TE.TE)", lengths("Transfer-Encoding: xchunked")],
    ["chunked, then identity", lengths("Transfer-Encoding: chunked, identity")],
    ["two encodings", lengths("Transfer-Encoding: chunked", "Transfer-Encoding: identity")],
    ["chunked behind a vertical tab", lengths("Transfer-Encoding:\x0bchunked")],
    ["an encoding with a space in its name", lengths("Transfer-Encoding : chunked")],
    ["a chunk size that is none", chunked("zz\r\n{}\r\n0\r\n\r\n")],
    ["a chunk size beyond all numbers", chunked(`${"f".repeat(17)}\r\n{}\r\n0\r\n\r\n`)],
    ["a chunk that is longer than it says", chunked("1\r\n{}\r\n0\r\n\r\n")],
    ["a chunk extension that ends a line", chunked("2;\nxx\r\n{}\r\n0\r\n\r\n")],
  ])("%s", async (_, bytes) => {
    const before = digestOf(shared().store);
    const reply = await rawReply(shared().url, bytes);
    expect(reply.status).toBe(400);
    isEnvelope(reply);
    expect(reply.headers.get("connection")).toBe("close");
    expect(digestOf(shared().store)).toEqual(before);
  });

  test("bytes after them on the same connection are never read as a request", async () => {
    const reset = `${head(RESET, [HOST, "Content-Length: 0"])}`;
    const before = digestOf(shared().store);
    for (const first of ["hello\r\n\r\n", lengths("Content-Length: 4", "Transfer-Encoding: chunked")]) {
      const replies = await rawReplies(shared().url, first + reset + reset);
      expect(replies.map(({ status }) => status)).toEqual([400]);
    }
    expect(digestOf(shared().store)).toEqual(before);
  });
});

describe("R-206 well-formed but invalid requests are answered with the envelope", () => {
  test.each([
    ["GET /%zz HTTP/1.1", 404],
    ["GET /v1/deposits/%zz HTTP/1.1", 401],
    ["GET /admin/%zz HTTP/1.1", 404],
    ["GET /admin/snapshots/%zz HTTP/1.1", 405],
    ["DELETE /admin/snapshots/%00 HTTP/1.1", 400],
    ["DELETE /admin/snapshots/%zz HTTP/1.1", 400],
    ["TRACE /v1/vault HTTP/1.1", 405],
    ["TRACE /healthz HTTP/1.1", 404],
    ["PROPFIND /v1/vault HTTP/1.1", 405],
    ["OPTIONS * HTTP/1.1", 404],
    ["POST /healthz HTTP/1.1", 404],
    ["DELETE / HTTP/1.1", 404],
    ["GET /docs/../../package.json HTTP/1.1", 404],
    ["GET /docs/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1", 404],
    ["GET /assets/..%2f..%2fpackage.png HTTP/1.1", 404],
    ["GET /docs/..\\..\\package.json HTTP/1.1", 404],
    ["GET //evil.test/%2e%2e HTTP/1.1", 404],
    ["GET /openapi.json/ HTTP/1.1", 404],
  ])("%s is %i", async (line, status) => {
    const reply = await rawReply(shared().url, head(line));
    expect(reply.status).toBe(status);
    const { success, code, error } = reply.body;
    expect([success, code, typeof error]).toEqual([false, status, "string"]);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(reply.text).not.toMatch(/<|\bat .*:\d+|node_modules|\.ts\b/);
  });

  test("HTTP/1.0 is answered, and its connection is closed", async () => {
    const reply = await rawReply(shared().url, `GET /healthz HTTP/1.0\r\n${HOST}\r\n\r\n`);
    expect([reply.status, reply.body.status, reply.headers.get("connection")]).toEqual([200, "ready", "close"]);
  });

  test("a refused HEAD request has no body", async () => {
    const [reply, ...more] = await rawReplies(shared().url, head("HEAD /healthz HTTP/1.1", ["Host: evil.test"])).catch(
      () => [],
    );
    expect([reply?.status ?? 403, more]).toEqual([403, []]);
  });
});

describe("one connection, many requests", () => {
  const get = (path: string, ...more: string[]): string =>
    head(`GET ${path} HTTP/1.1`, [HOST, "Connection: keep-alive", ...more]);
  const last = head("GET /healthz HTTP/1.1");

  test("pipelined requests are answered one after the other in order", async () => {
    const replies = await rawReplies(shared().url, get("/healthz") + get("/nowhere") + get("/v1/vault") + last);
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 401, 200]);
  });

  test.each([
    ["GET with a body", "GET /healthz HTTP/1.1", 200],
    ["a route that is none", "POST /nowhere HTTP/1.1", 404],
    ["a call without a key", "POST /v1/wallets HTTP/1.1", 401],
    ["one of the wrong type", "POST /admin/clock/freeze HTTP/1.1", 415],
  ])("the body of %s is never read as the next request", async (_, line, status) => {
    const hidden = head("POST /admin/reset HTTP/1.1", [HOST, "Content-Length: 0"]);
    const carried = head(line, [HOST, "Connection: keep-alive", `Content-Length: ${hidden.length}`]);
    const before = digestOf(shared().store);
    const replies = await rawReplies(shared().url, carried + hidden + last);
    expect(replies.map((reply) => reply.status)).toEqual([status, 200]);
    expect(digestOf(shared().store)).toEqual(before);
  });

  test("the body of a refused request is never read as the next request", async () => {
    const hidden = head("POST /admin/reset HTTP/1.1", [HOST, "Content-Length: 0"]);
    const carried = head("POST /admin/reset HTTP/1.1", [
      "Host: evil.test",
      "Connection: keep-alive",
      `Content-Length: ${hidden.length}`,
    ]);
    const replies = await rawReplies(shared().url, carried + hidden + last);
    expect(replies.map(({ status }) => status)).toEqual([403, 200]);
  });
});

describe("requests that ask for an upgrade or for 100-continue", () => {
  const h2c = [
    "Connection: Upgrade, HTTP2-Settings, close",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  ];

  test("a client that offers HTTP/2 (such as Java's) is answered in HTTP/1.1, and its body is read", async () => {
    const { ready, url } = shared();
    const body = JSON.stringify({ owner: "java", network_symbol: "base" });
    const content = [`X-API-Key: ${ready.api_key}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
    const made = await rawReply(url, head("POST /v1/wallets HTTP/1.1", [HOST, ...h2c, ...content]) + body);
    expect([made.status, made.body.success]).toEqual([201, true]);
  });

  test.each(["websocket", "h2c", "tls/1.0", "nonsense", "WebSocket"])(
    "Upgrade: %s outside of /rpc is answered for what it asks",
    async (protocol) => {
      const headers = [HOST, "Connection: Upgrade, close", `Upgrade: ${protocol}`];
      const refused = await rawReply(shared().url, head("GET /v1/vault HTTP/1.1", headers));
      expect(refused.status).toBe(401);
      isEnvelope(refused);
    },
  );

  test("100-continue is sent only where the body will be read", async () => {
    const { url, ready } = shared();
    const body = JSON.stringify({ owner: "patient", network_symbol: "base" });
    const order = (key: string): string =>
      head("POST /v1/wallets HTTP/1.1", [
        HOST,
        `X-API-Key: ${key}`,
        "Expect: 100-continue",
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
      ]);
    expect((await rawReplies(url, order(ready.api_key), body)).map(({ status }) => status)).toEqual([100, 201]);
    const refused = await rawReplies(url, order("wrong"));
    expect(refused.map(({ status }) => status)).toEqual([401]);
    expect(refused[0]?.headers.get("connection")).toBe("close");
  });
});
