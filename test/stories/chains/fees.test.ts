// Fees as clients see them: a base fee that moves if somebody asks for it, and tips near those of the real networks.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatGwei, type Hex, parseGwei } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";

const networkOf = async (sandbox: ASandbox, network = "base") =>
  (await sandbox.control("GET", "/networks")).items.find((row: { network: string }) => row.network === network);

test("the mode dynamic: a fee that was set falls block by block, and every fee method says the same", async () => {
  const sandbox = await aSandbox();
  const { url, public: reader } = sandbox.chain("base");
  const floor = BigInt(readCatalogue().find(({ symbol }) => symbol === "base")!.base_fee);
  expect((await networkOf(sandbox)).base_fee_mode).toBe("fixed");
  const set = await sandbox.control("PUT", "/networks/base/base-fee", { gwei: "8", mode: "dynamic" });
  expect(set.base_fee_mode).toBe("dynamic");
  expect((await reader.getBlock()).baseFeePerGas).toBe(parseGwei("8"));
  for (let block = 0; block < 3; block += 1) await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  const fees = (await reader.getFeeHistory({ blockCount: 4, rewardPercentiles: [] })).baseFeePerGas;
  expect(fees).toEqual(["8", "7", "6.125", "5.359375", "4.689453125"].map((gwei) => parseGwei(gwei)));
  expect(await get(url, "eth_baseFee")).toBe(`0x${fees.at(-1)!.toString(16)}`);
  expect((await networkOf(sandbox)).base_fee_gwei).toBe(formatGwei(fees.at(-1)!));
  const tip = BigInt((await get(url, "eth_maxPriorityFeePerGas")) as Hex);
  expect(BigInt((await get(url, "eth_gasPrice")) as Hex)).toBe(fees.at(-1)! + tip);
  await sandbox.control("POST", "/networks/base/mine", { blocks: 60 });
  expect((await reader.getBlock()).baseFeePerGas).toBe(floor);
  const fixed = await sandbox.control("PUT", "/networks/base/base-fee", { mode: "fixed" });
  expect(fixed).toMatchObject({ base_fee_mode: "fixed", base_fee_gwei: formatGwei(floor) });
});

test("the mode outlives a restart with the same chain, goes with a snapshot and ends with a reset", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fees-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  const first = await aSandbox({ data });
  await first.control("PUT", "/networks/base/base-fee", { gwei: "8", mode: "dynamic" });
  await first.control("POST", "/networks/base/mine", { blocks: 2 });
  const before = await networkOf(first);
  await first.close();
  const second = await aSandbox({ data });
  expect(await networkOf(second)).toEqual(before);
  const { id } = await second.control("POST", "/snapshots", { name: "dynamic" });
  await second.control("POST", "/reset");
  expect((await networkOf(second)).base_fee_mode).toBe("fixed");
  await second.control("POST", `/snapshots/${id}/restore`);
  expect(await networkOf(second)).toEqual(before);
});

test.each([
  [{}, "fewer"],
  [{ mode: "wild" }, "mode"],
  [{ gwei: "-1", mode: "dynamic" }, "gwei"],
])("base-fee %j is refused and changes nothing", async (body, text) => {
  const sandbox = await aSandbox();
  const before = await networkOf(sandbox);
  const { status, body: answer } = await sandbox.admin("PUT", "/networks/base/base-fee", body);
  expect([status, answer.error]).toEqual([400, expect.stringContaining(text)]);
  expect(await networkOf(sandbox)).toEqual(before);
});

test("suggested tips are near those of the real networks, in fee history too where blocks are empty", async () => {
  const sandbox = await aSandbox();
  const gwei: Record<string, string> = { ethereum: "1", bsc: "0.05", polygon: "25", arbitrum: "0", base: "0.001" };
  for (const { symbol } of readCatalogue()) {
    const { public: reader, wallet, account } = sandbox.chain(symbol);
    const tip = parseGwei(gwei[symbol] ?? "");
    expect([symbol, await reader.estimateMaxPriorityFeePerGas()]).toEqual([symbol, tip]);
    await sandbox.control("POST", `/networks/${symbol}/mine`, { blocks: 1 });
    await wallet.sendTransaction({ to: account.address, value: 1n, maxPriorityFeePerGas: 3n });
    const { reward } = await reader.getFeeHistory({ blockCount: 4, rewardPercentiles: [10, 90] });
    expect([symbol, reward?.filter((row) => row[0] === 3n)]).toEqual([symbol, [[3n, 3n]]]);
    expect(reward?.filter((row) => row[0] === tip && row[1] === tip)).toHaveLength(reward!.length - 1);
    const hash = await wallet.sendTransaction({ to: account.address, value: 1n });
    expect((await reader.getTransactionReceipt({ hash })).status).toBe("success");
  }
});
