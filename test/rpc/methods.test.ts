// Node methods: block tags, fees, calls, the pool, blocks, and the development methods.
import { parseGwei } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { MAX_BLOCKS } from "../../src/rpc/methods/time.ts";
import { type AnRpc, alice, anRpc, bob } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";

let rpc: AnRpc;
let url: string;
beforeEach(async () => {
  rpc = await anRpc({ mining: "manual" });
  url = rpc.url();
});
afterEach(() => rpc.close());

const send = (nonce: number, more: { maxFeePerGas?: bigint; value?: bigint } = {}): Promise<Hex> => {
  const base = { type: "eip1559", chainId: 8453, to: bob.address, gas: 21_000n, maxPriorityFeePerGas: 0n } as const;
  const signed = alice.signTransaction({ ...base, nonce, value: 1n, maxFeePerGas: parseGwei("1"), ...more });
  return signed.then((raw) => get<Hex>(url, "eth_sendRawTransaction", [raw]));
};

describe("tags", () => {
  test("safe and finalized are the confirmed height, latest the head", async () => {
    await rpc.loop.mine("base", 3);
    const heights = ["earliest", "finalized", "safe", "latest", "pending"].map(async (tag) =>
      Number((await get<{ number: Hex }>(url, "eth_getBlockByNumber", [tag, false])).number),
    );
    expect(await Promise.all(heights)).toEqual([0, 2, 2, 3, 4]);
  });

  test("a balance at finalized is the one before the last block", async () => {
    await send(0, { value: 7n });
    await rpc.loop.mine("base", 1);
    const at = async (block: unknown) => BigInt(await get<Hex>(url, "eth_getBalance", [bob.address, block]));
    const grown = (await at("latest")) - (await at("finalized"));
    expect(grown).toBe(7n);
    expect(await at({ blockNumber: "safe" })).toBe(await at("0x0"));
  });

  test("logs between tags are found", async () => {
    await rpc.loop.mine("base", 1);
    expect(await get(url, "eth_getLogs", [{ fromBlock: "finalized", toBlock: "safe" }])).toEqual([]);
    expect((await ask(url, "eth_getLogs", [{ fromBlock: "0x2", toBlock: "0x1" }])).error?.code).toBe(-32602);
    expect((await ask(url, "eth_getLogs", [{ blockHash: rpc.chain.head.hash, fromBlock: "0x0" }])).error?.code).toBe(
      -32602,
    );
  });
});

describe("fees", () => {
  test("the next block has the same base fee, even after empty blocks", async () => {
    await rpc.loop.mine("base", 3);
    const fees = await get<{ baseFeePerGas: Hex[] }>(url, "eth_feeHistory", ["0x3", "latest", [50]]);
    expect(fees.baseFeePerGas.map(Number)).toEqual(new Array(4).fill(Number(rpc.chain.definition.base_fee)));
    const pending = await get<{ baseFeePerGas: Hex; number: Hex }>(url, "eth_getBlockByNumber", ["pending", false]);
    expect([pending.baseFeePerGas, pending.number].map(Number)).toEqual([Number(rpc.chain.definition.base_fee), 4]);
  });

  test("the gas price is base fee and tip", async () => {
    const tip = BigInt(await get<Hex>(url, "eth_maxPriorityFeePerGas"));
    expect(BigInt(await get<Hex>(url, "eth_gasPrice"))).toBe(BigInt(rpc.chain.definition.base_fee) + tip);
  });
});

describe("calls", () => {
  const empty = "0x00000000000000000000000000000000000000f4";

  test("an account without balance can neither call nor estimate with value", async () => {
    const call = { from: empty, to: bob.address, value: "0x1" };
    for (const method of ["eth_call", "eth_estimateGas"]) {
      const { error } = await ask(url, method, [call]);
      expect(error?.code).toBe(-32000);
      expect(error?.message).toMatch(/^insufficient funds for gas \* price \+ value: address 0x0+f4 have 0 want 1$/);
    }
  });

  test("an overridden balance counts as one", async () => {
    const call = { from: empty, to: bob.address, value: "0x1" };
    expect(await get(url, "eth_call", [call, "latest", { [empty]: { balance: "0x1" } }])).toBe("0x");
  });

  test("an estimate with a price is refused when the gas cannot be paid, without a price it is answered", async () => {
    const call = { from: empty, to: bob.address };
    expect(await get(url, "eth_estimateGas", [call])).toBe("0x5208");
    expect((await ask(url, "eth_estimateGas", [{ ...call, maxFeePerGas: "0x1" }])).error?.message).toContain(
      "want 21000",
    );
  });

  test("data and input are synonyms", async () => {
    const [first] = rpc.chain.definition.tokens;
    const decimals = { to: first?.address, data: "0x313ce567", input: "0x313ce567" };
    expect(BigInt(await get<Hex>(url, "eth_call", [decimals]))).toBe(BigInt(first!.decimals));
    expect((await ask(url, "eth_call", [{ ...decimals, data: "0x12" }])).error?.code).toBe(-32602);
  });

  test.each([[undefined], ["text"], [{ to: "0x12" }], [{ from: 7 }], [{ data: "xyz" }]])(
    "%j is not a call",
    async (call) => {
      expect((await ask(url, "eth_call", call === undefined ? [] : [call])).error?.code).toBe(-32602);
    },
  );
});

