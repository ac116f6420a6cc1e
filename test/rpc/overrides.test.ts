// State overrides of calls, estimates and traces, and eth_createAccessList: honoured, or refused by name.
import { createPublicClient, encodeFunctionData, erc20Abi, http, keccak256 } from "viem";
import { base } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { type AnRpc, alice, anRpc, bob } from "../support/an-rpc.ts";
import { ask, get } from "./a-client.ts";
import { deployForwarder, word } from "./a-forwarder.ts";

let rpc: AnRpc;
let url: string;
let usdc: Hex;
let forwarder: Hex;
beforeAll(async () => {
  rpc = await anRpc();
  url = rpc.url();
  usdc = rpc.chain.definition.tokens[0]!.address;
  forwarder = await deployForwarder(url);
});
afterAll(() => rpc.close());

const nobody = "0x00000000000000000000000000000000000000f4";
const store = "0x00000000000000000000000000000000000000c1";
/** Returns slot 0, or reverts with "0xaa" when it is zero. */
const code = "0x5f5480600f5760aa5f526001601ffd5b5f5260205ff3";
const stateDiff = { [word(0)]: word(9) };

/** How each method takes overrides, and what a call of `store` that works answers. */
const METHODS = [
  ["eth_call", (call: object, state: object, block: string) => [call, block, state], word(9)],
  [
    "eth_estimateGas",
    (call: object, state: object, block: string) => [call, block, state],
    expect.stringMatching(/^0x[5-6]/),
  ],
  [
    "eth_createAccessList",
    (call: object, state: object, block: string) => [call, block, state],
    expect.not.objectContaining({ error: expect.anything() }),
  ],
  [
    "debug_traceCall",
    (call: object, stateOverrides: object, block: string) => [call, block, { tracer: "callTracer", stateOverrides }],
    expect.objectContaining({ output: word(9) }),
  ],
] as const;

describe.each(METHODS)("state overrides of %s", (method, parameters, works) => {
  test.each(["latest", "pending"])("are honoured on %s", async (block) => {
    const state = { [store]: { code, stateDiff }, [nobody]: { balance: "0x64", nonce: "0x7" } };
    const call = { from: nobody, to: store, value: "0x0" };
    expect(await get(url, method, parameters(call, state, block))).toEqual(works);
    expect(await get(url, method, parameters(call, { [store]: { code, state: stateDiff } }, block))).toEqual(works);
    expect(await get(url, "eth_getCode", [store, "latest"])).toBe("0x");
    expect(await get(url, "eth_getTransactionCount", [nobody, "latest"])).toBe("0x0");
  });

  test.each([
    [{ [store]: { movePrecompileToAddress: nobody } }, /movePrecompileToAddress/],
    [{ [store]: { storage: {} } }, /"storage"/],
    [{ [store]: { state: stateDiff, stateDiff } }, /both "state" and "stateDiff"/],
    [{ [store]: { stateDiff: { "0x0": word(1) } } }, /32 bytes/],
    [{ "0x12": { balance: "0x1" } }, /20 bytes/],
    [{ [store]: "code" }, /want an object/],
    [["a list"], /20 bytes|want an object/],
  ])("%j is refused by name", async (state, message) => {
    const { error } = await ask(url, method, parameters({ to: store }, state, "latest"));
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
  });

  test("an overridden balance pays", async () => {
    const call = { from: nobody, to: bob.address, value: "0x1" };
    expect(
      (await ask(url, method, parameters(call, { [nobody]: { balance: "0x1" } }, "latest"))).error,
    ).toBeUndefined();
  });
});

describe("what the engine cannot override", () => {
  test("a whole storage that is not empty can only be replaced in eth_call", async () => {
    const state = { [usdc]: { state: stateDiff } };
    const call = { to: usdc, data: "0x313ce567" };
    expect(await get(url, "eth_call", [call, "latest", state])).toBe(word(6));
    const { error } = await ask(url, "eth_estimateGas", [call, "latest", state]);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/"state".*has storage.*"stateDiff"/) });
  });

  test("a nonce below the present one, and a block that is not the head", async () => {
    const lower = await ask(url, "eth_estimateGas", [
      { to: bob.address, data: "0x12" },
      "latest",
      { [alice.address]: { nonce: "0x0" } },
    ]);
    expect(lower.error?.message).toMatch(/must not be smaller/);
    const older = await ask(url, "eth_estimateGas", [{ to: store }, "0x0", { [store]: { code } }]);
    expect(older.error).toMatchObject({ code: -32602, message: expect.stringContaining('"latest" and "pending"') });
  });
});

describe("eth_createAccessList", () => {
  test("lists the slots that a token transfer touches, and what it costs with the list", async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [bob.address, 1n] });
    const client = createPublicClient({ chain: base, transport: http(url) });
    const { accessList, gasUsed } = await client.createAccessList({ account: alice.address, to: usdc, data });
    expect(accessList).toHaveLength(1);
    expect(accessList[0]?.address).toBe(usdc.toLowerCase());
    const slotOf = (owner: Hex): Hex => keccak256(`${word(owner)}${word(2).slice(2)}` as Hex);
    expect(accessList[0]?.storageKeys).toEqual(expect.arrayContaining([slotOf(alice.address), slotOf(bob.address)]));
    const call = { from: alice.address, to: usdc, data, accessList };
    const trace = await get<{ gasUsed: Hex }>(url, "debug_traceCall", [call, "latest", { tracer: "callTracer" }]);
    expect(gasUsed).toBe(BigInt(trace.gasUsed));
  });

  test("lists accounts that a contract pays, keeps what was given, and says why a call fails", async () => {
    const forward = { from: alice.address, to: forwarder, value: "0x1", data: word(nobody) };
    expect(await get(url, "eth_createAccessList", [forward])).toMatchObject({
      accessList: [{ address: nobody, storageKeys: [] }],
    });
    const given = [{ address: usdc.toLowerCase(), storageKeys: [word(1)] }];
    expect(await get(url, "eth_createAccessList", [{ to: bob.address, accessList: given }])).toMatchObject({
      accessList: given,
    });
    const failing = {
      from: nobody,
      to: usdc,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [bob.address, 1n] }),
    };
    expect(await get(url, "eth_createAccessList", [failing])).toMatchObject({
      error: "execution reverted: ERC20: transfer amount exceeds balance",
      gasUsed: expect.any(String),
    });
    const poor = await ask(url, "eth_createAccessList", [{ from: nobody, to: bob.address, value: "0x1" }]);
    expect(poor.error?.message).toMatch(/^insufficient funds/);
  });
});
