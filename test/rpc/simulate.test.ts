// eth_simulateV1: blocks of calls that build on each other, of which nothing remains.
import { createPublicClient, encodeFunctionData, erc20Abi, http, parseEther } from "viem";
import { base } from "viem/chains";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, bob, carol, developers, TOKENS_EACH } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";
import { word } from "./a-forwarder.ts";

type Call = { status: Hex; returnData: Hex; gasUsed: Hex; logs: Log[]; error?: { code: number; message: string } };
type Log = { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex; blockHash: Hex; transactionHash: Hex };
type Block = { number: Hex; timestamp: Hex; hash: Hex; calls: Call[]; gasUsed: Hex } & Record<string, unknown>;

let rpc: AnRpc;
let url: string;
let usdc: Hex;
beforeEach(async () => {
  rpc = await anRpc({ mining: "manual" });
  url = rpc.url();
  usdc = rpc.chain.definition.tokens[0]!.address;
});
afterEach(() => rpc.close());

const nobody = "0x00000000000000000000000000000000000000f4";
const simulate = (blockStateCalls: object[], more: object = {}, block?: unknown): Promise<Block[]> =>
  get(url, "eth_simulateV1", [{ blockStateCalls, ...more }, ...(block === undefined ? [] : [block])]);
const refusal = async (blockStateCalls: object[], more: object = {}, block?: unknown) =>
  (await ask(url, "eth_simulateV1", [{ blockStateCalls, ...more }, block ?? "latest"])).error;
const transfer = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
const balanceOf = (owner: Hex): { to: Hex; data: Hex } => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
});
/** NUMBER, TIMESTAMP, PREVRANDAO, COINBASE as four words. */
const ENVIRONMENT = "0x435f5242602052446040524160605260805ff3";

describe("calls", () => {
  test("build on each other, within a block and over blocks", async () => {
    const first = {
      calls: [
        { from: alice.address, to: nobody, value: "0x64" },
        { from: nobody, to: bob.address, value: "0x63" },
      ],
    };
    const second = { calls: [{ from: alice.address, to: usdc, data: transfer(nobody, 5n) }, balanceOf(nobody)] };
    const third = { calls: [{ from: nobody, to: usdc, data: transfer(bob.address, 5n) }, balanceOf(nobody)] };
    const blocks = await simulate([first, second, third]);
    expect(blocks.map(({ calls }) => calls.map(({ status }) => status))).toEqual([
      ["0x1", "0x1"],
      ["0x1", "0x1"],
      ["0x1", "0x1"],
    ]);
    expect(blocks[1]?.calls[1]?.returnData).toBe(word(5));
    expect(blocks[2]?.calls[1]?.returnData).toBe(word(0));
    expect(blocks.map(({ number }) => number)).toEqual(["0x1", "0x2", "0x3"]);
    const log = blocks[1]?.calls[0]?.logs[0];
    expect(log).toMatchObject({ address: usdc.toLowerCase(), blockHash: blocks[1]?.hash, logIndex: "0x0" });
  });

  test("one that reverts says why, one that runs out of gas too, and the others go on", async () => {
    const poor = { from: nobody, to: usdc, data: transfer(bob.address, 5n) };
    const endless = { from: nobody, data: "0x5b600056", gas: "0x30d40" };
    const [block] = await simulate([{ calls: [poor, endless, balanceOf(alice.address)] }]);
    expect(block?.calls[0]).toMatchObject({
      status: "0x0",
      error: { code: 3, message: "execution reverted: ERC20: transfer amount exceeds balance" },
    });
    expect(block?.calls[1]).toMatchObject({ status: "0x0", gasUsed: "0x30d40", error: { code: -32015 } });
    expect(block?.calls[1]?.error?.message).toMatch(/^vm execution error: out of gas/);
    expect(block?.calls[2]?.returnData).toBe(word(TOKENS_EACH));
  });

  test("native transfers appear as logs when asked", async () => {
    const calls = [{ from: alice.address, to: bob.address, value: "0x7" }];
    const [plain] = await simulate([{ calls }]);
    expect(plain?.calls[0]?.logs).toEqual([]);
    const [traced] = await simulate([{ calls }], { traceTransfers: true });
    expect(traced?.calls[0]?.logs).toMatchObject([
      {
        address: "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        data: word(7),
        topics: [expect.anything(), word(alice.address), word(bob.address)],
      },
    ]);
  });

  test("a sender that spends everything ends with nothing, and a slot that is cleared stays clear", async () => {
    const store = "0x00000000000000000000000000000000000000c1";
    // SLOAD(0) is returned; SSTORE(0, 0).
    const code = "0x5f545f525f5f5560205ff3";
    const stateOverrides = { [store]: { code, stateDiff: { [word(0)]: word(9) } }, [nobody]: { balance: "0x9" } };
    const calls = [{ to: store }, { to: store }, { from: nobody, to: bob.address, value: "0x9" }];
    const [block] = await simulate([{ stateOverrides, calls }]);
    expect(block?.calls.map(({ returnData }) => returnData)).toEqual([word(9), word(0), "0x"]);
    const spent = await refusal([
      { stateOverrides, calls },
      { calls: [{ from: nobody, to: bob.address, value: "0x1" }] },
    ]);
    expect(spent).toMatchObject({ code: -38014, message: expect.stringContaining("have 0 want 1") });
  });
});

