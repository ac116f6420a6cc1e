// Receipts of layer-2 networks: members about L1 if somebody asks for them, shown and never charged.
import { type Hex, parseGwei } from "viem";
import { expect, test } from "vitest";
import { get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";

const STRANGER = `0x${"d7".repeat(20)}` as const;
const OP = ["l1Fee", "l1GasPrice", "l1GasUsed", "l1BaseFeeScalar", "l1BlobBaseFee", "l1BlobBaseFeeScalar"];
const ARBITRUM = ["gasUsedForL1", "l1BlockNumber"];

type Receipt = Record<string, Hex>;
const receiptOf = async (sandbox: ASandbox, network: string, hash: Hex) =>
  (await get(sandbox.chain(network).url, "eth_getTransactionReceipt", [hash])) as Receipt;
const l1Members = (receipt: Receipt) => Object.keys(receipt).filter((name) => [...OP, ...ARBITRUM].includes(name));
const pay = (sandbox: ASandbox, network: string) =>
  sandbox.chain(network).wallet.sendTransaction({ to: STRANGER, value: 1n });

test.each([
  ["base", OP],
  ["arbitrum", ARBITRUM],
])("%s: no members by default, all of them when asked, and the balance pays gas alone", async (network, members) => {
  const sandbox = await aSandbox();
  const { public: reader, account, url } = sandbox.chain(network);
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 3 });
  await sandbox.control("POST", "/clock/advance", { by: "1m" });
  const hash = await pay(sandbox, network);
  expect(l1Members(await receiptOf(sandbox, network, hash))).toEqual([]);
  const set = await sandbox.control("PUT", `/networks/${network}/l1-fees`, { mode: "simulated" });
  expect(set.l1_fees).toEqual({ mode: "simulated", gwei: "0" });
  const free = await receiptOf(sandbox, network, hash);
  expect(l1Members(free).toSorted()).toEqual(members.toSorted());
  expect(BigInt(free["l1Fee"] ?? free["gasUsedForL1"] ?? "0x1")).toBe(0n);
  const before = await reader.getBalance({ address: account.address });
  await sandbox.control("PUT", `/networks/${network}/l1-fees`, { mode: "simulated", gwei: "20" });
  const dear = await pay(sandbox, network);
  const receipt = await receiptOf(sandbox, network, dear);
  const shown = BigInt(receipt["l1Fee"] ?? receipt["gasUsedForL1"] ?? "0x0");
  expect(shown > 0n).toBe(true);
  if (network === "arbitrum") {
    expect(shown <= BigInt(receipt["gasUsed"]!)).toBe(true);
    expect(Number(receipt["l1BlockNumber"])).toBe(3);
  } else {
    expect(BigInt(receipt["l1GasPrice"]!)).toBe(parseGwei("20"));
  }
  const paid = BigInt(receipt["gasUsed"]!) * BigInt(receipt["effectiveGasPrice"]!) + 1n;
  expect(before - (await reader.getBalance({ address: account.address }))).toBe(paid);
  const ofBlock = (await get(url, "eth_getBlockReceipts", [receipt["blockNumber"]])) as Receipt[];
  expect(ofBlock).toEqual([receipt]);
  const { invariants } = await sandbox.control("GET", "/invariants");
  expect(invariants.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  await sandbox.control("PUT", `/networks/${network}/l1-fees`, { mode: "off" });
  expect(l1Members(await receiptOf(sandbox, network, dear))).toEqual([]);
});

test("a receipt keeps its L1 block whatever happens later, and the setting goes with snapshot and reset", async () => {
  const sandbox = await aSandbox();
  const hash = await pay(sandbox, "arbitrum");
  await sandbox.control("PUT", "/networks/arbitrum/l1-fees", { mode: "simulated", gwei: "1" });
  const before = await receiptOf(sandbox, "arbitrum", hash);
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect(await receiptOf(sandbox, "arbitrum", hash)).toEqual(before);
  const { id } = await sandbox.control("POST", "/snapshots", { name: "shown" });
  await sandbox.control("POST", "/reset");
  const network = async () =>
    (await sandbox.control("GET", "/networks")).items.find((row: { network: string }) => row.network === "arbitrum");
  expect((await network()).l1_fees).toEqual({ mode: "off", gwei: null });
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  expect((await network()).l1_fees).toEqual({ mode: "simulated", gwei: "1" });
  expect(await receiptOf(sandbox, "arbitrum", hash)).toEqual(before);
});

test.each([
  ["ethereum", { mode: "simulated" }, "layer-2"],
  ["base", { mode: "real" }, "mode"],
  ["base", { mode: "off", gwei: "1" }, "gwei"],
  ["base", { mode: "simulated", gwei: "x" }, "gwei"],
  ["base", {}, "mode"],
])("%s %j is refused", async (network, body, text) => {
  const sandbox = await aSandbox();
  const { status, body: answer } = await sandbox.admin("PUT", `/networks/${network}/l1-fees`, body);
  expect([status, answer.error]).toEqual([400, expect.stringContaining(text)]);
});
