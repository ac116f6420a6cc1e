// JSON-RPC over WebSocket: handshakes, order of subscription messages, and sockets that close.
import { request } from "node:http";
import { encodeFunctionData, erc20Abi } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { MAX_MESSAGE_BYTES } from "../../src/rpc/http/router.ts";
import { MAX_SUBSCRIPTIONS } from "../../src/rpc/subscriptions.ts";
import { HEAD_REMINDER_MS, MAX_SOCKETS, PING_INTERVAL_MS } from "../../src/rpc/websocket.ts";
import { type AnRpc, alice, anRpc, bob } from "../support/an-rpc.ts";
import { connect, get } from "./a-client.ts";
import { aWallClock } from "./a-wall-clock.ts";

let rpc: AnRpc;
let clock: ReturnType<typeof aWallClock>;
let waits: string[];
beforeEach(async () => {
  clock = aWallClock();
  waits = [];
  rpc = await anRpc({
    networks: ["base", "polygon"],
    wall: clock.wall,
    waiting: {
      rule: (network) => {
        waits.push(network);
        return "none";
      },
      mine: async () => {},
    },
    allow: ({ headers }) => headers.origin === undefined,
  });
});
afterEach(() => rpc.close());

const pay = (value: bigint, network = "base"): Promise<Hex> => {
  const token = rpc.chains.get(network).definition.tokens[0]!.address;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [bob.address, value] });
  return get<Hex>(rpc.url(network), "eth_sendTransaction", [{ from: alice.address, to: token, data }]);
};

/** Status and body of the response to a handshake. */
const handshake = (path: string, headers: Record<string, string> = {}): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    const url = new URL(path, rpc.url());
    const sent = request(url, { headers: { ...upgrade, "sec-websocket-key": "MDEyMzQ1Njc4OWFiY2RlZg==", ...headers } });
    sent.on("upgrade", (response, stream) => {
      stream.destroy();
      resolve([response.statusCode!, ""]);
    });
    sent.on("response", (response) => {
      response.setEncoding("utf8");
      let body = "";
      response.on("data", (text) => {
        body += text;
      });
      response.on("end", () => resolve([response.statusCode!, body]));
    });
    sent.on("error", reject);
    sent.end();
  });

describe("a handshake", () => {
  test.each(["/rpc/base", "/rpc/8453", "/rpc/Polygon/", "/rpc/base?key=1"])("at %s is accepted", async (path) => {
    expect((await handshake(path))[0]).toBe(101);
  });

  test.each(["/", "/rpc", "/rpc/", "/rpc/base/more", "/admin", "/rpc/dogecoin"])("at %s is a 404", async (path) => {
    const [status, body] = await handshake(path);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  test("that the guard refuses is a 403", async () => {
    expect((await handshake("/rpc/base", { origin: "https://example.com" }))[0]).toBe(403);
  });

  test("above the limit of open sockets is a 503, until one is closed", async () => {
    const clients = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => connect(rpc.wsUrl())));
    expect((await handshake("/rpc/base"))[0]).toBe(503);
    const [first] = clients;
    first!.socket.close();
    await first!.closed;
    expect((await handshake("/rpc/base"))[0]).toBe(101);
    for (const client of clients) client.close();
  });

  test("that is malformed is a 400 and does not affect other sockets", async () => {
    expect((await handshake("/rpc/base", { "sec-websocket-key": "short" }))[0]).toBe(400);
    expect((await handshake("/rpc/base"))[0]).toBe(101);
  });
});

test("calls and batches work as over HTTP, also in binary frames", async () => {
  const client = await connect(rpc.wsUrl("polygon"));
  expect((await client.call("eth_chainId")).result).toBe("0x89");
  client.socket.send("nonsense");
  expect(await client.next()).toMatchObject({ id: null, error: { code: -32700 } });
  const batch = ["eth_chainId", "nope"].map((method, id) => ({ jsonrpc: "2.0", id, method }));
  client.socket.send(Buffer.from(JSON.stringify(batch)));
  expect(await client.next()).toMatchObject([{ result: "0x89" }, { error: { code: -32601 } }]);
  client.close();
});

