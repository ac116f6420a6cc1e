// Table: the ways in which a request of /v1 and /rpc can end, and what is seen of each: one observation for each answered request (D-71).
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { Observation } from "../../src/contract/observation.ts";
import { observedAs } from "../../src/http/observe.ts";
import { createPipeline } from "../../src/http/pipeline.ts";
import { serviceErrorBody } from "../../src/http/problem-reply.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { type ASandbox, sharedSandbox } from "../support/a-sandbox.ts";
import { seenWhile, sendBytes } from "./seen-while.ts";

const sandbox = sharedSandbox({ tier: "enterprise" });
const JSON_BODY = { "content-type": "application/json" };
const PREFLIGHT = { origin: "http://localhost:5173", "access-control-request-method": "POST" };

/** `sends` a request; `facts`: of its observation, null when there is none. Its request id is that of the answer, if that has one. */
type Exit = { title: string; path: string; init?: RequestInit; facts: Partial<Observation>; reason?: RegExp };
const exit = (title: string, path: string, init: RequestInit, facts: Partial<Observation>, reason?: RegExp): Exit => ({
  ...{ title, path, init, facts },
  ...(reason === undefined ? {} : { reason }),
});
const post = (body: string, headers: Record<string, string> = JSON_BODY): RequestInit => ({
  ...{ method: "POST", body, headers },
});
const preflight: RequestInit = { method: "OPTIONS", headers: PREFLIGHT };

const EXITS: readonly Exit[] = [
  exit("an answer", "/v1/wallets", {}, { surface: "v1", status: 200, operationId: "listWallets" }),
  exit("HEAD", "/v1/wallets", { method: "HEAD" }, { surface: "v1", status: 200, method: "HEAD" }),
  exit("a question for the methods of a path", "/v1/wallets", { method: "OPTIONS" }, { surface: "v1", status: 204 }),
  exit("a preflight", "/v1/wallets", preflight, { surface: "v1", status: 204, method: "OPTIONS", operationId: null }),
  exit("another method", "/v1/wallets", { method: "PUT" }, { surface: "v1", status: 405 }, /takes/),
  exit("an unknown path", "/v1/walets", {}, { surface: "v1", status: 404 }, /nothing is served/),
  exit("another version", "/v9/wallets", {}, { surface: "v1", status: 404 }, /version/),
  exit("no key", "/v1/wallets", { headers: { "x-api-key": "" } }, { surface: "v1", status: 401 }, /key/i),
  exit("a body that is no JSON", "/v1/wallets", post("{"), { surface: "v1", status: 400 }, /not JSON/),
  exit("a body of text", "/v1/wallets", post("{}", { "content-type": "text/plain" }), { status: 415 }, /Content-Type/),
  exit("a long body", "/v1/wallets", post(`"${"x".repeat(200_000)}"`), { surface: "v1", status: 413 }, /at most/),
  exit("a foreign page", "/v1/wallets", { headers: { origin: "https://evil.example" } }, { status: 403 }, /Origin/),
  exit("a call", "/rpc/base", post('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'), {
    ...{ surface: "rpc", status: 200, operationId: "eth_chainId" },
  }),
  exit("a notification", "/rpc/base", post('{"jsonrpc":"2.0","method":"eth_chainId"}'), {
    ...{ surface: "rpc", status: 200, replyText: "" },
  }),
  exit("a call of another type", "/rpc/base", post("{}", { "content-type": "text/plain" }), { status: 415 }, /json/),
  exit("a call that is no JSON", "/rpc/base", post("{"), { surface: "rpc", status: 200 }, /\S/),
  exit("an empty call", "/rpc/base", post(""), { surface: "rpc", status: 200 }, /\S/),
  exit("a long call", "/rpc/base", post(" ".repeat(5_300_000)), { surface: "rpc", status: 413 }, /larger/),
  exit("an encoding that nobody reads", "/rpc/base", post("{}", { ...JSON_BODY, "content-encoding": "x" }), {
    ...{ surface: "rpc", status: 415 },
  }),
  exit("an unknown network", "/rpc/nowhere", post("{}"), { surface: "rpc", status: 404, path: "/nowhere" }, /known:/),
  exit("another method of a node", "/rpc/base", { method: "PUT" }, { surface: "rpc", status: 405 }, /POST/),
  exit("the description of a node", "/rpc/base", {}, { surface: "rpc", status: 200, method: "GET" }),
  exit("the list of nodes", "/rpc?x=1", {}, { surface: "rpc", status: 200, path: "/", search: "x=1" }),
  exit("a preflight of a node", "/rpc/base", preflight, { surface: "rpc", status: 204, method: "OPTIONS" }),
  exit("a path below a node", "/rpc/base/x", {}, { surface: "rpc", status: 404 }, /nothing is served/),
  exit(
    "a foreign page at a node",
    "/rpc/base",
    { headers: { origin: "https://evil.example" } },
    {
      ...{ surface: "rpc", status: 403 },
    },
  ),
];

