// Plain JSON-RPC calls pass by the router of Express, and no client can tell: both ways give the same bytes.
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import type { Chain } from "../../../src/chains/chain.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { createDirectCalls } from "../../../src/rpc/http/direct-calls.ts";
import { MAX_MESSAGE_BYTES } from "../../../src/rpc/http/router.ts";
import { aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aRawSocket, head } from "../../support/clients/a-raw-client.ts";
import { get, post } from "../a-client.ts";

/** Says what the router would assume, and sends a request there. */
const BY_ROUTER = "Content-Encoding: identity";

const call = (method: string, params: unknown = [], id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });

type Asked = { line?: string; headers?: readonly string[]; body: string | Buffer; inPieces?: boolean };

/** All bytes of the answer but those of the clock. */
async function bytesOf(url: string, { line, headers = [], body, inPieces = false }: Asked): Promise<string> {
  const { socket, ended } = aRawSocket(url);
  const all = Buffer.from(body);
  const fixed = ["Host: localhost", "Content-Type: application/json", `Content-Length: ${all.length}`];
  socket.write(head(line ?? "POST /rpc/base HTTP/1.1", [...fixed, ...headers]));
  if (inPieces) socket.write(all.subarray(0, 3));
  socket.write(inPieces ? all.subarray(3) : all);
  return (await ended).replace(/\r\nDate: [^\r]*/, "");
}

const shared = sharedSandbox();

async function bothWays(url: string, asked: Asked): Promise<[string, string]> {
  const direct = await bytesOf(url, asked);
  return [direct, await bytesOf(url, { ...asked, headers: [...(asked.headers ?? []), BY_ROUTER] })];
}

const ASKED: readonly (readonly [string, Asked | (() => Asked)])[] = [
  ["the height", { body: JSON.stringify(call("eth_blockNumber")) }],
  ["a network by its id", { line: "POST /rpc/8453 HTTP/1.1", body: JSON.stringify(call("eth_chainId")) }],
  ["HTTP/1.0", { line: "POST /rpc/base HTTP/1.0", body: JSON.stringify(call("eth_chainId")) }],
  ["a body in pieces", { body: JSON.stringify(call("net_version")), inPieces: true }],
  ["a body with spaces for a megabyte", { body: JSON.stringify(call("net_version")).padEnd(1_000_000) }],
  ["an id of any letters", { body: JSON.stringify(call("eth_chainId", [], "ключ 🔑")) }],
  ["a block in full", { body: JSON.stringify(call("eth_getBlockByNumber", ["latest", true])) }],
  ["an unknown method", { body: JSON.stringify(call("eth_fooBar")) }],
  ["parameters by name", { body: JSON.stringify(call("eth_chainId", { a: 1 })) }],
  ["a refused transaction", { body: JSON.stringify(call("eth_sendRawTransaction", ["0x02"])) }],
  ["a call that reverts", () => ({ body: JSON.stringify(call("eth_call", [revertingCall()])) })],
  ["a notification", { body: JSON.stringify({ jsonrpc: "2.0", method: "eth_chainId" }) }],
  ["a batch", { body: JSON.stringify([call("eth_chainId"), 5, call("nope", [], "b"), call("eth_blockNumber")]) }],
  ["notifications in a batch", { body: '[{"jsonrpc":"2.0","method":"a"}]' }],
  ["an empty batch", { body: "[]" }],
  ["a long answer", { body: JSON.stringify(Array.from({ length: 900 }, (_, id) => call("rpc_modules", [], id))) }],
  ["nothing", { body: "" }],
  ["broken JSON", { body: '{"jsonrpc":' }],
  ["JSON nested too deep", { body: `${"[".repeat(200)}${"]".repeat(200)}` }],
  ["bytes that are no UTF-8", { body: Buffer.from('{"jsonrpc":"2.0","id":"\xff","method":"eth_chainId"}', "latin1") }],
  ["a byte order mark", { body: `\ufeff${JSON.stringify(call("eth_chainId"))}` }],
];

function revertingCall(): object {
  return {
    to: shared().chain("base").token("USDC"),
    data: `0xa9059cbb${"0".repeat(24)}${"11".repeat(20)}${"f".repeat(64)}`,
  };
}