describe("the pool", () => {
  test("a pending nonce counts all pending transactions, even those with a fee too low for the next block", async () => {
    await send(0);
    await send(1);
    expect(await get(url, "eth_getTransactionCount", [alice.address, "pending"])).toBe("0x2");
    expect(await get(url, "eth_getTransactionCount", [alice.address, "latest"])).toBe("0x0");
    await rpc.loop.mine("base", 1);
    expect(await get(url, "eth_getTransactionCount", [alice.address])).toBe("0x2");
  });

  test("transactions after a nonce gap are queued", async () => {
    await send(0);
    await send(2);
    expect(await get(url, "eth_getTransactionCount", [alice.address, "pending"])).toBe("0x1");
    expect(await get(url, "txpool_status")).toEqual({ pending: "0x1", queued: "0x1" });
    const sender = alice.address.toLowerCase();
    const content = await get<{ pending: object; queued: object }>(url, "txpool_content");
    expect(content).toMatchObject({
      pending: { [sender]: { 0: { nonce: "0x0" } } },
      queued: { [sender]: { 2: { nonce: "0x2" } } },
    });
    expect(await get(url, "txpool_contentFrom", [alice.address])).toMatchObject({
      pending: { 0: {} },
      queued: { 2: {} },
    });
    const inspected = await get<{ queued: Record<string, Record<string, string>> }>(url, "txpool_inspect");
    expect(inspected.queued[sender]?.["2"]).toBe(`${bob.address.toLowerCase()}: 1 wei + 21000 gas × 1000000000 wei`);
  });
});

describe("blocks", () => {
  test("receipts come block by block, by number, tag and hash", async () => {
    const hashes = [await send(0), await send(1)];
    await rpc.loop.mine("base", 1);
    for (const block of ["0x1", "latest", rpc.chain.head.hash, { blockHash: rpc.chain.head.hash }]) {
      expect(await get(url, "eth_getBlockReceipts", [block])).toMatchObject(
        hashes.map((transactionHash) => ({ transactionHash })),
      );
    }
    expect(await get(url, "eth_getBlockReceipts", ["0x99"])).toBeNull();
  });

  test("a header is a block without its body", async () => {
    const block = await get<Record<string, unknown>>(url, "eth_getBlockByNumber", ["0x0", false]);
    const header = await get<Record<string, unknown>>(url, "eth_getHeaderByNumber", ["0x0"]);
    expect(header).toMatchObject({ hash: block["hash"], stateRoot: block["stateRoot"] });
    expect(header).not.toHaveProperty("transactions");
    expect(await get(url, "eth_getHeaderByHash", [block["hash"]])).toEqual(header);
    expect(await get(url, "eth_getUncleCountByBlockNumber", ["latest"])).toBe("0x0");
  });

  test("transactions and traces of earlier blocks are available", async () => {
    const hash = await send(0);
    await rpc.loop.mine("base", 1);
    expect(await get(url, "eth_getTransactionByBlockNumberAndIndex", ["latest", "0x0"])).toMatchObject({ hash });
    expect(await get(url, "debug_traceTransaction", [hash, { tracer: "callTracer" }])).toMatchObject({
      type: "CALL",
      value: "0x1",
    });
    expect(await get(url, "debug_traceTransaction", [hash])).toMatchObject({ failed: false });
    for (const method of ["debug_traceTransaction", "eth_getBalance"]) {
      expect((await ask(url, method, [])).error).toEqual({
        code: -32602,
        message: "missing value for required argument 0",
      });
    }
    expect((await ask(url, "eth_call", [{ to: bob.address }, "0x99"])).error).toEqual({
      code: -32000,
      message: "header not found",
    });
  });
});

