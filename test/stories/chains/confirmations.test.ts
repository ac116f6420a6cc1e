// Clients that wait for confirmations get them while the clock runs, in instant and interval mode, and blocks stay bounded.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonRpcProvider, Network, Wallet, WebSocketProvider } from "ethers";
import { createPublicClient, type Hex, http, numberToHex, webSocket } from "viem";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { endEthers } from "../../support/clients/end-ethers.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";

/** Time runs fifty times as fast, so that a slot of one second comes every 20 ms. */
const start = systemClock.now();
const FAST: WallClock = {
  ...systemClock,
  now: () => start + (systemClock.now() - start) * 50,
  after: (delayMs, run, options) => systemClock.after(delayMs / 50, run, options),
};

/** A payment that concerns nobody but two development accounts. */
const aPayment = (sandbox: ASandbox, index: number): Promise<Hex> => {
  const { wallet } = sandbox.chain("base", index);
  return wallet.sendTransaction({ to: sandbox.chain("base", 5).account.address, value: 1n });
};
const heightOf = async (sandbox: ASandbox, network = "base"): Promise<number> =>
  (await networksOf(sandbox)).find((row) => row.network === network)!.head.number;
const networksOf = async (sandbox: ASandbox): Promise<{ network: string; head: { number: number } }[]> =>
  (await sandbox.control("GET", "/networks")).items;

type Wait = (sandbox: ASandbox, hash: Hex, confirmations: number) => Promise<number>;
const wsUrl = (sandbox: ASandbox) => sandbox.chain("base").url.replace("http:", "ws:");
const NETWORK = new Network("base", 8453);

/** Each answers how many confirmations there are when the client stops waiting. */
const CLIENTS: Readonly<Record<string, Wait>> = {
  async "viem over HTTP"(sandbox, hash, confirmations) {
    const client = createPublicClient({
      transport: http(sandbox.chain("base").url),
      pollingInterval: 20,
      cacheTime: 0,
    });
    const receipt = await client.waitForTransactionReceipt({ hash, confirmations, timeout: 60_000 });
    return Number((await client.getBlockNumber()) - receipt.blockNumber) + 1;
  },
  async "viem over WebSocket"(sandbox, hash, confirmations) {
    const client = createPublicClient({ transport: webSocket(wsUrl(sandbox)), pollingInterval: 20, cacheTime: 0 });
    const receipt = await client.waitForTransactionReceipt({ hash, confirmations, timeout: 60_000 });
    const height = await client.getBlockNumber();
    (await (client.transport as any).getRpcClient()).close();
    return Number(height - receipt.blockNumber) + 1;
  },
  /** web3.js 4 asks for the next block by its number, again and again until it is there. */
  async "web3.js over HTTP"(sandbox, hash, confirmations) {
    const { public: reader } = sandbox.chain("base");
    const { blockNumber } = await reader.waitForTransactionReceipt({ hash });
    const isThere = async (number: bigint): Promise<boolean> =>
      (await reader.request({ method: "eth_getBlockByNumber", params: [numberToHex(number), false] })) !== null;
    for (let count = 1; count < confirmations; ) if (await isThere(blockNumber + BigInt(count))) count += 1;
    return confirmations;
  },
  async "ethers over HTTP"(sandbox, hash, confirmations) {
    const provider = new JsonRpcProvider(sandbox.chain("base").url, NETWORK, {
      ...{ staticNetwork: NETWORK, polling: true, pollingInterval: 20, cacheTimeout: -1 },
    });
    const receipt = await provider.waitForTransaction(hash, confirmations);
    const count = await receipt!.confirmations();
    await endEthers(provider);
    return count;
  },
  async "ethers over WebSocket"(sandbox, hash, confirmations) {
    const provider = new WebSocketProvider(wsUrl(sandbox), NETWORK, { staticNetwork: NETWORK, cacheTimeout: -1 });
    const receipt = await provider.waitForTransaction(hash, confirmations);
    const count = await receipt!.confirmations();
    await endEthers(provider);
    return count;
  },
};

describe.each(["instant", "interval"] as const)("with %s mining and a running clock", (mode) => {
  const shared = sharedSandbox({ clock: "running" }, mode === "interval" ? { wall: FAST } : {});

  test.each(
    Object.keys(CLIENTS).flatMap((client) => [3, 128].map((confirmations) => [client, confirmations] as const)),
  )("%s gets %i confirmations", async (client, confirmations) => {
    const index = Object.keys(CLIENTS).indexOf(client);
    await shared().control("PUT", "/networks/base/mining", { mode, block_time: "1s" });
    const hash = await aPayment(shared(), index);
    expect(await CLIENTS[client]!(shared(), hash, confirmations)).toBeGreaterThanOrEqual(confirmations);
  });
});

test("ethers' tx.wait(3) returns for a transaction that it has sent itself", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const provider = new JsonRpcProvider(sandbox.chain("base").url, NETWORK, {
    ...{ staticNetwork: NETWORK, polling: true, pollingInterval: 20 },
  });
  const wallet = new Wallet(sandbox.ready.accounts[0]!.private_key, provider);
  const sent = await wallet.sendTransaction({ to: sandbox.chain("base", 5).account.address, value: 1n });
  expect((await sent.wait(3))?.status).toBe(1);
  await endEthers(provider);
});

