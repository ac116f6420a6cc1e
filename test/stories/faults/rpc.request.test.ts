// Stories of the gate `rpc.request`: what a client's library makes of a node that errs, is slow, or hangs up.
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseUnits,
  webSocket,
} from "viem";
import { expect, onTestFinished } from "vitest";
import { ask, connect, get, post } from "../../rpc/a-client.ts";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aWallet, depositsOf, eventsOf } from "../../support/payments/on-chain.ts";

type FaultInput = { method?: string; times?: number | null; after?: number; params?: object };

const aFault = (sandbox: ASandbox, effect: string, { method = "eth_sendRawTransaction", ...rest }: FaultInput = {}) =>
  sandbox.control("POST", "/faults", { gate: "rpc.request", effect, match: { network: "base", method }, ...rest });

const hitsOf = async (sandbox: ASandbox): Promise<number[]> =>
  (await sandbox.control("GET", "/faults")).items.map(({ hits }: { hits: number }) => hits);

/** viem over HTTP as users have it, but without the pauses between its three retries. */
const clientOf = (sandbox: ASandbox, options: { timeout?: number; retryCount?: number } = {}) => {
  const { chain, url } = sandbox.chain("base");
  return createPublicClient({ chain, transport: http(url, { retryDelay: 1, ...options }) });
};

/** A wallet, and the signed bytes of 25 USDC to it. */
const aPayment = async (sandbox: ASandbox) => {
  const wallet = await aWallet(sandbox.api);
  const chain = sandbox.chain("base");
  const args = [wallet.address, parseUnits("25", 6)] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  const request = await chain.wallet.prepareTransactionRequest({ to: chain.token("USDC"), data, gas: 120_000n });
  const raw = (await chain.wallet.signTransaction(request)) as Hex;
  return { wallet, raw, hash: keccak256(raw) };
};

/** The payment is a deposit with one event. */
const expectPaid = async (sandbox: ASandbox, hash: Hex) => {
  expect(await depositsOf(sandbox.api, hash)).toMatchObject([{ tx_id: hash, balance: { amount: 25 } }]);
  expect(await eventsOf(sandbox, { type: "deposit.confirmed" })).toHaveLength(1);
};

const nothingHappened = async (sandbox: ASandbox) => {
  expect(await sandbox.chain("base").public.getBlockNumber()).toBe(0n);
  expect(await eventsOf(sandbox, { type: "deposit.new" })).toEqual([]);
};

faultStory("rpc.request", "error", "the node refuses a transfer; the client sends it again", async (sandbox) => {
  const { raw, hash } = await aPayment(sandbox);
  await aFault(sandbox, "error", { params: { code: -32_000, message: "txpool is full" } });
  const client = clientOf(sandbox);
  await expect(client.sendRawTransaction({ serializedTransaction: raw })).rejects.toMatchObject({
    name: "InvalidInputRpcError",
    details: "txpool is full",
  });
  expect(await client.request({ method: "eth_getTransactionByHash", params: [hash] })).toBeNull();
  await nothingHappened(sandbox);
  expect(await client.sendRawTransaction({ serializedTransaction: raw })).toBe(hash);
  await expectPaid(sandbox, hash);
  expect(await hitsOf(sandbox)).toEqual([1]);
});

faultStory("rpc.request", "error", "limits are tried again by viem, three times and no more", async (sandbox) => {
  const client = clientOf(sandbox);
  const limit = { code: -32_005, message: "request limit exceeded" };
  await aFault(sandbox, "error", { method: "eth_chainId", times: 3, params: limit });
  expect(await client.getChainId()).toBe(8_453);
  expect(await hitsOf(sandbox)).toEqual([3]);
  await sandbox.control("DELETE", "/faults");
  await aFault(sandbox, "error", { method: "eth_chainId", times: 4, params: limit });
  await expect(client.getChainId()).rejects.toMatchObject({ name: "LimitExceededRpcError", details: limit.message });
  expect(await client.getChainId()).toBe(8_453);
});

faultStory("rpc.request", "error", "of a batch and on a socket only the named call fails", async (sandbox) => {
  const { url } = sandbox.chain("base");
  await aFault(sandbox, "error", { method: "eth_chainId", times: 2, params: { code: -32_603, message: "no" } });
  const methods = ["eth_blockNumber", "eth_chainId", "net_version"];
  const batch = methods.map((method, id) => ({ jsonrpc: "2.0", id, method }));
  expect((await post(url, batch)).json).toEqual([
    { jsonrpc: "2.0", id: 0, result: "0x0" },
    { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "no" } },
    { jsonrpc: "2.0", id: 2, result: "8453" },
  ]);
  const socket = await aSocket(sandbox);
  expect((await socket.call("eth_chainId")).error).toEqual({ code: -32_603, message: "no" });
  expect((await socket.call("eth_chainId")).result).toBe("0x2105");
  expect(await get(sandbox.chain("polygon").url, "eth_chainId")).toBe("0x89");
});