/** With every header that the table names: fetch sends no Origin and no preflight. */
async function ask({ url, ready }: ASandbox, path: string, init: RequestInit = {}): Promise<string | undefined> {
  const headers = { "x-api-key": ready.api_key, ...(init.headers as Record<string, string> | undefined) };
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const request = httpRequest(`${url}${path}`, { method: init.method ?? "GET", headers }, (response) => {
    response.resume().on("end", () => resolve(response.headers["x-request-id"] as string | undefined));
  });
  // A server that answers before it has read a long body may close the connection.
  request.on("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? resolve(undefined) : reject(error)));
  request.end(init.body as string | undefined);
  return promise;
}

test.each(EXITS)("one observation: $title", async ({ path, init, facts, reason }) => {
  let id: string | undefined;
  const seen = await seenWhile(sandbox(), async (at) => (id = await ask(at, path, init)));
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ cut: null, injected: false, faults: [], ...facts });
  expect(seen[0]?.requestId).toMatch(id === undefined ? /^(rpc|pre|req)_\d{12}$/ : new RegExp(`^${id}$`));
  const { status } = seen[0] as Observation;
  if (reason !== undefined || (status ?? 0) >= 400) expect(seen[0]?.refusal?.detail).toMatch(reason ?? /\S/);
  else expect(seen[0]?.refusal).toBeNull();
});

const LONG_HEADER = `X-Long: ${"x".repeat(20_000)}`;

test.each([
  ["headers that are too long", "/v1/wallets?limit=1", "v1"],
  ["headers that are too long, at a node", "/rpc/base", "rpc"],
] as const)("%s: answered 400 and seen by the request line", async (_, path, surface) => {
  let answer = "";
  const seen = await seenWhile(sandbox(), async ({ url }) => {
    answer = await sendBytes(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${LONG_HEADER}\r\n\r\n`);
  });
  const [, id] = /X-Request-Id: (\S+)/.exec(answer) ?? [];
  expect(seen).toMatchObject([{ surface, status: 400, target: path, requestId: id, refusal: { code: 400 } }]);
});

test("bytes without a request line, or for a page, are no request of the service", async () => {
  const seen = await seenWhile(sandbox(), async ({ url }) => {
    for (const bytes of ["hello there\r\n\r\n", `GET /healthz HTTP/1.1\r\n${LONG_HEADER}\r\n\r\n`])
      expect(await sendBytes(url, bytes)).toMatch(/^HTTP\/1\.1 400 /);
  });
  expect(seen).toEqual([]);
});

test("a refused handshake is seen, and of one that succeeds its calls are", async () => {
  const seen = await seenWhile(sandbox(), async ({ url }) => {
    for (const path of ["/rpc/nowhere", "/rpc/base/x"]) {
      const { promise, resolve } = Promise.withResolvers<void>();
      new WebSocket(`${url.replace("http", "ws")}${path}`).on("error", () => resolve());
      await promise;
    }
  });
  expect(seen).toMatchObject([
    { surface: "rpc", status: 404, method: "GET", path: "/nowhere" },
    { surface: "rpc", status: 404, path: "/base/x" },
  ]);
});

test.each([
  ["after the work", [], false],
  ["while a fault delays it", [{ id: "f1", effect: "delay" }], true],
] as const)(
  "a client that leaves %s is seen without an answer, and not as if it had one",
  async (_, faults, injected) => {
    const observed = Promise.withResolvers<Observation>();
    const arrived = Promise.withResolvers<void>();
    const pipeline = createPipeline({
      ...{ log: silentLog, nextRequestId: () => "req_1", errorBody: serviceErrorBody },
      observed: observedAs("v1", { wall: systemClock, clock: () => 7, observe: observed.resolve }),
      stages: [
        async (context) => {
          context.faults = [...faults];
          arrived.resolve();
          await once(context.response, "close");
          context.reply = { status: 201, text: "{}", headers: {} };
        },
      ],
    });
    const server = createServer((request, response) => void pipeline(request, response, { path: "/", search: "" }));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const giveUp = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/v1`, { method: "POST", body: "{}", signal: giveUp.signal });
    asked.catch(() => "given up");
    await arrived.promise;
    giveUp.abort();
    const facts = { status: null, cut: "by-client", replyText: "", replyHeaders: {}, refusal: null, injected };
    expect(await observed.promise).toMatchObject(facts);
  },
);
