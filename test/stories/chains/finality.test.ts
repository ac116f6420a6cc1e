// The tags `safe` and `finalized`: the confirmed block by default, blocks of an age of virtual time if somebody asks for it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";

const MINUTE = 60_000;

const tags = async (sandbox: ASandbox, network = "base") => {
  const { public: reader } = sandbox.chain(network);
  const heightOf = async (blockTag: "safe" | "finalized") => Number((await reader.getBlock({ blockTag })).number);
  return [await heightOf("safe"), await heightOf("finalized")];
};
const finalityOf = async (sandbox: ASandbox, network = "base") =>
  (await sandbox.control("GET", "/networks")).items.find((row: { network: string }) => row.network === network)
    .finality;
/** A block, then a minute, `count` times. */
const minutes = async (sandbox: ASandbox, count: number, network = "base") => {
  for (let minute = 0; minute < count; minute += 1) {
    await sandbox.control("POST", `/networks/${network}/mine`, { blocks: 1 });
    await sandbox.control("POST", "/clock/advance", { by: "1m" });
  }
};

test("by default both tags name the confirmed block; with ages they lag, and reach the head without a further block", async () => {
  const sandbox = await aSandbox();
  await minutes(sandbox, 6);
  expect(await finalityOf(sandbox)).toEqual({ preset: "confirmed", safe_ms: null, finalized_ms: null });
  expect(await tags(sandbox)).toEqual([5, 5]);
  const set = await sandbox.control("PUT", "/networks/base/finality", { safe: "2m", finalized: "4m" });
  expect(set.finality).toEqual({ preset: "custom", safe_ms: 2 * MINUTE, finalized_ms: 4 * MINUTE });
  expect(await tags(sandbox)).toEqual([5, 3]);
  expect(await tags(sandbox, "polygon")).toEqual([0, 0]);
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  expect(await tags(sandbox)).toEqual([6, 6]);
  await sandbox.control("PUT", "/networks/base/finality", { preset: "confirmed" });
  expect(await tags(sandbox)).toEqual([5, 5]);
});

test("the preset real takes the ages of the catalogue; the number of confirmations of deposits stays", async () => {
  const sandbox = await aSandbox();
  const { finality, confirmations } = readCatalogue().find(({ symbol }) => symbol === "base")!;
  const set = await sandbox.control("PUT", "/networks/8453/finality", { preset: "real" });
  expect(set).toMatchObject({ confirmations, finality: { preset: "real", ...finality } });
  await minutes(sandbox, 5);
  expect(await tags(sandbox)).toEqual([3, 0]);
  for (const { symbol, finality: lags } of readCatalogue()) {
    expect([symbol, lags!.safe_ms > 0, lags!.finalized_ms >= lags!.safe_ms]).toEqual([symbol, true, true]);
  }
});

test.each([
  [{}, "fewer"],
  [{ safe: "5m" }, "both"],
  [{ preset: "real", safe: "5m", finalized: "6m" }, "either"],
  [{ safe: "5m", finalized: "4m" }, "finalized"],
  [{ safe: "soon", finalized: "4m" }, "safe"],
  [{ safe: "1m", finalized: "31d" }, "finalized"],
  [{ preset: "instant" }, "preset"],
])("%j is refused and changes nothing", async (body, text) => {
  const sandbox = await aSandbox();
  const { status, body: answer } = await sandbox.admin("PUT", "/networks/base/finality", body);
  expect([status, answer.error]).toEqual([400, expect.stringContaining(text)]);
  expect((await finalityOf(sandbox)).preset).toBe("confirmed");
});

test("--finality real starts every network so; the setting outlives a restart, goes with a snapshot and ends with a reset", async () => {
  const folder = mkdtempSync(join(tmpdir(), "finality-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  const first = await aSandbox({ data, finality: "real" });
  for (const { symbol } of readCatalogue()) expect((await finalityOf(first, symbol)).preset).toBe("real");
  const { id } = await first.control("POST", "/snapshots", { name: "real" });
  await first.control("PUT", "/networks/base/finality", { safe: "1m", finalized: "2m" });
  await first.close();
  const second = await aSandbox({ data });
  expect(await finalityOf(second)).toEqual({ preset: "custom", safe_ms: MINUTE, finalized_ms: 2 * MINUTE });
  await second.control("POST", `/snapshots/${id}/restore`);
  expect((await finalityOf(second)).preset).toBe("real");
  await second.control("PUT", "/networks/base/finality", { preset: "confirmed" });
  await second.control("POST", "/reset");
  expect((await finalityOf(second)).preset).toBe("real");
  await second.close();
  await expect(aSandbox({ data, finality: "confirmed", given: ["finality"] })).rejects.toThrow("--finality");
});
