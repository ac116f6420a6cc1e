// The test double contracts misbehave as documented; the detection tests rely on that.
import { encodeFunctionData, type Hex, parseEther, parseEventLogs, toEventSelector, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, artifact, type RawNetwork, rawNetwork } from "./raw-network.ts";

type Frame = { type: string; from: Hex; to: Hex; value?: Hex; error?: string; calls?: Frame[] };
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const to: Hex = "0x00000000000000000000000000000000000000D4";
const kept: Hex = "0x00000000000000000000000000000000000000E5";

let network: RawNetwork;
let sender: Hex;
beforeAll(async () => {
  network = await rawNetwork();
  sender = await network.deploy("BatchSender");
});
afterAll(() => network.close());

const call = async (address: Hex, name: string, functionName: string, args: unknown[], value = 0n) => {
  const data = encodeFunctionData({ abi: artifact(name).abi, functionName, args });
  const hash = await network.client.sendTransaction({ to: address, data, value, gas: 1_000_000n });
  return network.client.getTransactionReceipt({ hash });
};
const frames = async (hash: Hex): Promise<Frame[]> => {
  const flatten = (frame: Frame): Frame[] => [frame, ...(frame.calls ?? []).flatMap(flatten)];
  return flatten(await network.request("debug_traceTransaction", [hash, { tracer: "callTracer" }]));
};
const coin = (address: Hex) => network.client.getBalance({ address });

test("a token with a fee delivers less than was sent", async () => {
  const token = await network.deploy("FeeOnTransferToken", [account(0).address, 1_000n]);
  const receipt = await call(token, "FeeOnTransferToken", "transfer", [to, 500n]);
  const logs = parseEventLogs({ abi: artifact("FeeOnTransferToken").abi, eventName: "Transfer", logs: receipt.logs });
  expect(logs.map((log) => (log as unknown as { args: { value: bigint } }).args.value)).toEqual([5n, 495n]);
});

test("one transaction sends several legs, tokens and native coin", async () => {
  const token = await network.deploy("NoReturnToken", [sender, 10n]);
  const fees = await network.deploy("FeeOnTransferToken", [sender, 100n]);
  const legs = [
    { token: fees, to, amount: 100n },
    { token: zeroAddress, to, amount: 3n },
    { token: zeroAddress, to: kept, amount: 4n },
  ];
  expect((await call(sender, "BatchSender", "send", [legs], 7n)).status).toBe("success");
  expect([await coin(to), await coin(kept)]).toEqual([3n, 4n]);
  const none = await call(sender, "BatchSender", "send", [[{ token, to, amount: 1n }]]);
  expect(none.status).toBe("reverted");
});

test("a frame that reverts and is caught moves nothing, and the trace marks it", async () => {
  const before = [await coin(to), await coin(kept)];
  const receipt = await call(sender, "BatchSender", "sendWithRevertedFrame", [zeroAddress, to, 5n, kept], 5n);
  expect([await coin(to), await coin(kept)]).toEqual([before[0], before[1]! + 5n]);
  const reverted = (await frames(receipt.transactionHash)).filter((frame) => frame.error !== undefined);
  expect(reverted).toHaveLength(1);
  expect(reverted[0]?.calls?.[0]).toMatchObject({ to: to.toLowerCase(), value: "0x5" });
});

test("coin moves by SELFDESTRUCT and by CREATE, and the trace names both", async () => {
  const heir: Hex = "0x00000000000000000000000000000000000000f6";
  const destroyed = await call(sender, "BatchSender", "sendBySelfDestruct", [heir], parseEther("1"));
  expect(await coin(heir)).toBe(parseEther("1"));
  const selfDestruct = (await frames(destroyed.transactionHash)).find((frame) => frame.type === "SELFDESTRUCT");
  expect(selfDestruct).toMatchObject({ to: heir.toLowerCase() });
  const salt: Hex = `0x${"01".repeat(32)}`;
  const created = (await network.client.readContract({
    address: sender,
    abi: artifact("BatchSender").abi,
    functionName: "createdAddress",
    args: [salt],
  })) as Hex;
  const creation = await call(sender, "BatchSender", "sendByCreate", [salt], 9n);
  expect(await coin(created)).toBe(9n);
  const create = (await frames(creation.transactionHash)).find((frame) => frame.type.startsWith("CREATE"));
  expect(create).toMatchObject({ to: created.toLowerCase(), value: "0x9" });
});

test("a DELEGATECALL carries a value in the trace although nothing moves", async () => {
  const before = await coin(sender);
  const receipt = await call(sender, "BatchSender", "lookByDelegateCall", [], 11n);
  expect(await coin(sender)).toBe(before + 11n);
  expect((await frames(receipt.transactionHash)).map((frame) => frame.type)).toEqual(["CALL", "DELEGATECALL"]);
});

test("a payment whose transaction reverts leaves the receiver's balance unchanged", async () => {
  const before = await coin(to);
  expect((await call(sender, "BatchSender", "sendAndFail", [to], 1n)).status).toBe("reverted");
  expect(await coin(to)).toBe(before);
});

test("every malformed log has the Transfer topic and another form", async () => {
  const emitter = await network.deploy("FakeTransferEmitter");
  const formOf = async (functionName: string, last: bigint) => {
    const { logs } = await call(emitter, "FakeTransferEmitter", functionName, [to, kept, last]);
    return logs.map((log) => [log.topics[0], log.topics.length, (log.data.length - 2) / 2]);
  };
  expect(await formOf("emitWellFormed", 1n)).toEqual([[TRANSFER, 3, 32]]);
  expect(await formOf("emitNonFungible", 1n)).toEqual([[TRANSFER, 4, 0]]);
  expect(await formOf("emitUnindexed", 1n)).toEqual([[TRANSFER, 1, 96]]);
  expect(await formOf("emitWithDataLength", 31n)).toEqual([[TRANSFER, 3, 31]]);
  expect(await formOf("emitWithDirtyTopic", 1n)).toEqual([[TRANSFER, 3, 32]]);
});