describe("a subscription", () => {
  test("to heads sends each block, parents before children, after the response to eth_subscribe", async () => {
    const client = await connect(rpc.wsUrl());
    client.send("eth_subscribe", ["newHeads"]);
    client.send("evm_mine", [{ blocks: 3 }]);
    const { result: subscription } = await client.next();
    const received = [];
    for (let count = 0; count < 4; count += 1) received.push(await client.next());
    const heads = received.filter(({ method }) => method === "eth_subscription").map(({ params }) => params);
    const hashes = [1, 2, 3].map((height) => rpc.chains.get("base").blockAt(height)?.hash);
    expect(heads).toMatchObject(hashes.map((hash) => ({ subscription, result: { hash } })));
    expect(heads[0]?.result).not.toHaveProperty("transactions");
    client.close();
  });

  test("sends nothing about earlier blocks or other networks", async () => {
    await rpc.loop.mine("base", 1);
    const client = await connect(rpc.wsUrl());
    await client.call("eth_subscribe", ["newHeads"]);
    await rpc.loop.mine("polygon", 1);
    await rpc.loop.mine("base", 1);
    expect((await client.next()).params?.result["number"]).toBe("0x2");
    client.close();
  });

  test("to logs sends matching logs, and removed ones after a reorg", async () => {
    const client = await connect(rpc.wsUrl());
    const to = `0x${bob.address.slice(2).toLowerCase().padStart(64, "0")}`;
    await client.call("eth_subscribe", ["logs", { topics: [null, null, [to]] }]);
    await pay(7n);
    const first = (await client.next()).params?.result;
    expect(first).toMatchObject({ removed: false, blockHash: rpc.chains.get("base").head.hash });
    await rpc.loop.reorg("base", 1, "keep");
    expect((await client.next()).params?.result).toEqual({ ...first, removed: true });
    expect((await client.next()).params?.result).toMatchObject({
      removed: false,
      blockHash: rpc.chains.get("base").head.hash,
    });
    client.close();
  });

  test("to heads, older than one to logs, sends the new branch after the removed logs of a reorg", async () => {
    const client = await connect(rpc.wsUrl());
    const { result: heads } = await client.call("eth_subscribe", ["newHeads"]);
    const { result: logs } = await client.call("eth_subscribe", ["logs", {}]);
    await pay(7n);
    const received = [(await client.next()).params, (await client.next()).params];
    await rpc.loop.reorg("base", 1, "keep");
    for (let count = 0; count < 3; count += 1) received.push((await client.next()).params);
    expect(received.map((params) => [params?.subscription, params?.result["removed"]])).toEqual([
      [heads, undefined],
      [logs, false],
      [logs, true],
      [heads, undefined],
      [logs, false],
    ]);
    client.close();
  });

  test("to heads sends both branches of a reorg", async () => {
    const client = await connect(rpc.wsUrl());
    await client.call("eth_subscribe", ["newHeads"]);
    await rpc.loop.mine("base", 2);
    await rpc.loop.reorg("base", 2, "keep");
    await rpc.loop.mine("base", 1);
    const numbers = [];
    for (let count = 0; count < 5; count += 1) numbers.push(Number((await client.next()).params?.result["number"]));
    expect(numbers).toEqual([1, 2, 1, 2, 3]);
    client.close();
  });

  test("to pending transactions sends hashes, or full transactions on request", async () => {
    const [hashes, full] = [await connect(rpc.wsUrl()), await connect(rpc.wsUrl())];
    await hashes.call("eth_subscribe", ["newPendingTransactions"]);
    await full.call("eth_subscribe", ["newPendingTransactions", true]);
    const sent = [await pay(1n), await pay(2n)];
    expect([(await hashes.next()).params?.result, (await hashes.next()).params?.result]).toEqual(sent);
    expect((await full.next()).params?.result).toMatchObject({ hash: sent[0], from: alice.address.toLowerCase() });
    hashes.close();
    full.close();
  });

  test("ends when it is cancelled", async () => {
    const client = await connect(rpc.wsUrl());
    const { result: id } = await client.call("eth_subscribe", ["newHeads"]);
    expect((await client.call("eth_unsubscribe", [id])).result).toBe(true);
    expect((await client.call("eth_unsubscribe", [id])).error).toEqual({
      code: -32000,
      message: "subscription not found",
    });
    await rpc.loop.mine("base", 1);
    expect((await client.call("eth_blockNumber")).result).toBe("0x1");
    expect(client.unread).toEqual([]);
    client.close();
  });

  test("can only be cancelled on its own socket", async () => {
    const [owner, other] = [await connect(rpc.wsUrl()), await connect(rpc.wsUrl())];
    const { result: id } = await owner.call("eth_subscribe", ["syncing"]);
    expect((await other.call("eth_unsubscribe", [id])).error?.message).toBe("subscription not found");
    owner.close();
    other.close();
  });

  test.each([[["newBlocks"]], [[]], [["logs", { address: 7 }]]])("of %j is refused", async (params) => {
    const client = await connect(rpc.wsUrl());
    expect((await client.call("eth_subscribe", params)).error?.code).toBe(-32602);
    client.close();
  });

  test("is limited in number per socket", async () => {
    const client = await connect(rpc.wsUrl());
    for (let count = 0; count < MAX_SUBSCRIPTIONS; count += 1) await client.call("eth_subscribe", ["newHeads"]);
    expect((await client.call("eth_subscribe", ["newHeads"])).error?.code).toBe(-32000);
    client.close();
  });

  test("to heads counts as a poll every 200 ms after a receipt, until its socket closes", async () => {
    const client = await connect(rpc.wsUrl("polygon"));
    const hash = await pay(1n, "polygon");
    await client.call("eth_subscribe", ["newHeads"]);
    await client.call("eth_subscribe", ["logs", {}]);
    clock.advance(3 * HEAD_REMINDER_MS);
    expect(waits).toEqual([]);
    expect((await client.call("eth_getTransactionReceipt", [hash])).result).toMatchObject({ status: "0x1" });
    clock.advance(3 * HEAD_REMINDER_MS);
    expect(waits).toEqual(["polygon", "polygon", "polygon"]);
    client.socket.close();
    await client.closed;
    await settled();
    clock.advance(10_000);
    expect(waits).toHaveLength(3);
  });
});