describe("overrides", () => {
  test("of a block are what a contract sees", async () => {
    const blockOverrides = { number: "0x3", time: "0x70000000", prevRandao: "0xab", feeRecipient: bob.address };
    const blocks = await simulate([
      { blockOverrides, calls: [{ data: ENVIRONMENT }] },
      { calls: [{ data: ENVIRONMENT }] },
    ]);
    expect(blocks.map(({ number, calls }) => [Number(number), calls.length])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ]);
    const words = (block: Block | undefined): string[] => block!.calls[0]!.returnData.slice(2).match(/.{64}/g)!;
    expect(words(blocks[2])).toEqual(
      [word(3), word(0x70000000), word(0xab), word(bob.address)].map((one) => one.slice(2)),
    );
    expect(words(blocks[3])[1]).toBe(word(0x70000001).slice(2));
    expect(words(blocks[3])[3]).not.toBe(word(bob.address).slice(2));
  });

  test("of a price are paid: the base fee is burned, the tip goes to the recipient", async () => {
    const blockOverrides = { baseFeePerGas: "0x64", feeRecipient: nobody };
    const fees = { maxFeePerGas: "0xc8", maxPriorityFeePerGas: "0x1" };
    const spender = { [carol.address]: { balance: "0x989680" } };
    const call = { from: carol.address, to: bob.address, gas: "0x5208", ...fees };
    const [block] = await simulate([{ blockOverrides, stateOverrides: spender, calls: [call] }]);
    expect(block).toMatchObject({ baseFeePerGas: "0x64", gasUsed: "0x5208" });
    const left = 10_000_000 - 21_000 * 101;
    const all = { calls: [{ from: carol.address, to: bob.address, value: `0x${(left + 1).toString(16)}` }] };
    expect(await refusal([{ blockOverrides, stateOverrides: spender, calls: [call] }, all])).toMatchObject({
      message: expect.stringContaining(`have ${left} want`),
    });
    const tip = { calls: [{ from: nobody, to: bob.address, value: "0x5209" }] };
    expect(await refusal([{ blockOverrides, stateOverrides: spender, calls: [call] }, tip])).toMatchObject({
      message: expect.stringContaining("have 21000 want"),
    });
  });

  test.each([
    [{ blockOverrides: { gasLimit: "0x1" } }, -32602, "gasLimit"],
    [{ blockOverrides: { blobBaseFee: "0x1" } }, -32602, "blobBaseFee"],
    [{ blockOverrides: { number: "0x0" } }, -38020, "in order"],
    [{ blockOverrides: { number: "0xffff" } }, -38026, "256 blocks"],
    [{ blockOverrides: { time: "0x1" } }, -38021, "in order"],
    [{ blockOverrides: { time: "0xffffffffffff" } }, -32602, "at most"],
    [{ stateOverrides: { [nobody]: { movePrecompileToAddress: nobody } } }, -32602, "movePrecompileToAddress"],
    [{ calls: [{ to: nobody, maxFeePerBlobGas: "0x1" }] }, -32602, "maxFeePerBlobGas"],
    [{ calls: [{ to: nobody, nonce: "0x7" }] }, -38011, "nonce too high"],
    [{ calls: [{ to: nobody, gas: "0x1" }] }, -38013, "intrinsic gas too low"],
    [{ call: [] }, -32602, "call"],
  ])("%j are refused by name", async (block, code, name) => {
    expect(await refusal([block])).toMatchObject({ code, message: expect.stringContaining(name) });
  });

  test("validation checks fees, and a nonce in any case", async () => {
    const calls = [{ from: alice.address, to: bob.address, value: "0x1" }];
    expect(await refusal([{ calls }], { validation: true })).toMatchObject({ code: -38012 });
    const paid = [{ ...calls[0], maxFeePerGas: "0x77359400", nonce: "0x0" }];
    expect((await simulate([{ calls: paid }], { validation: true }))[0]?.calls[0]?.status).toBe("0x1");
    expect(await refusal([{ calls: [...paid, ...paid] }], { validation: true })).toMatchObject({ code: -38010 });
  });

  test("older blocks and forms that are none are refused", async () => {
    await rpc.loop.mine("base", 2);
    const calls = [{ calls: [{ to: nobody }] }];
    expect(await refusal(calls, {}, "0x1")).toMatchObject({ code: -32602, message: expect.stringContaining("latest") });
    for (const head of ["0x2", rpc.chain.head.hash, "pending", { blockHash: rpc.chain.head.hash }])
      expect(await simulate(calls, {}, head)).toHaveLength(1);
    for (const payload of [undefined, "text", {}, { blockStateCalls: [] }, { blockStateCalls: calls, traced: true }])
      expect((await ask(url, "eth_simulateV1", [payload])).error?.code).toBe(-32602);
  });
});

