// An unmodified ethers v6 client against the RPC server: transfers, `wait`, events, and the error codes it gives.
import { Contract, JsonRpcProvider, Network, NonceManager, Wallet, WebSocketProvider, ZeroHash } from "ethers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { developmentAccounts } from "../../src/chains/address.ts";
import { SWEEPER_ADDRESS } from "../../src/chains/artifact.ts";
import { type AnRpc, alice, anRpc, bob } from "../support/an-rpc.ts";
import { endEthers } from "../support/clients/end-ethers.ts";

const ABI = [
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
];
const SWEEPER_ABI = [
  "function sweep(address token, tuple(address to, uint256 amount)[] payments, uint256 deadline, bytes32 salt, bytes signature)",
  "error SweepExpired(uint256 deadline)",
];
const network = new Network("base", 8453);
const options = { staticNetwork: network, polling: false, pollingInterval: 20, cacheTimeout: -1, batchMaxCount: 10 };

let rpc: AnRpc;
let provider: JsonRpcProvider;
let usdc: string;
beforeAll(async () => {
  rpc = await anRpc();
  usdc = rpc.chain.definition.tokens[0]!.address;
  provider = new JsonRpcProvider(rpc.url(), network, options);
});
afterAll(async () => {
  await endEthers(provider);
  await rpc.close();
});

const keyOf = (index: number): string => developmentAccounts()[index]!.privateKey;
const token = (wallet: Wallet | NonceManager) => new Contract(usdc, ABI, wallet);

test("a transfer is sent and waited for, with three confirmations", async () => {
  const contract = token(new Wallet(keyOf(0), provider));
  const sent = await contract["transfer"]!(bob.address, 25_000_000n);
  expect((await sent.wait()).status).toBe(1);
  const waiting = sent.wait(3);
  await rpc.loop.mine("base", 2);
  const receipt = await waiting;
  expect(await receipt.confirmations()).toBeGreaterThanOrEqual(3);
  expect(receipt.logs.map((log: { fragment?: { name: string } }) => log.fragment?.name)).toEqual(["Transfer"]);
});

test("several sends in a row keep their nonces", async () => {
  const contract = token(new NonceManager(new Wallet(keyOf(1), provider)));
  const sends = await Promise.all([1n, 2n, 3n].map((value) => contract["transfer"]!(alice.address, value)));
  const receipts = await Promise.all(sends.map((sent) => sent.wait()));
  expect(receipts.map(({ status }) => status)).toEqual([1, 1, 1]);
});

test("past events are queried", async () => {
  const contract = token(new Wallet(keyOf(0), provider));
  const { hash } = await (await contract["transfer"]!(bob.address, 77n)).wait();
  const found = await contract.queryFilter(contract.filters["Transfer"]!(alice.address), 0, "latest");
  expect(found.map(({ transactionHash }) => transactionHash)).toContain(hash);
});

describe.each(["http", "webSocket"] as const)("over %s", (name) => {
  test("events arrive", async () => {
    const socket =
      name === "webSocket" ? new WebSocketProvider(rpc.wsUrl(), network, { staticNetwork: network }) : undefined;
    const used = socket ?? provider;
    const contract = token(new Wallet(keyOf(2), used));
    const seen = Promise.withResolvers<bigint>();
    const listening = Promise.withResolvers<void>();
    used.on("debug", ({ action, payload, result }) => {
      const asked = JSON.stringify(payload ?? "");
      if (action === "receiveRpcResult" && /filter/i.test(JSON.stringify(result))) listening.resolve();
      if (asked.includes("eth_getFilterChanges")) listening.resolve();
    });
    await contract.on("Transfer", (_from: string, _to: string, value: bigint) => seen.resolve(value));
    if (socket) await socket.send("eth_chainId", []);
    else await listening.promise;
    const sender = token(new Wallet(keyOf(0), provider));
    await (await sender["transfer"]!(bob.address, 31n)).wait();
    expect(await seen.promise).toBe(31n);
    await contract.removeAllListeners();
    await used.removeAllListeners("debug");
    if (socket) await endEthers(socket);
  });
});

describe("errors carry the codes of ethers", () => {
  test("INSUFFICIENT_FUNDS", async () => {
    const poor = Wallet.createRandom(provider);
    await expect(poor.sendTransaction({ to: bob.address, value: 1n })).rejects.toMatchObject({
      code: "INSUFFICIENT_FUNDS",
    });
    const gasGiven = { to: bob.address, value: 1n, gasLimit: 21_000n };
    await expect(poor.sendTransaction(gasGiven)).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
  });

  test("NONCE_EXPIRED", async () => {
    const used = new Wallet(keyOf(0), provider).sendTransaction({ to: bob.address, nonce: 0, gasLimit: 21_000n });
    await expect(used).rejects.toMatchObject({ code: "NONCE_EXPIRED" });
  });

  test("CALL_EXCEPTION with the contract's own error", async () => {
    const contract = token(new Wallet(keyOf(4), provider));
    await expect(contract["transfer"]!(bob.address, 1n)).rejects.toMatchObject({ code: "CALL_EXCEPTION" });
    const call = contract["transfer"]!.staticCall(bob.address, 1n);
    const text = "ERC20: transfer amount exceeds balance";
    await expect(call).rejects.toMatchObject({ code: "CALL_EXCEPTION", reason: text });
    const sweeper = new Contract(SWEEPER_ADDRESS, SWEEPER_ABI, provider);
    const late = sweeper["sweep"]!.staticCall(usdc, [], 1n, ZeroHash, "0x");
    await expect(late).rejects.toMatchObject({ code: "CALL_EXCEPTION", revert: { name: "SweepExpired" } });
  });
});

test("the accounts of the node sign", async () => {
  const signer = await provider.getSigner(3);
  const receipt = await (await signer.sendTransaction({ to: bob.address, value: 1n })).wait();
  expect(receipt?.status).toBe(1);
});

test("fees and pending nonces are reported", async () => {
  const { gasPrice, maxFeePerGas } = await provider.getFeeData();
  expect(gasPrice).toBeGreaterThan(0n);
  expect(maxFeePerGas).toBeGreaterThan(0n);
  expect(await provider.getTransactionCount(alice.address, "pending")).toBe(
    await provider.getTransactionCount(alice.address),
  );
});