/** Serves another connection, so that everything the server received before is processed. */
const settled = async (): Promise<void> => {
  const probe = await connect(rpc.wsUrl());
  await probe.call("eth_chainId");
  probe.socket.close();
  await probe.closed;
};

describe("a socket", () => {
  test("that sends too much at once is closed", async () => {
    const client = await connect(rpc.wsUrl());
    client.socket.on("error", () => {});
    client.socket.send("x".repeat(MAX_MESSAGE_BYTES + 1));
    expect(await client.closed).toBe(1009);
  });

  test("that does not answer a ping is closed, one that does stays open", async () => {
    const [dead, alive] = [await connect(rpc.wsUrl(), { autoPong: false }), await connect(rpc.wsUrl())];
    const pinged = new Promise((resolve) => alive.socket.once("ping", resolve));
    clock.advance(PING_INTERVAL_MS);
    await pinged;
    expect((await alive.call("eth_chainId")).result).toBe("0x2105");
    clock.advance(PING_INTERVAL_MS);
    expect(await dead.closed).toBe(1006);
    expect((await alive.call("eth_chainId")).result).toBe("0x2105");
    alive.close();
  });

  test("that does not read its responses is closed", async () => {
    const gone = new Promise((resolve) => rpc.server.once("connection", (stream) => stream.once("close", resolve)));
    const client = await connect(rpc.wsUrl());
    client.socket.pause();
    const head = { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["latest", false] };
    for (let count = 0; count < 30; count += 1) client.socket.send(JSON.stringify(new Array(1_000).fill(head)));
    await gone;
    expect(await get(rpc.url(), "eth_chainId")).toBe("0x2105");
    client.close();
  });

  test("may send a thousand calls at once", async () => {
    const client = await connect(rpc.wsUrl());
    for (let count = 0; count < 1_000; count += 1) client.send("eth_getBalance", [alice.address, "latest"]);
    const ids = new Set<unknown>();
    for (let count = 0; count < 1_000; count += 1) ids.add((await client.next()).id);
    expect(ids.size).toBe(1_000);
    client.close();
  });
});

test("closing the server closes its sockets, stops its timers and ends handshakes", async () => {
  const client = await connect(rpc.wsUrl());
  rpc.front.stop();
  await rpc.front.closeSockets(1012);
  expect(await client.closed).toBe(1012);
  expect(clock.timers()).toBe(0);
  expect(rpc.server.listenerCount("upgrade")).toBe(0);
});
