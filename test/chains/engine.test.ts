// Engine behaviour that src/chains relies on; a new engine version that changes it fails here.
import { type Hex, parseGwei } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, expect, test } from "vitest";
import { startEngines } from "../../src/chains/simulated.ts";
import { account, type RawNetwork, rawNetwork, START } from "../chain/raw-network.ts";
import { definitionOf } from "./a-chain.ts";

type Block = { hash: Hex; parentHash: Hex; number: Hex; timestamp: Hex; transactions: Hex[]; baseFeePerGas: Hex };
const [alice, bob] = [account(1), account(2)];
const ZERO = `0x${"0".repeat(64)}`;

const open: RawNetwork[] = [];
const manual = async (): Promise<RawNetwork> => {
  const network = await rawNetwork({ automine: false });
  open.push(network);
  return network;
};
afterEach(async () => {
  for (const network of open.splice(0)) await network.close();
});

const latest = (network: RawNetwork) => network.request<Block>("eth_getBlockByNumber", ["latest", false]);
const randao = (network: RawNetwork, value: number) =>
  network.request("hardhat_setPrevRandao", [`0x${value.toString(16).padStart(64, "0")}`]);
const mine = async (network: RawNetwork, seconds = 1, random = 7): Promise<Block> => {
  await randao(network, random);
  await network.request("hardhat_setNextBlockBaseFeePerGas", ["0x3b9aca00"]);
  await network.request("evm_mine", [START + seconds]);
  return latest(network);
};
const transfer = (nonce: number, from = alice, fee = parseGwei("3")) =>
  from.signTransaction({
    type: "eip1559",
    chainId: 8453,
    nonce,
    to: bob.address,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: 0n,
  });
const send = async (network: RawNetwork, raw: Promise<Hex>) =>
  network.request<Hex>("eth_sendRawTransaction", [await raw]);

test("hardhat_mine leaves blocks without a parent, so no engine of ours takes it (R-007)", async () => {
  const network = await manual();
  await network.request("hardhat_mine", ["0x14"]);
  const parents: Hex[] = [];
  for (let height = 1; height <= 20; height += 1) {
    parents.push(
      (await network.request<Block>("eth_getBlockByNumber", [`0x${height.toString(16)}`, false])).parentHash,
    );
  }
  expect(parents).toContain(ZERO);
  const [engine] = await startEngines([definitionOf("base")]);
  await expect(engine!.request("hardhat_mine", ["0x1"])).rejects.toThrow("never reaches an engine");
  await engine!.close();
});

test("blocks mined one by one are linked over twenty heights", async () => {
  const network = await manual();
  let parent = (await latest(network)).hash;
  for (let height = 1; height <= 20; height += 1) {
    const block = await mine(network, height);
    expect(block.parentHash).toBe(parent);
    parent = block.hash;
  }
});