test("a payment between strangers owes no blocks while the clock runs; polls get 1, 2, 4 … after the receipt", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { public: reader } = sandbox.chain("base");
  const request = async (method: any, params: any = []): Promise<any> => reader.request({ method, params });
  const hash = await aPayment(sandbox, 0);
  const height = await heightOf(sandbox);
  for (let poll = 0; poll < 5; poll += 1) expect(Number(await request("eth_blockNumber"))).toBe(height);
  expect(Number((await request("eth_getTransactionReceipt", [hash])).blockNumber)).toBe(height);
  expect(await heightOf(sandbox)).toBe(height);
  const polled = [];
  for (let poll = 0; poll < 7; poll += 1) polled.push(Number(await request("eth_blockNumber")) - height);
  expect(polled).toEqual([1, 3, 7, 15, 31, 63, 127]);
  expect(await request("eth_syncing")).toBe(false);
});

test.each([
  ["frozen", "instant"],
  ["running", "manual"],
] as const)(
  "with a %s clock and %s mining a client that waits gets no blocks but those of the control call",
  async (clock, mode) => {
    const sandbox = await aSandbox({ clock });
    const { public: reader } = sandbox.chain("base");
    await sandbox.control("PUT", "/networks/base/mining", { mode });
    const hash = await aPayment(sandbox, 0);
    if (mode === "manual") await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
    await reader.getTransactionReceipt({ hash });
    const height = await heightOf(sandbox);
    for (let poll = 0; poll < 5; poll += 1) {
      await reader.getTransactionReceipt({ hash });
      expect(Number(await reader.getBlockNumber({ cacheTime: 0 }))).toBe(height);
    }
    const waiting = reader.waitForTransactionReceipt({ hash, confirmations: 10 });
    await sandbox.control("POST", "/networks/base/mine", { blocks: 10 });
    expect((await waiting).status).toBe("success");
  },
);

describe("interval mining with a frozen clock", () => {
  test("a world that begins with it mines 64 blocks a network in 90 days, which no limit of steps counts", async () => {
    const sandbox = await aSandbox({ mining: "interval" }, undefined, { maxSteps: 20 });
    await sandbox.control("POST", "/clock/advance", { by: "90d" });
    expect((await networksOf(sandbox)).map(({ head }) => head.number)).toEqual([64, 64, 64, 64, 64]);
    await aPayment(sandbox, 0);
    await sandbox.control("POST", "/clock/advance", { by: "90d" });
    expect((await networksOf(sandbox)).map(({ head }) => head.number).toSorted()).toEqual([129, 64, 64, 64, 64]);
  });

  test("empty_blocks sets how many slots get one, from none to 10,000; anything else changes nothing", async () => {
    const sandbox = await aSandbox();
    const { control, admin } = sandbox;
    const set = (empty_blocks: unknown) =>
      admin("PUT", "/networks/base/mining", { mode: "interval", block_time: "2s", empty_blocks });
    for (const wrong of [-1, 10_001, 1.5, "64", null]) expect((await set(wrong)).status).toBe(400);
    expect((await control("GET", "/networks")).items[0]).toMatchObject({ mining: "instant", empty_blocks: 64 });
    expect((await set(3)).body.data).toMatchObject({ mining: "interval", empty_blocks: 3 });
    await control("POST", "/clock/advance", { by: "5s" });
    expect(await heightOf(sandbox)).toBe(2);
    await control("POST", "/clock/advance", { by: "1h" });
    expect(await heightOf(sandbox)).toBe(3);
    await set(0);
    await control("POST", "/clock/advance", { by: "1h" });
    expect(await heightOf(sandbox)).toBe(3);
    await set(200);
    await control("PUT", "/networks/base/mining", { mode: "interval" });
    await control("POST", "/clock/advance", { by: "1h" });
    expect(await heightOf(sandbox)).toBe(203);
    await set(5);
    await control("PUT", "/networks/base/mining", { mode: "instant" });
    await control("POST", "/clock/advance", { by: "1h" });
    expect(await heightOf(sandbox)).toBe(203);
  });

  test("R-225 R-230 a jump ends in the world that crawling ends in, and so does an imported world", async () => {
    const worlds: ASandbox[] = [];
    for (let count = 0; count < 2; count += 1) {
      const sandbox = await aSandbox({ mining: "interval", seed: 64 });
      await sandbox.control("PUT", "/networks/base/mining", { mode: "interval", empty_blocks: 30 });
      await aPayment(sandbox, 0);
      await sandbox.control("POST", "/clock/advance", { by: "21s" });
      worlds.push(sandbox);
    }
    const folder = mkdtempSync(join(tmpdir(), "slots-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "world.json");
    writeFileSync(path, JSON.stringify(await worlds[0]!.control("GET", "/export")));
    worlds.push(await aSandbox({ import: path }));
    const [jumped, crawled, imported] = worlds as [ASandbox, ASandbox, ASandbox];
    await jumped.control("POST", "/clock/advance", { by: "1h" });
    for (let step = 0; step < 100; step += 1) await crawled.control("POST", "/clock/advance", { by: "36s" });
    await imported.control("POST", "/clock/advance", { by: "1h" });
    const networks = await networksOf(jumped);
    expect(networks.find(({ network }) => network === "base")!.head.number).toBeGreaterThan(30);
    expect(await networksOf(crawled)).toEqual(networks);
    expect(await networksOf(imported)).toEqual(networks);
    expect(digestOf(crawled.store)).toEqual(digestOf(jumped.store));
  });
});
