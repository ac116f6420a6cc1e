// Multicall3 implements the interface that client libraries use.
import { getAddress, type Hex, parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, artifact, type RawNetwork, rawNetwork } from "./raw-network.ts";

const MULTICALL: Hex = "0xcA11bde05977b3631167028862bE2a173976CA11";
const { abi, deployedBytecode } = artifact("Multicall3");
const tokenAbi = artifact("NoReturnToken").abi;

let network: RawNetwork;
let token: Hex;
beforeAll(async () => {
  network = await rawNetwork();
  await network.request("hardhat_setCode", [MULTICALL, deployedBytecode]);
  token = await network.deploy("NoReturnToken", [account(1).address, 77n]);
});
afterAll(() => network.close());
const read = (functionName: string, args: unknown[] = []) =>
  network.client.readContract({ address: MULTICALL, abi, functionName, args });
const simulate = (functionName: string, args: unknown[], value = 0n) =>
  network.client
    .simulateContract({ address: MULTICALL, abi, functionName, args, value })
    .then((answer) => answer.result);

test("viem's multicall works as on the real networks, failures included", async () => {
  const balance = { address: token, abi: tokenAbi, functionName: "balanceOf", args: [account(1).address] } as const;
  const impossible = {
    address: token,
    abi: tokenAbi,
    functionName: "transfer",
    args: [account(2).address, 1n],
  } as const;
  const [good, bad] = await network.client.multicall({ contracts: [balance, impossible] });
  expect(good).toEqual({ status: "success", result: 77n });
  expect(bad.status).toBe("failure");
});

test("the older entry points answer in their own formats", async () => {
  const data = "0x18160ddd";
  const word = (n: bigint): Hex => `0x${n.toString(16).padStart(64, "0")}`;
  const calls = [{ target: token, callData: data }];
  const number = await network.client.getBlockNumber();
  expect(await simulate("aggregate", [calls])).toEqual([number, [word(77n)]]);
  expect(await simulate("tryAggregate", [true, calls])).toEqual([{ success: true, returnData: word(77n) }]);
  expect(await simulate("blockAndAggregate", [calls])).toEqual([
    number,
    `0x${"0".repeat(64)}`,
    [{ success: true, returnData: word(77n) }],
  ]);
  const failing = [{ target: token, callData: "0xdeadbeef" }];
  expect(await simulate("tryBlockAndAggregate", [false, failing])).toMatchObject({ 2: [{ success: false }] });
  await expect(simulate("aggregate", [failing])).rejects.toThrow("CallFailed");
  await expect(simulate("tryAggregate", [true, failing])).rejects.toThrow("CallFailed");
});

test("the value of the call is forwarded exactly", async () => {
  const to: Hex = "0x00000000000000000000000000000000000000C3";
  const calls = [{ target: to, allowFailure: false, value: parseEther("1"), callData: "0x" }];
  await expect(simulate("aggregate3Value", [calls], parseEther("2"))).rejects.toThrow("ValueMismatch");
  const args = [calls];
  await network.client.writeContract({
    address: MULTICALL,
    abi,
    functionName: "aggregate3Value",
    args,
    value: parseEther("1"),
  });
  expect(await network.client.getBalance({ address: to })).toBe(parseEther("1"));
  expect(await read("getEthBalance", [to])).toBe(parseEther("1"));
});

test("it answers the properties of its block", async () => {
  const block = await network.client.getBlock();
  expect(await read("getChainId")).toBe(8453n);
  expect(await read("getBlockHash", [block.number - 1n])).toBe(block.parentHash);
  expect(await read("getCurrentBlockGasLimit")).toBe(block.gasLimit);
  expect(await read("getBlockNumber")).toBe(block.number);
  expect(await read("getLastBlockHash")).toBe(block.parentHash);
  expect(await read("getCurrentBlockTimestamp")).toBe(block.timestamp);
  expect(await read("getCurrentBlockDifficulty")).toBe(BigInt(block.mixHash));
  expect(await read("getCurrentBlockCoinbase")).toBe(getAddress(block.miner));
  expect(typeof (await read("getBasefee"))).toBe("bigint");
});
