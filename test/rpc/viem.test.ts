// An unmodified viem client against the RPC server: writes, receipts, events over both transports, decoded errors.
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  InsufficientFundsError,
  NonceTooLowError,
  parseEther,
  type Transport,
  webSocket,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnRpc, alice, anRpc, bob, developers, TOKENS_EACH } from "../support/an-rpc.ts";

let rpc: AnRpc;
let usdc: Hex;
beforeAll(async () => {
  rpc = await anRpc();
  usdc = rpc.chain.definition.tokens[0]!.address;
});
afterAll(() => rpc.close());

const reader = (transport: Transport) =>
  createPublicClient({ chain: base, transport, pollingInterval: 5, cacheTime: 0 });
const writer = (transport: Transport, account = alice) =>
  createWalletClient({ chain: base, transport, account, cacheTime: 0 });
const pay = (transport: Transport, value: bigint) =>
  writer(transport).writeContract({
    abi: erc20Abi,
    address: usdc,
    functionName: "transfer",
    args: [bob.address, value],
  });

/** The error of a kind inside whatever a promise fails with. */
const failure = async <T extends Error>(promise: Promise<unknown>, kind: new (...args: never[]) => T): Promise<T> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BaseError);
  const found = (error as BaseError).walk((one) => one instanceof kind);
  expect(found, String(error)).toBeInstanceOf(kind);
  return found as T;
};

describe.each(["http", "webSocket"] as const)("over %s", (name) => {
  let transport: Transport;
  let opened: Transport;
  beforeAll(() => {
    transport = name === "http" ? http(rpc.url()) : webSocket(rpc.wsUrl(), { reconnect: false });
    opened = transport;
  });
  afterAll(async () => {
    if (name !== "webSocket") return;
    const { value } = opened({ chain: base, retryCount: 0 }) as {
      value?: { getRpcClient?(): Promise<{ close(): void }> };
    };
    (await value?.getRpcClient?.())?.close();
  });

  test("a token transfer is written and its receipt waited for", async () => {
    const client = reader(transport);
    const before = await client.readContract({
      abi: erc20Abi,
      address: usdc,
      functionName: "balanceOf",
      args: [bob.address],
    });
    const receipt = await client.waitForTransactionReceipt({ hash: await pay(transport, 25_000_000n) });
    expect(receipt.status).toBe("success");
    const after = await client.readContract({
      abi: erc20Abi,
      address: usdc,
      functionName: "balanceOf",
      args: [bob.address],
    });
    expect(after - before).toBe(25_000_000n);
    expect(before).toBeGreaterThanOrEqual(TOKENS_EACH);
  });

  test("a receipt with three confirmations comes when they are mined", async () => {
    const client = reader(transport);
    const waiting = client.waitForTransactionReceipt({ hash: await pay(transport, 1n), confirmations: 3 });
    await rpc.loop.mine("base", 2);
    const { blockNumber } = await waiting;
    expect(await client.getBlockNumber()).toBeGreaterThanOrEqual(blockNumber + 2n);
  });

  test("events are watched", async () => {
    const seen = Promise.withResolvers<bigint[]>();
    const ready = Promise.withResolvers<void>();
    const values: bigint[] = [];
    const watching = reader(announcing(transport, ready.resolve)).watchContractEvent({
      abi: erc20Abi,
      address: usdc,
      eventName: "Transfer",
      args: { from: alice.address },
      onLogs: (logs) => {
        values.push(...logs.map(({ args }) => args.value!));
        if (values.length >= 2) seen.resolve(values);
      },
      onError: seen.reject,
    });
    await ready.promise;
    await pay(transport, 11n);
    await pay(transport, 12n);
    expect(await seen.promise).toEqual([11n, 12n]);
    watching();
  });

  test("blocks are watched", async () => {
    const seen = Promise.withResolvers<bigint>();
    const ready = Promise.withResolvers<void>();
    const client = reader(announcing(transport, ready.resolve));
    const next = BigInt(rpc.chain.head.number + 1);
    const onBlockNumber = (height: bigint): void => (height === next ? seen.resolve(height) : undefined);
    const watching = client.watchBlockNumber({ onBlockNumber, onError: seen.reject });
    await ready.promise;
    await rpc.loop.mine("base", 1);
    expect(await seen.promise).toBe(BigInt(rpc.chain.head.number));
    watching();
  });

  test("a contract's revert is decoded by its name", async () => {
    const abi = [
      ...erc20Abi,
      {
        type: "error",
        name: "ERC20InsufficientBalance",
        inputs: ["sender", "balance", "needed"].map((input) => ({
          name: input,
          type: input === "sender" ? "address" : "uint256",
        })),
      },
    ] as const;
    const request = {
      abi,
      address: usdc,
      functionName: "transfer",
      args: [bob.address, 1n],
      account: developers[5]!,
    } as const;
    for (const attempt of [reader(transport).simulateContract(request), writer(transport).writeContract(request)]) {
      const error = await failure(attempt, ContractFunctionRevertedError);
      expect(error.data?.errorName).toBe("ERC20InsufficientBalance");
    }
  });

  test("insufficient funds are recognised, for coins and for the gas of a token transfer", async () => {
    const poor = writer(transport, privateKeyToAccount(generatePrivateKey()));
    await failure(poor.sendTransaction({ to: bob.address, value: parseEther("1") }), InsufficientFundsError);
    await failure(poor.sendTransaction({ to: bob.address, value: 1n, gas: 21_000n }), InsufficientFundsError);
    const nothing = { abi: erc20Abi, address: usdc, functionName: "transfer", args: [bob.address, 0n] } as const;
    await failure(poor.writeContract(nothing), InsufficientFundsError);
  });

  test("a used nonce is recognised", async () => {
    await failure(writer(transport).sendTransaction({ to: bob.address, nonce: 0 }), NonceTooLowError);
  });
});

