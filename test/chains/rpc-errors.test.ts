// Client libraries match geth's error codes and messages: the engine's refusals after translation.
import {
  type BaseError,
  type Client,
  ContractFunctionRevertedError,
  createWalletClient,
  custom,
  encodeErrorResult,
  type Hex,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  NonceTooLowError,
  parseAbi,
  parseEther,
  publicActions,
  zeroHash,
} from "viem";
import { base } from "viem/chains";
import { afterAll, beforeAll, expect, test } from "vitest";
import { artifact, SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { RpcError } from "../../src/chains/chain.ts";
import { revertError, toRpcError } from "../../src/chains/rpc-errors.ts";
import { TOKEN_ABI } from "../../src/chains/token.ts";
import { alice, aTransaction, aWorld, bob, carol, mine, type World } from "./a-chain.ts";

let world: World;
beforeAll(async () => {
  world = await aWorld();
  await world.chain.submit(await aTransaction(world.chain, { nonce: 0 }));
  await mine(world);
  await world.chain.submit(await aTransaction(world.chain, { nonce: 1 }));
});
afterAll(() => world.close());

const refusal = async (raw: Promise<Hex> | Hex): Promise<RpcError> => {
  try {
    await world.chain.submit(await raw);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  throw new Error("the transaction was not refused");
};
const answer = async (method: string, parameters: unknown[]): Promise<RpcError> =>
  world.chain.request(method, parameters).then(
    () => Promise.reject(new Error("the request was answered")),
    (error) => error,
  );

test.each([
  ["sent twice", { nonce: 1 }, "already known"],
  ["a nonce that was used", { nonce: 0 }, "nonce too low: next nonce 1, tx nonce 0"],
  ["too little for a replacement", { nonce: 1, value: 2n }, "replacement transaction underpriced"],
  ["no coin", { from: carol, nonce: 0 }, "insufficient funds for gas * price + value"],
  [
    "more than the balance",
    { from: bob, nonce: 0, value: parseEther("1001") },
    "insufficient funds for gas * price + value",
  ],
  ["too little gas", { nonce: 2, gas: 20_000n }, "intrinsic gas too low"],
  ["too much gas", { nonce: 2, gas: 17_000_000n }, "transaction gas limit too high (cap: 16777216, tx: 17000000)"],
])("%s", async (_name, payment, words) => {
  const error = await refusal(aTransaction(world.chain, payment as { nonce: number }));
  expect(error.code).toBe(-32000);
  expect(error.message).toContain(words);
});

test("a contract that is too long", async () => {
  const raw = alice.signTransaction({
    type: "eip1559",
    chainId: 8453,
    nonce: 2,
    gas: 16_000_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 0n,
    data: `0x${"00".repeat(50_000)}`,
  });
  const message = "max initcode size exceeded: code size 50000, limit 49152";
  expect(await refusal(raw)).toMatchObject({ code: -32000, message });
});

test("bytes that are no transaction, and one for another chain", async () => {
  for (const raw of ["0x", "0x1234", "0xdeadbeef"] as Hex[]) {
    expect(await refusal(raw)).toMatchObject({ code: -32000, message: "transaction type not supported or malformed" });
  }
  const elsewhere = alice.signTransaction({
    type: "eip1559",
    chainId: 1,
    nonce: 2,
    gas: 21_000n,
    maxFeePerGas: 10n ** 9n,
    to: bob.address,
  });
  expect(await refusal(elsewhere)).toMatchObject({
    code: -32000,
    message: expect.stringContaining("invalid chain id"),
  });
});

test("missing methods, blocks and transactions, in geth's wording", async () => {
  const hash = `0x${"ab".repeat(32)}`;
  expect(await answer("eth_foo", [])).toMatchObject({
    code: -32601,
    message: "the method eth_foo does not exist/is not available",
  });
  expect(await answer("eth_getBalance", [bob.address, "0x999"])).toMatchObject({
    code: -32000,
    message: "header not found",
  });
  expect(await answer("eth_getLogs", [{ blockHash: hash }])).toMatchObject({ code: -32000, message: "unknown block" });
  expect(await answer("debug_traceTransaction", [hash])).toMatchObject({
    code: -32000,
    message: "transaction not found",
  });
  expect(await answer("debug_traceTransaction", [])).toMatchObject({
    code: -32602,
    message: "missing value for required argument 0",
  });
  const invalid = await answer("eth_getBalance", ["0x12"]);
  expect(invalid).toMatchObject({ code: -32602, message: expect.stringMatching(/^invalid argument/) });
  expect(invalid.message).not.toMatch(/line \d+ column/);
});

test("a revert is code 3 with its data: with a text, a panic, a custom error, or nothing", () => {
  const abi = parseAbi(["error Error(string)", "error Panic(uint256)", "error Custom(uint256)"]);
  const text = encodeErrorResult({ abi, errorName: "Error", args: ["hello"] });
  const panic = (code: bigint) => encodeErrorResult({ abi, errorName: "Panic", args: [code] });
  const custom = encodeErrorResult({ abi, errorName: "Custom", args: [1n] });
  const said = (data: unknown) => {
    const { code, message, data: kept } = revertError("reverted", data);
    return [code, message, kept];
  };
  expect(said(text)).toEqual([3, "execution reverted: hello", text]);
  expect(said(panic(0x11n))).toEqual([3, "execution reverted: arithmetic underflow or overflow", panic(0x11n)]);
  expect(said(panic(0x99n))).toEqual([3, "execution reverted: unknown panic code: 0x99", panic(0x99n)]);
  expect(said(custom)).toEqual([3, "execution reverted", custom]);
  expect(said("0x")).toEqual([3, "execution reverted", "0x"]);
  expect(said(null)).toEqual([3, "execution reverted", "0x"]);
  expect(revertError("VM Exception: invalid opcode", "0x")).toMatchObject({
    code: -32000,
    message: "invalid opcode: INVALID",
  });
});

test("an error without a JSON-RPC code is answered unchanged", () => {
  const own = new Error("ours");
  const known = new RpcError(-32000, "known");
  for (const error of [own, known, "text", undefined]) expect(toRpcError(error)).toBe(error);
});

test("viem recognises them: reverted with its decoded error, insufficient funds, nonce too low, too little gas", async () => {
  const { chain } = world;
  const transport = custom(
    {
      request: async ({ method, params }) =>
        method === "eth_sendRawTransaction" ? chain.submit(params[0]) : chain.request(method, params),
    },
    { retryCount: 0 },
  );
  const wallet = createWalletClient({ chain: base, transport, account: carol }).extend(publicActions);
  const causeOf = async <E extends BaseError>(
    attempt: Promise<unknown>,
    kind: new (...args: never[]) => E,
  ): Promise<E> => {
    const error = await attempt.then(
      () => undefined,
      (reason: BaseError) => reason,
    );
    return error?.walk((cause) => cause instanceof kind) as E;
  };
  const token = chain.definition.tokens[0]!.address;
  const transfer = { address: token, functionName: "transfer", args: [bob.address, 1n] } as const;
  const abi = artifact("SandboxToken").abi;
  const reverted = await causeOf(wallet.simulateContract({ ...transfer, abi }), ContractFunctionRevertedError);
  expect(reverted.reason).toBe("ERC20: transfer amount exceeds balance");
  const plain = await causeOf(wallet.simulateContract({ ...transfer, abi: TOKEN_ABI }), ContractFunctionRevertedError);
  expect(plain.reason).toBe("ERC20: transfer amount exceeds balance");
  const late = { address: SWEEPER_ADDRESS, functionName: "sweep", args: [token, [], 1n, zeroHash, "0x"] } as const;
  const expired = await causeOf(
    wallet.simulateContract({ ...late, abi: artifact("Sweeper").abi }),
    ContractFunctionRevertedError,
  );
  expect([expired.data?.errorName, expired.data?.args]).toEqual(["SweepExpired", [1n]]);
  const send = (from: typeof alice, change: object) =>
    wallet.sendTransaction({
      account: from,
      to: bob.address,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
      ...change,
    });
  expect(await causeOf(send(carol, { nonce: 0 }), InsufficientFundsError)).toBeInstanceOf(InsufficientFundsError);
  expect(await causeOf(send(alice, { nonce: 0 }), NonceTooLowError)).toBeInstanceOf(NonceTooLowError);
  expect(await causeOf(send(bob, { nonce: 0, gas: 20_000n }), IntrinsicGasTooLowError)).toBeInstanceOf(
    IntrinsicGasTooLowError,
  );
  expect((wallet as Client).chain?.id).toBe(8453);
});
