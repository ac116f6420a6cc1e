// `rate_reset` and `retry_after`: every place that writes these headers writes them as the reading says, also before an operation is known (H-75, C-20).
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Readings } from "../../../src/contract/readings/readings.ts";
import { notReady } from "../../../src/http/early-replies.ts";
import { RateLimiter } from "../../../src/http/rate-limit.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { head, type RawReply, rawReply } from "../../support/clients/a-raw-client.ts";

/** So many seconds has a window. */
const WINDOW = 60;

const ASKS: readonly (readonly [what: string, status: number, request: (key: string) => string])[] = [
  ["an answer", 200, (key) => head("GET /v1/vault HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`])],
  ["no key", 401, () => head("GET /v1/vault HTTP/1.1")],
  ["a wrong key", 401, () => head("GET /v1/vault HTTP/1.1", ["Host: localhost", "X-API-Key: sk_sandbox_wrong"])],
  ["no such route", 404, (key) => head("GET /v1/nothing HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`])],
  [
    "a method that the route lacks",
    405,
    (key) => head("PUT /v1/vault HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`]),
  ],
  ["another version", 404, () => head("GET /v2/vault HTTP/1.1")],
  [
    "a wrong parameter",
    400,
    (key) => head("GET /v1/deposits?limit=0 HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`]),
  ],
  [
    "a record that is not there",
    404,
    (key) => head("GET /v1/wallets/none HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`]),
  ],
  [
    "a body of another type",
    415,
    (key) =>
      `${head("POST /v1/wallets HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`, "Content-Type: text/plain", "Content-Length: 2"])}{}`,
  ],
  ["a foreign page", 403, () => head("GET /v1/vault HTTP/1.1", ["Host: localhost", "Origin: https://evil.example"])],
  ["a foreign host", 403, () => head("GET /v1/vault HTTP/1.1", ["Host: evil.example"])],
  ["no host", 403, () => head("GET /v1/vault HTTP/1.1", [])],
  ["bytes that are no request", 400, () => "hello there\r\n\r\n"],
];

const resetOf = ({ headers }: RawReply): number => Number(headers.get("x-ratelimit-reset") ?? Number.NaN);

async function replies(sandbox: ASandbox): Promise<[string, number, RawReply][]> {
  const all: [string, number, RawReply][] = [];
  for (const [what, status, request] of ASKS)
    all.push([what, status, await rawReply(sandbox.url, request(sandbox.ready.api_key))]);
  return all;
}

test("rate_reset=seconds-left holds in every answer of the service that has the header; without it all are Unix seconds", async () => {
  const [plain, other] = [await aSandbox(), await aSandbox({ reading: ["rate_reset=seconds-left"] })];
  for (const [what, status, reply] of await replies(plain)) {
    expect(reply.status, what).toBe(status);
    expect(resetOf(reply), what).toBeGreaterThan(1_600_000_000);
  }
  for (const [what, status, reply] of await replies(other)) {
    expect(reply.status, what).toBe(status);
    expect(resetOf(reply), what).toBeGreaterThanOrEqual(1);
    expect(resetOf(reply), what).toBeLessThanOrEqual(WINDOW);
  }
});

/** Answers 429: of the tenant's own limit, of callers without a key, and by a fault. */
async function limited(reading: string[]): Promise<[string, RawReply][]> {
  const sandbox = await aSandbox({ reading, tier: "standard" });
  const tenant = await sandbox.control("POST", "/tenants", { name: "small", rate_limit: 1 });
  const ask = (key: string) =>
    rawReply(sandbox.url, head("GET /v1/vault HTTP/1.1", ["Host: localhost", `X-API-Key: ${key}`]));
  await ask(tenant.api_key);
  // A window that ended in between would let one more through.
  let own = await ask(tenant.api_key);
  while (own.status !== 429) own = await ask(tenant.api_key);
  let keyless = await ask("sk_sandbox_wrong");
  while (keyless.status !== 429) keyless = await ask("sk_sandbox_wrong");
  await sandbox.control("POST", "/faults", { gate: "api.request", effect: "status", params: { status: 429 } });
  return [
    ["own limit", own],
    ["without a key", keyless],
    ["by a fault", await ask(sandbox.ready.api_key)],
  ];
}

test("retry_after=absent: no 429 has the header, whoever made it; without the reading each has it", async () => {
  for (const [what, reply] of await limited([])) {
    expect(reply.status, what).toBe(429);
    expect(Number(reply.headers.get("retry-after")), what).toBeGreaterThanOrEqual(1);
  }
  for (const [what, reply] of await limited(["retry_after=absent", "rate_reset=seconds-left"])) {
    expect([reply.status, reply.headers.get("retry-after")], what).toEqual([429, null]);
    expect(resetOf(reply), what).toBeLessThanOrEqual(WINDOW);
  }
});

test("503 before a world is open has the header in the same form, and keeps its Retry-After", async () => {
  const readings = new Readings({ rate_reset: "seconds-left", retry_after: "absent" });
  const parts = { limiter: new RateLimiter(systemClock), readings, log: silentLog, nextRequestId: () => "req_1" };
  const server = createServer(notReady(parts)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const reply = await rawReply(url, head("GET /v1/vault HTTP/1.1"));
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(resetOf(reply)).toBeLessThanOrEqual(WINDOW);
  expect(readings.met()).toEqual([{ name: "rate_reset", value: "seconds-left", met: 1 }]);
});

/** Every source file that writes a header of a reading, with a colon behind its name. */
function writersOf(header: string): string[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"))
    .filter((name) => readFileSync(join("src", name), "utf8").includes(`"${header}": `))
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
}

test("one function writes the rate headers, and a new writer of Retry-After has to be judged here", () => {
  expect(writersOf("X-RateLimit-Reset")).toEqual(["http/rate-limit.ts"]);
  // The first only takes it away; the second is the 503 of a sandbox that starts; the others throw a 429 through the first.
  expect(writersOf("Retry-After")).toEqual([
    ...[
      "http/early-replies.ts",
      "http/stages/api-fault.ts",
      "http/stages/error-readings.ts",
      "http/stages/rate-limit.ts",
    ],
  ]);
});