test("the same inputs give the same hash again, another random value gives another", async () => {
  const network = await manual();
  const raw = transfer(0);
  const hashes: Hex[] = [];
  for (const random of [1, 1, 2]) {
    const snapshot = await network.request("evm_snapshot");
    await send(network, raw);
    hashes.push((await mine(network, 5, random)).hash);
    await network.request("evm_revert", [snapshot]);
  }
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test("two fresh engines give equal hashes from block 0 on", async () => {
  const [one, two] = [await manual(), await manual()];
  expect((await latest(one)).hash).toBe((await latest(two)).hash);
  for (const network of [one, two]) await send(network, transfer(0));
  expect((await mine(one)).hash).toBe((await mine(two)).hash);
});

test("a snapshot can be reverted to once, which invalidates the later ones", async () => {
  const network = await manual();
  const first = await network.request("evm_snapshot");
  await mine(network);
  const second = await network.request("evm_snapshot");
  await mine(network, 2);
  expect(await network.request("evm_revert", [first])).toBe(true);
  expect(await network.request("evm_revert", [first])).toBe(false);
  expect(await network.request("evm_revert", [second])).toBe(false);
});

test("a revert restores the pool, and the removed block is no longer found", async () => {
  const network = await manual();
  const snapshot = await network.request("evm_snapshot");
  const hash = await send(network, transfer(0));
  const block = await mine(network);
  await network.request("evm_revert", [snapshot]);
  expect(await network.request("eth_pendingTransactions")).toEqual([]);
  expect(await network.request("eth_getTransactionByHash", [hash])).toBeNull();
  expect(await network.request("eth_getBlockByHash", [block.hash, false])).toBeNull();
  await expect(network.request("eth_getLogs", [{ blockHash: block.hash }])).rejects.toThrow();
});

test("equal timestamps are allowed, earlier ones refused", async () => {
  const network = await manual();
  await mine(network, 5);
  expect((await mine(network, 5)).timestamp).toBe(`0x${(START + 5).toString(16)}`);
  await expect(network.request("evm_mine", [START + 4])).rejects.toThrow();
});

test("the base fee is the one set for the block, and falls when none is set", async () => {
  const network = await manual();
  for (let block = 0; block < 3; block += 1) expect((await mine(network, block)).baseFeePerGas).toBe("0x3b9aca00");
  await network.request("evm_mine", [START + 9]);
  expect(BigInt((await latest(network)).baseFeePerGas)).toBeLessThan(1_000_000_000n);
});

test("first in, first out, whatever a transaction pays (R-166)", async () => {
  const network = await manual();
  const first = await send(network, transfer(0, alice));
  const second = await send(network, transfer(0, bob, parseGwei("90")));
  expect((await mine(network)).transactions).toEqual([first, second]);
});

test("the pending nonce ignores transactions after a gap, so nonces are tracked in our own rows", async () => {
  const network = await manual();
  await send(network, transfer(1));
  expect(await network.request("eth_getTransactionCount", [alice.address, "pending"])).toBe("0x0");
  expect((await mine(network)).transactions).toEqual([]);
  await send(network, transfer(0));
  expect((await mine(network)).transactions).toHaveLength(2);
});

test("safe and finalized are the head, so the RPC server has to map them", async () => {
  const network = await manual();
  const block = await mine(network);
  for (const tag of ["safe", "finalized"]) {
    expect((await network.request<Block>("eth_getBlockByNumber", [tag, false])).hash).toBe(block.hash);
  }
});

test("sending a reverting transaction succeeds, and it is mined", async () => {
  const network = await manual();
  await network.request("hardhat_setCode", ["0x00000000000000000000000000000000000000ab", "0x5f5ffd"]);
  const raw = alice.signTransaction({
    type: "eip1559",
    chainId: 8453,
    nonce: 0,
    to: "0x00000000000000000000000000000000000000ab",
    gas: 50_000n,
    maxFeePerGas: parseGwei("3"),
    maxPriorityFeePerGas: 0n,
  });
  const hash = await send(network, raw);
  await mine(network);
  const receipt = await network.request<{ status: Hex }>("eth_getTransactionReceipt", [hash]);
  expect(receipt.status).toBe("0x0");
});

test("a type-4 transaction delegates an account without coin; a wrong nonce in it succeeds and delegates nothing", async () => {
  const network = await manual();
  const target: Hex = "0x00000000000000000000000000000000000000ab";
  const [good, bad] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
  const hashes: Hex[] = [];
  for (const [index, [deposit, nonce]] of (
    [
      [good, 0],
      [bad, 3],
    ] as const
  ).entries()) {
    const authorization = await deposit.signAuthorization({ address: target, chainId: 8453, nonce });
    const raw = alice.signTransaction({
      type: "eip7702",
      chainId: 8453,
      nonce: index,
      to: deposit.address,
      gas: 100_000n,
      maxFeePerGas: parseGwei("3"),
      maxPriorityFeePerGas: 0n,
      authorizationList: [authorization],
    });
    hashes.push(await send(network, raw));
  }
  await mine(network);
  for (const hash of hashes) {
    expect((await network.request<{ status: Hex }>("eth_getTransactionReceipt", [hash])).status).toBe("0x1");
  }
  expect(await network.request("eth_getCode", [good.address, "latest"])).toBe(`0xef0100${target.slice(2)}`);
  expect(await network.request("eth_getCode", [bad.address, "latest"])).toBe("0x");
});

test("a plain transfer with 21,000 gas to a delegated address reverts, the estimate is enough (H-18)", async () => {
  const network = await rawNetwork();
  open.push(network);
  const sweeper = await network.deploy("Sweeper");
  const deposit = privateKeyToAccount(generatePrivateKey());
  const authorization = await deposit.signAuthorization({ address: sweeper, chainId: 8453, nonce: 0 });
  await network.client.sendTransaction({ to: deposit.address, authorizationList: [authorization] });
  const pay = async (gas: bigint) => {
    const hash = await network.client.sendTransaction({ to: deposit.address, value: 1n, gas });
    return (await network.client.getTransactionReceipt({ hash })).status;
  };
  const estimate = await network.client.estimateGas({ to: deposit.address, value: 1n });
  expect(estimate).toBeGreaterThan(21_000n);
  expect([await pay(21_000n), await pay(estimate)]).toEqual(["reverted", "success"]);
});

test("one invalid transaction makes the engine reject the whole block, so the producer mines without it", async () => {
  const network = await manual();
  const rich = (nonce: number) =>
    alice.signTransaction({
      type: "eip1559",
      chainId: 8453,
      nonce,
      to: bob.address,
      value: 9_000n * 10n ** 18n,
      gas: 21_000n,
      maxFeePerGas: parseGwei("3"),
      maxPriorityFeePerGas: 0n,
    });
  await send(network, rich(0));
  await send(network, rich(1));
  await expect(network.request("evm_mine", [START + 1])).rejects.toThrow("enough funds");
  expect((await latest(network)).number).toBe("0x0");
});

test("the sum of all balances changes only by burnt base fees, over twenty blocks with failing transactions (I-02)", async () => {
  const network = await manual();
  const failing: Hex = "0x00000000000000000000000000000000000000ab";
  await network.request("hardhat_setCode", [failing, "0x5f5ffd"]);
  const holders = [...Array.from({ length: 10 }, (_, index) => account(index).address), failing];
  const total = async () => {
    let sum = 0n;
    const { miner } = await network.request<{ miner: Hex }>("eth_getBlockByNumber", ["latest", false]);
    for (const holder of [...holders, miner]) {
      sum += BigInt(await network.request<Hex>("eth_getBalance", [holder, "latest"]));
    }
    return sum;
  };
  await mine(network, 0);
  const before = await total();
  let burnt = 0n;
  for (let nonce = 0; nonce < 20; nonce += 1) {
    const fails = nonce % 3 === 0;
    const raw = alice.signTransaction({
      type: "eip1559",
      chainId: 8453,
      nonce,
      to: fails ? failing : bob.address,
      value: fails ? 0n : 5n,
      gas: 60_000n,
      maxFeePerGas: parseGwei("3"),
      maxPriorityFeePerGas: parseGwei("1"),
    });
    await send(network, raw);
    const block = (await mine(network, nonce)) as Block & { gasUsed: Hex };
    burnt += BigInt(block.gasUsed) * BigInt(block.baseFeePerGas);
  }
  expect(await total()).toBe(before - burnt);
});

test("the trace of an internal payment names its frame", async () => {
  const network = await rawNetwork();
  open.push(network);
  const sender = await network.deploy("BatchSender");
  const hash = await network.client.sendTransaction({ to: sender, value: 3n });
  const trace = await network.request("debug_traceTransaction", [hash, { tracer: "callTracer" }]);
  expect(trace).toMatchObject({ type: "CALL", to: sender.toLowerCase(), value: "0x3" });
});
