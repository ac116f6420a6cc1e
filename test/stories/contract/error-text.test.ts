// Table: `error_text`: every error that a client of the service sees has other words under the reading, whoever answers it (H-74, C-20).
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { Readings } from "../../../src/contract/readings/readings.ts";
import { notReady } from "../../../src/http/early-replies.ts";
import { uncaughtError } from "../../../src/http/fallback-handlers.ts";
import { RateLimiter } from "../../../src/http/rate-limit.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { head, type RawReply, rawReply } from "../../support/clients/a-raw-client.ts";

const OTHER = ["error_text=other"];
const LONG = `X-Long: ${"x".repeat(20_000)}`;
const LOCAL = "Host: localhost";

type Ask = readonly [what: string, status: number, request: (key: string) => string];
const get = (target: string, headers: readonly string[] = [LOCAL]) => head(`GET ${target} HTTP/1.1`, headers);
const asking =
  (target: string, method = "GET") =>
  (key: string) =>
    head(`${method} ${target} HTTP/1.1`, [LOCAL, `X-API-Key: ${key}`]);
const sending = (body: string, headers: readonly string[]) => (key: string) => {
  const all = [LOCAL, `X-API-Key: ${key}`, `Content-Length: ${body.length}`, ...headers];
  return `${head("POST /v1/wallets HTTP/1.1", all)}${body}`;
};

/** What a client of the service may be answered. */
const OF_SERVICE: readonly Ask[] = [
  ["no key", 401, () => get("/v1/vault")],
  ["a wrong key", 401, () => get("/v1/vault", [LOCAL, "X-API-Key: sk_sandbox_wrong"])],
  ["an unknown path", 404, asking("/v1/nothing")],
  ["an unknown path behind an origin", 404, asking("http://localhost/v1/nothing")],
  ["another version", 404, asking("/v2/vault")],
  ["another method", 405, asking("/v1/vault", "PUT")],
  ["a wrong parameter", 400, asking("/v1/deposits?limit=0")],
  ["a path that cannot be decoded", 404, asking("/v1/%ZZ")],
  ["a record that is not there", 404, asking("/v1/wallets/none")],
  ["a body of another type", 415, sending("{}", ["Content-Type: text/plain"])],
  ["a body that is no JSON", 400, sending("{", ["Content-Type: application/json"])],
  ["a body that is too long", 413, sending(`"${"x".repeat(110_000)}"`, ["Content-Type: application/json"])],
  ["a foreign page", 403, () => get("/v1/vault", [LOCAL, "Origin: https://evil.example"])],
  ["a foreign host", 403, () => get("/v1/vault", ["Host: evil.example"])],
  ["a foreign host in the target", 403, () => get("http://evil.example/v1/vault")],
  ["no host", 403, () => get("/v1/vault", [])],
  ["two hosts", 403, () => get("/v1/vault", [LOCAL, LOCAL])],
  ["a target that is no URL", 400, () => get("http://[::1/v1/vault")],
  ["headers that are too long", 400, () => get("/v1/vault", [LOCAL, LONG])],
  ["bytes that are no request", 400, () => "hello there\r\n\r\n"],
];

/** Errors of others: their words are no matter of the specification. */
const OF_OTHERS: readonly Ask[] = [
  ["a path of the control API", 404, () => get("/admin/nothing")],
  ["a page that is not there", 404, () => get("/nothing")],
  ["a foreign host at the control API", 403, () => get("/admin/clock", ["Host: evil.example"])],
  ["a foreign host at a node", 403, () => get("/rpc/base", ["Host: evil.example"])],
  ["headers that are too long, at a node", 400, () => get("/rpc/base", [LOCAL, LONG])],
];

/** The body of an error, as far as it has words. */
function wordsOf({ text }: RawReply): { code: unknown; error: unknown } {
  const { code, error } = JSON.parse(text) as { code?: unknown; error?: unknown };
  return { code, error };
}

async function answers(sandbox: ASandbox, asks: readonly Ask[]): Promise<RawReply[]> {
  const all: RawReply[] = [];
  for (const [what, status, request] of asks) {
    const reply = await rawReply(sandbox.url, request(sandbox.ready.api_key));
    expect(reply.status, what).toBe(status);
    all.push(reply);
  }
  return all;
}

test("every error of the service has other words and the same code, before and behind the guard", async () => {
  const [plain, other] = [await aSandbox(), await aSandbox({ reading: OTHER })];
  const [usual, changed] = [await answers(plain, OF_SERVICE), await answers(other, OF_SERVICE)];
  for (const [index, [what]] of OF_SERVICE.entries()) {
    const [one, two] = [wordsOf(usual[index] as RawReply), wordsOf(changed[index] as RawReply)];
    expect(two.code, what).toBe(one.code);
    expect(two.error, what).toMatch(/\w/);
    expect(two.error, what).not.toBe(one.error);
  }
  expect(other.contract.readings.met()).toEqual([{ name: "error_text", value: "other", met: OF_SERVICE.length }]);
});

test("errors of the control API, the nodes and the pages keep their words", async () => {
  const [plain, other] = [await aSandbox(), await aSandbox({ reading: OTHER })];
  const [usual, changed] = [await answers(plain, OF_OTHERS), await answers(other, OF_OTHERS)];
  expect(changed.map(({ text }) => text)).toEqual(usual.map(({ text }) => text));
  expect(other.contract.readings.met()).toEqual([]);
});

test("errors that a fault makes, and 429, have other words too", async () => {
  const sandbox = await aSandbox({ reading: OTHER, tier: "standard" });
  const ask = () => rawReply(sandbox.url, asking("/v1/vault")(sandbox.ready.api_key));
  for (const status of [429, 500, 502]) {
    await sandbox.control("POST", "/faults", { gate: "api.request", effect: "status", params: { status }, times: 1 });
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(wordsOf(reply).error).toMatch(/^(Too many requests, slow down|Something went|An upstream)/);
  }
});

/** The text of one answer by a listener of its own. */
async function textBy(listener: RequestListener, target: string): Promise<RawReply> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return rawReply(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, get(target));
}

test.each([
  ["503 before a world is open", 503, (parts: Parts) => notReady(parts)],
  [
    "500 for what nobody has caught",
    500,
    (parts: Parts): RequestListener =>
      (request, response) =>
        uncaughtError(parts)(new Error("a mistake"), request as never, response as never, () => {}),
  ],
] as const)("%s: other words below /v1, the same elsewhere", async (_, status, listenerOf) => {
  const words = async (value: "seen" | "other", target: string) => {
    const reply = await textBy(listenerOf(partsOf(value)), target);
    expect(reply.status).toBe(status);
    return wordsOf(reply).error;
  };
  expect(await words("other", "/v1/vault")).not.toBe(await words("seen", "/v1/vault"));
  expect(await words("other", "/healthz")).toBe(await words("seen", "/healthz"));
});

type Parts = ReturnType<typeof partsOf>;
function partsOf(value: "seen" | "other") {
  const readings = new Readings({ error_text: value });
  return { limiter: new RateLimiter(systemClock), readings, log: silentLog, nextRequestId: () => "req_1" };
}