describe("both ways answer with the same bytes", () => {
  test.each(ASKED)("%s", async (_, given) => {
    const [direct, routed] = await bothWays(shared().url, typeof given === "function" ? given() : given);
    expect(direct).toMatch(/^HTTP\/1\.1 (200|204) /);
    expect(direct).toBe(routed);
  });

  test("two calls on one connection", async () => {
    const one = JSON.stringify(call("eth_chainId"));
    const answers = async (headers: readonly string[]): Promise<string> => {
      const { socket, ended } = aRawSocket(shared().url);
      const fixed = ["Host: localhost", "Content-Type: application/json", `Content-Length: ${one.length}`, ...headers];
      socket.write(head("POST /rpc/base HTTP/1.1", [...fixed, "Connection: keep-alive"]) + one);
      socket.write(head("POST /rpc/polygon HTTP/1.1", fixed) + one);
      return (await ended).replace(/\r\nDate: [^\r]*/g, "");
    };
    const direct = await answers([]);
    expect(direct.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(direct).toBe(await answers([BY_ROUTER]));
  });

  test.each([
    ["an error", { effect: "error", params: { code: -32_000, message: "down" } }],
    ["a closed connection", { effect: "close" }],
    ["a delay", { effect: "delay", params: { by: "1ms" } }],
  ])("%s that a fault injects", async (_, fault) => {
    await shared().control("POST", "/faults", { gate: "rpc.request", times: 2, ...fault });
    const [direct, routed] = await bothWays(shared().url, { body: JSON.stringify(call("eth_gasPrice")) });
    expect(direct).toBe(routed);
    const { items } = await shared().control("GET", "/faults");
    expect(items.map(({ hits }: { hits: number }) => hits)).toEqual([2]);
    await shared().control("DELETE", "/faults");
  });

  test("a Host that is not ours is refused before either", async () => {
    const body = JSON.stringify(call("eth_chainId"));
    const refused = async (header: readonly string[]): Promise<string> => {
      const { socket, ended } = aRawSocket(shared().url);
      const fixed = ["Host: evil.test", "Content-Type: application/json", `Content-Length: ${body.length}`, ...header];
      socket.write(head("POST /rpc/base HTTP/1.1", fixed) + body);
      return (await ended).replace(/\r\n(Date|X-Request-Id): [^\r]*/g, "");
    };
    expect(await refused([])).toMatch(/^HTTP\/1\.1 403 /);
    expect(await refused([])).toBe(await refused([BY_ROUTER]));
  });
});

test("both ways are counted alike", async () => {
  const sandbox = await aSandbox();
  await bothWays(sandbox.url, { body: JSON.stringify(call("web3_clientVersion")) });
  await bothWays(sandbox.url, { body: JSON.stringify(call("eth_fooBar")) });
  const metrics = await (await fetch(`${sandbox.url}/metrics`)).text();
  expect(metrics).toContain('sandbox_rpc_calls_total{network="base",method="web3_clientVersion",result="ok"} 2');
  expect(metrics).toContain('sandbox_rpc_calls_total{network="base",method="unknown",result="error"} 2');
});

test("a client that leaves in the middle of its body harms nobody", async () => {
  const { url, ready } = await aSandbox();
  const { socket, ended } = aRawSocket(url);
  const fixed = ["Host: localhost", "Content-Type: application/json", "Content-Length: 1000"];
  socket.write(`${head("POST /rpc/base HTTP/1.1", fixed)}{"jsonrpc"`, () => socket.resetAndDestroy());
  await ended;
  expect(await get(ready.rpc["base"]!, "eth_chainId")).toBe("0x2105");
});

test("after a reset the short way leads into the new world", async () => {
  const sandbox = await aSandbox();
  const url = sandbox.ready.rpc["base"]!;
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  expect(await get(url, "eth_blockNumber")).toBe("0x3");
  await sandbox.control("POST", "/reset");
  expect(await get(url, "eth_blockNumber")).toBe("0x0");
  expect((await post(url, call("eth_blockNumber"), { "content-encoding": "identity" })).json.result).toBe("0x0");
});

describe("only plain calls take the short way", () => {
  const chains = readCatalogue().map((definition) => ({ definition }) as Chain);
  const dispatch = async () => ({ text: "", cut: false, delivered() {} });
  const answerDirectly = createDirectCalls({ chains, dispatch, log: silentLog });
  const PLAIN = { "content-type": "application/json", "content-length": "2" };
  const takes = ({ method = "POST", url = "/rpc/base", headers = {} }): boolean => {
    const request = Object.assign(new PassThrough(), { method, url, headers: { ...PLAIN, ...headers } });
    return answerDirectly(request as unknown as IncomingMessage, {} as ServerResponse);
  };

  test.each([[{}], [{ url: "/rpc/polygon" }], [{ url: "/rpc/137" }], [{ headers: { "user-agent": "viem" } }]])(
    "%j does",
    (request) => expect(takes(request)).toBe(true),
  );

  test.each<[Parameters<typeof takes>[0]]>([
    [{ method: "GET" }],
    [{ method: "OPTIONS" }],
    [{ url: "/rpc" }],
    [{ url: "/rpc/dogecoin" }],
    [{ url: "/rpc/BASE" }],
    [{ url: "/rpc/base/" }],
    [{ url: "/rpc/base?a=1" }],
    [{ url: "http://localhost/rpc/base" }],
    [{ url: "/v1/rpc/base" }],
    [{ headers: { origin: "http://localhost:5173" } }],
    [{ headers: { expect: "100-continue" } }],
    [{ headers: { "content-encoding": "gzip" } }],
    [{ headers: { "content-type": "text/plain" } }],
    [{ headers: { "content-length": undefined, "transfer-encoding": "chunked" } as never }],
    [{ headers: { "content-length": String(MAX_MESSAGE_BYTES + 1) } }],
  ])("%j does not", (request) => expect(takes(request)).toBe(false));
});