faultStory("rpc.request", "delay", "the answer to a transfer comes too late: it was done", async (sandbox) => {
  const { raw, hash } = await aPayment(sandbox);
  await aFault(sandbox, "delay", { params: { by: "30s" } });
  const hasty = clientOf(sandbox, { timeout: 1_000, retryCount: 0 });
  await expect(hasty.sendRawTransaction({ serializedTransaction: raw })).rejects.toMatchObject({
    name: "TimeoutError",
  });
  expect(await hitsOf(sandbox)).toEqual([1]);
  await expectPaid(sandbox, hash);
  // A client that sends the same bytes again gets "already known", and asks for the receipt.
  const again = await ask(sandbox.chain("base").url, "eth_sendRawTransaction", [raw]);
  expect(again.error?.message).toMatch(/^(already known|nonce too low)/);
  expect((await sandbox.chain("base").public.getTransactionReceipt({ hash })).status).toBe("success");
});

faultStory("rpc.request", "delay", "viem asks again after its time-out and is answered", async (sandbox) => {
  await aFault(sandbox, "delay", { method: "eth_blockNumber", params: { by: "30s" } });
  expect(await clientOf(sandbox, { timeout: 1_000 }).getBlockNumber()).toBe(0n);
  expect(await hitsOf(sandbox)).toEqual([1]);
});

faultStory("rpc.request", "delay", "on a socket later calls overtake the slow one", async (sandbox) => {
  const socket = await aSocket(sandbox);
  await aFault(sandbox, "delay", { method: "eth_chainId", params: { by: "200ms" } });
  socket.send("eth_chainId");
  socket.send("net_version");
  expect([(await socket.next()).result, (await socket.next()).result]).toEqual(["8453", "0x2105"]);
});

faultStory(
  "rpc.request",
  "close",
  "the connection breaks before a transfer: viem asks reads again, a transfer never",
  async (sandbox) => {
    const { raw, hash } = await aPayment(sandbox);
    const client = clientOf(sandbox);
    await aFault(sandbox, "close");
    await aFault(sandbox, "close", { method: "eth_blockNumber", times: 3 });
    const sending = client.sendRawTransaction({ serializedTransaction: raw });
    await expect(sending).rejects.toMatchObject({ name: "HttpRequestError", details: "fetch failed" });
    expect(await client.getBlockNumber()).toBe(0n);
    expect(await hitsOf(sandbox)).toEqual([1, 3]);
    await nothingHappened(sandbox);
    expect(await client.sendRawTransaction({ serializedTransaction: raw })).toBe(hash);
    await expectPaid(sandbox, hash);
  },
);

faultStory("rpc.request", "close", "of a batch what came before is done, and nothing is answered", async (sandbox) => {
  const { raw, hash } = await aPayment(sandbox);
  const { url } = sandbox.chain("base");
  await aFault(sandbox, "close", { method: "eth_chainId" });
  const entry = (method: string, params: unknown[] = []) => ({ jsonrpc: "2.0", id: method, method, params });
  const mine = entry("evm_mine");
  const batch = [entry("eth_sendRawTransaction", [raw]), entry("eth_chainId"), mine, mine];
  await expect(post(url, batch)).rejects.toThrow("fetch failed");
  await expectPaid(sandbox, hash);
  const height = await get<Hex>(url, "eth_blockNumber");
  // Confirmation blocks alone: the calls after the closed one were never made.
  expect(Number(height)).toBe(sandbox.chain("base").definition.confirmations);
});

faultStory(
  "rpc.request",
  "close",
  "a socket is gone, its subscriptions with it; viem opens another",
  async (sandbox) => {
    const socket = await aSocket(sandbox);
    await socket.call("eth_subscribe", ["newHeads"]);
    await aFault(sandbox, "close", { method: "eth_chainId" });
    socket.send("eth_chainId");
    expect(await socket.closed).toBe(1006);
    expect(socket.unread).toEqual([]);

    const { chain, url } = sandbox.chain("base");
    const transport = webSocket(url.replace("http", "ws"), { reconnect: { delay: 1 }, retryDelay: 1, timeout: 1_000 });
    const client = createPublicClient({ chain, transport });
    onTestFinished(async () => (await client.transport.getRpcClient()).close());
    expect(await client.getBlockNumber()).toBe(0n);
    await aFault(sandbox, "close", { method: "net_version" });
    await client.request({ method: "net_version" } as never).catch(() => {});
    expect(await client.request({ method: "net_version" } as never)).toBe("8453");
  },
);

async function aSocket(sandbox: ASandbox) {
  const socket = await connect(sandbox.chain("base").url.replace("http", "ws"));
  onTestFinished(() => socket.close());
  return socket;
}