describe("limits", () => {
  test("all calls together have the gas of one transaction", async () => {
    // MSTORE at an offset that costs 16 million gas in one step.
    const burn = { data: "0x5f622c290052", gas: "0xffffff" };
    const little = { to: bob.address, gas: "0x5208" };
    const [block] = await simulate([{ calls: [burn, little] }]);
    expect(Number(block?.gasUsed)).toBeGreaterThan(16_000_000);
    expect(await refusal([{ calls: [burn] }, { calls: [burn, little] }])).toMatchObject({ code: -38026 });
  });

  test("more than 256 blocks are refused", async () => {
    expect(await refusal(Array.from({ length: 257 }, () => ({})))).toMatchObject({ code: -38026 });
  });
});

describe("what waits in the pool", () => {
  const send = (nonce: number): Promise<Hex> =>
    get(url, "eth_sendTransaction", [
      { from: alice.address, to: bob.address, value: "0x1", nonce: `0x${nonce.toString(16)}` },
    ]);

  test("is not in a simulation on latest, is below one on pending, and still waits afterwards", async () => {
    await send(0);
    await send(2);
    // Of another sender, so that the pool has two.
    await get(url, "eth_sendTransaction", [{ from: bob.address, to: alice.address, nonce: "0x4" }]);
    const before = await get(url, "txpool_content");
    const call = { from: alice.address, to: bob.address };
    const nonceOf = async (block: string): Promise<unknown> => {
      const [simulated] = await simulate([{ calls: [call] }], { returnFullTransactions: true }, block);
      return [simulated?.number, (simulated as unknown as { transactions: { nonce: Hex }[] }).transactions[0]?.nonce];
    };
    expect(await nonceOf("latest")).toEqual(["0x1", "0x0"]);
    expect(await nonceOf("pending")).toEqual(["0x2", "0x1"]);
    expect(await get(url, "txpool_content")).toEqual(before);
    expect([rpc.chain.waiting, rpc.chain.head.number]).toEqual([1, 0]);
  });

  test("nothing of simulations remains: a chain with them mines the same hashes as one without", async () => {
    const other = await anRpc({ mining: "manual" });
    try {
      const overrides = { [alice.address]: { balance: "0x1", nonce: "0x9" }, [usdc]: { code: "0x" } };
      const attempts = (): Promise<unknown>[] => [
        simulate([
          { blockOverrides: { feeRecipient: bob.address }, stateOverrides: overrides, calls: [{ to: usdc }] },
          {},
        ]),
        ask(url, "eth_estimateGas", [{ to: usdc }, "latest", overrides]),
        ask(url, "debug_traceCall", [{ to: usdc }, "pending", { tracer: "callTracer", stateOverrides: overrides }]),
        refusal([{ stateOverrides: overrides, calls: [{ from: nobody, to: bob.address, value: "0x1" }] }]),
        get(url, "eth_getBalance", [alice.address, "latest"]),
      ];
      const balances: unknown[] = [];
      for (let round = 0; round < 3; round += 1) {
        const running = attempts();
        const raw = await alice.signTransaction({
          ...{ type: "eip1559", chainId: 8453, to: carol.address, gas: 21_000n, nonce: round, value: 1n },
          ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n },
        });
        for (const each of [rpc, other]) await each.loop.submit("base", raw, round !== 1);
        balances.push((await Promise.all(running)).at(-1));
      }
      for (const each of [rpc, other]) await each.loop.mine("base", 2);
      expect(rpc.chain.head).toEqual(other.chain.head);
      for (const balance of balances) expect(BigInt(balance as Hex)).toBeGreaterThan(parseEther("999"));
    } finally {
      await other.close();
    }
  });
});

test("viem's simulateBlocks and simulateCalls", async () => {
  const client = createPublicClient({ chain: base, transport: http(url) });
  const [block] = await client.simulateBlocks({
    blocks: [
      {
        blockOverrides: { time: 2_000_000_000n },
        calls: [
          { from: alice.address, to: bob.address, value: parseEther("1") },
          { abi: erc20Abi, to: usdc, functionName: "balanceOf", args: [bob.address] },
        ],
        stateOverrides: [{ address: alice.address, balance: parseEther("2") }],
      },
    ],
  });
  expect(block?.calls.map(({ status }) => status)).toEqual(["success", "success"]);
  expect([block?.timestamp, block?.calls[1]?.result]).toEqual([2_000_000_000n, TOKENS_EACH]);
  const account = developers[0]!;
  const { results, assetChanges } = await client.simulateCalls({
    account,
    calls: [{ abi: erc20Abi, to: usdc, functionName: "transfer", args: [carol.address, 7n] }],
    traceAssetChanges: true,
  });
  expect(results[0]).toMatchObject({ status: "success", result: true });
  expect(assetChanges.at(-1)).toMatchObject({ token: { address: usdc.toLowerCase() }, value: { diff: -7n } });
});