describe("forms of execution-apis", () => {
  test("transactions have yParity and blockTimestamp, legacy ones their chainId, wherever they are asked for", async () => {
    const base = { to: bob.address, gas: 21_000n, chainId: 8453 } as const;
    const legacy = await alice.signTransaction({ ...base, type: "legacy", nonce: 0, gasPrice: parseGwei("3") });
    const hashes = [await get<Hex>(url, "eth_sendRawTransaction", [legacy]), await send(1)];
    const [waiting] = await get<Record<string, unknown>[]>(url, "eth_pendingTransactions");
    expect(waiting).toMatchObject({ chainId: "0x2105" });
    expect(waiting).not.toHaveProperty("blockTimestamp");
    await rpc.loop.mine("base", 1);
    const { hash, timestamp } = rpc.chain.head;
    const blockTimestamp = `0x${timestamp.toString(16)}`;
    const expected = [{ chainId: "0x2105" }, { yParity: expect.stringMatching(/^0x[01]$/) }].map((form, index) => ({
      ...{ ...form, blockTimestamp, hash: hashes[index] },
    }));
    const byHash = await Promise.all(hashes.map((one) => get(url, "eth_getTransactionByHash", [one])));
    expect(byHash).toMatchObject(expected);
    expect(byHash[0]).not.toHaveProperty("yParity");
    for (const [method, block] of [
      ["eth_getBlockByHash", hash],
      ["eth_getBlockByNumber", "latest"],
    ])
      expect(await get(url, method!, [block, true])).toMatchObject({ transactions: expected });
    for (const [method, block] of [
      ["eth_getTransactionByBlockHashAndIndex", hash],
      ["eth_getTransactionByBlockNumberAndIndex", "latest"],
    ])
      expect(await get(url, method!, [block, "0x1"])).toMatchObject(expected[1]!);
    expect(await get(url, "eth_getBlockByNumber", ["latest", false])).toMatchObject({ transactions: hashes });
  });

  test("a proof is given for keys written as quantities", async () => {
    const [token] = rpc.chain.definition.tokens;
    for (const key of ["0x0", `0x${"0".repeat(64)}`])
      expect(await get(url, "eth_getProof", [token!.address, [key], "latest"])).toMatchObject({
        storageProof: [{ proof: expect.any(Array) }],
      });
    expect((await ask(url, "eth_getProof", [token!.address, ["0xzz"], "latest"])).error?.code).toBe(-32602);
  });
});

test("node information", async () => {
  expect(await get(url, "web3_clientVersion")).toMatch(/^HardhatNetwork\/\d+\.\d+\.\d+.*\/crypto-payment-sandbox$/);
  expect(await get(url, "net_listening")).toBe(true);
  expect(await get(url, "eth_syncing")).toBe(false);
  expect(await get(url, "net_peerCount")).toBe("0x0");
  expect(await get(url, "web3_sha3", ["0x68656c6c6f"])).toBe(
    "0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8",
  );
  expect(await get<Record<string, string>>(url, "rpc_modules")).toHaveProperty("eth");
});

describe("development methods", () => {
  test.each([
    ["evm_mine", [], 1],
    ["evm_mine", [{ blocks: 20 }], 20],
    ["hardhat_mine", ["0x3"], 3],
    ["anvil_mine", ["0x14", "0x0"], 20],
    ["hardhat_mine", ["0x0"], 0],
  ])("%s %j mines real blocks, each on its parent", async (method, params, count) => {
    await get(url, method, params);
    expect(rpc.chain.head.number).toBe(count);
    for (let height = count; height > 0; height -= 1) {
      const [block, parent] = [rpc.chain.blockAt(height), rpc.chain.blockAt(height - 1)];
      if (parent) expect(block?.parentHash).toBe(parent.hash);
    }
  });

  test.each([
    ["evm_mine", [1_600_000_000], -32602],
    ["evm_mine", [{ timestamp: 1_600_000_000 }], -32602],
    ["anvil_mine", ["0x3", "0x9000000"], -32602],
    ["hardhat_mine", [`0x${(MAX_BLOCKS + 1).toString(16)}`], -32602],
    ["hardhat_mine", ["many"], -32602],
  ])("%s %j mines nothing", async (method, params, code) => {
    expect((await ask(url, method, params)).error?.code).toBe(code);
    expect(rpc.chain.head.number).toBe(0);
  });

  test.each([
    ["anvil_dumpState", "/admin/export"],
    ["hardhat_reset", "/admin/reset"],
    ["anvil_reorg", "/admin/networks/base/reorg"],
    ["eth_sendUnsignedTransaction", "hardhat_impersonateAccount"],
    ["hardhat_setMinGasPrice", "/admin/networks/base/base-fee"],
    ["anvil_setBlockTimestampInterval", "/admin/networks/base/mining"],
    ["anvil_dealERC20", "/admin/faucet"],
    ["anvil_nodeInfo", "/admin"],
  ])("%s is refused and names %s", async (method, way) => {
    const { error } = await ask(url, method, ["0x1"]);
    expect(error?.code).toBe(-32004);
    expect(error?.message).toContain(method);
    expect(error?.message).toContain(way);
    expect(rpc.chain.head.number).toBe(0);
  });
});