/** Passes everything on and says when a watcher has its filter, its subscription or its first height. */
const announcing =
  (transport: Transport, ready: () => void): Transport =>
  (options) => {
    const inner = transport(options);
    const request = (async (call: { method: string; params?: unknown }) => {
      const result = await inner.request(call as never);
      if (call.method === "eth_newFilter" || call.method === "eth_blockNumber") ready();
      return result;
    }) as typeof inner.request;
    const subscribe = async (parameters: unknown) => {
      const result = await (inner.value as { subscribe(given: unknown): Promise<unknown> }).subscribe(parameters);
      ready();
      return result;
    };
    return { ...inner, request, value: { ...inner.value, subscribe } } as ReturnType<Transport>;
  };

test("batches of the http transport work", async () => {
  const client = reader(http(rpc.url(), { batch: true }));
  const [chainId, block, balance] = await Promise.all([
    client.getChainId(),
    client.getBlock(),
    client.getBalance(alice),
  ]);
  expect([chainId, block.number === null, balance > 0n]).toEqual([8453, false, true]);
});

test("the accounts of the node sign", async () => {
  const wallet = createWalletClient({ chain: base, transport: http(rpc.url()) });
  const [account] = await wallet.getAddresses();
  const hash = await wallet.sendTransaction({ account: account!, to: bob.address, value: 5n });
  expect(await reader(http(rpc.url())).getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
});

test("a test client mines, and errors of refused methods name the alternative", async () => {
  const client = createTestClient({ mode: "anvil", chain: base, transport: http(rpc.url(), { retryCount: 0 }) });
  const before = rpc.chain.head.number;
  await client.mine({ blocks: 2 });
  expect(rpc.chain.head.number).toBe(before + 2);
  await expect(client.reset()).rejects.toThrow("/admin/reset");
});

test("multicall uses the contract at its canonical address", async () => {
  const call = (functionName: "symbol" | "decimals") => ({ abi: erc20Abi, address: usdc, functionName }) as const;
  const results = await reader(http(rpc.url())).multicall({ contracts: [call("symbol"), call("decimals")] });
  expect(results.map(({ result }) => result)).toEqual(["USDC", 6]);
});
