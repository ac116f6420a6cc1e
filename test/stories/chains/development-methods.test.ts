// Development methods: viem's test client works, and all its effects are recorded in the journal and the ledger.
import { createTestClient, getAddress, http, parseEther, parseGwei } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, sharedSandbox } from "../../support/a-sandbox.ts";

const STRANGER = getAddress(`0x${"e7".repeat(20)}`);
const MODES = ["hardhat", "anvil"] as const;

const testClient = (sandbox: ASandbox, mode: (typeof MODES)[number], network = "base") => {
  const { chain, url } = sandbox.chain(network);
  return createTestClient({ chain, mode, transport: http(url, { retryCount: 0 }) });
};
const secondsNow = async (sandbox: ASandbox) => Date.parse((await sandbox.control("GET", "/clock")).now) / 1_000;
const networkNow = async (sandbox: ASandbox, network = "base") =>
  (await sandbox.control("GET", "/networks")).items.find((row: { network: string }) => row.network === network);

describe.each(MODES)("viem's test client in the mode %s", (mode) => {
  const shared = sharedSandbox();

  test("mines blocks, also with an interval between them", async () => {
    const client = testClient(shared(), mode);
    const { public: reader } = shared().chain("base");
    const before = await reader.getBlock();
    await client.mine({ blocks: 2 });
    expect(await reader.getBlockNumber()).toBe(before.number + 2n);
    await client.mine({ blocks: 3, interval: 60 });
    const times = [3n, 4n, 5n].map(
      async (above) => (await reader.getBlock({ blockNumber: before.number + above })).timestamp,
    );
    const [first, second, third] = await Promise.all(times);
    expect([second! - first!, third! - second!]).toEqual([60n, 60n]);
  });

  test("advances the virtual clock: the next block of every chain has the new time", async () => {
    const client = testClient(shared(), mode);
    const { public: reader } = shared().chain("base");
    const now = await secondsNow(shared());
    await client.increaseTime({ seconds: 3_600 });
    await client.mine({ blocks: 1 });
    expect((await reader.getBlock()).timestamp).toBe(BigInt(now + 3_600));
    await client.setNextBlockTimestamp({ timestamp: BigInt(now + 7_200) });
    await client.mine({ blocks: 1 });
    await testClient(shared(), mode, "polygon").mine({ blocks: 1 });
    expect((await reader.getBlock()).timestamp).toBe(BigInt(now + 7_200));
    expect((await shared().chain("polygon").public.getBlock()).timestamp).toBe(BigInt(now + 7_200));
    expect(await secondsNow(shared())).toBe(now + 7_200);
  });

  test("sets balance, code and storage, which survive a reorg", async () => {
    const client = testClient(shared(), mode);
    const { public: reader } = shared().chain("base");
    await client.setBalance({ address: STRANGER, value: parseEther("7") });
    expect(await reader.getBalance({ address: STRANGER })).toBe(parseEther("7"));
    await client.setBalance({ address: STRANGER, value: 3n });
    expect(await reader.getBalance({ address: STRANGER })).toBe(3n);
    await client.setCode({ address: STRANGER, bytecode: "0x60015f5260205ff3" });
    expect((await reader.call({ to: STRANGER })).data).toBe(`0x${"1".padStart(64, "0")}`);
    const value = `0x${"2a".padStart(64, "0")}` as const;
    await client.setStorageAt({ address: STRANGER, index: 5, value });
    expect(await reader.getStorageAt({ address: STRANGER, slot: "0x5" })).toBe(value);
    await client.mine({ blocks: 1 });
    await shared().control("POST", "/networks/base/reorg", { depth: 1 });
    expect(await reader.getStorageAt({ address: STRANGER, slot: "0x5" })).toBe(value);
    expect(await reader.getBalance({ address: STRANGER })).toBe(3n);
  });

  test("sets the base fee of the next block only", async () => {
    const client = testClient(shared(), mode);
    const { public: reader } = shared().chain("base");
    const { baseFeePerGas } = await reader.getBlock();
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("33") });
    await client.mine({ blocks: 2 });
    const [head, before] = [
      await reader.getBlock(),
      await reader.getBlock({ blockNumber: (await reader.getBlockNumber()) - 1n }),
    ];
    expect([before.baseFeePerGas, head.baseFeePerGas]).toEqual([parseGwei("33"), baseFeePerGas]);
  });

  test("switches the mining mode and takes a waiting transaction out of the pool", async () => {
    const sandbox = shared();
    const client = testClient(sandbox, mode);
    expect(await client.getAutomine()).toBe(true);
    await client.setAutomine(false);
    expect([await client.getAutomine(), (await networkNow(sandbox)).mining]).toEqual([false, "manual"]);
    const hash = await sandbox.chain("base").wallet.sendTransaction({ to: STRANGER, value: 1n, gas: 50_000n });
    expect(await client.getTxpoolStatus()).toMatchObject({ pending: 1 });
    await client.dropTransaction({ hash });
    expect(await client.getTxpoolStatus()).toMatchObject({ pending: 0 });
    await client.setIntervalMining({ interval: 5 });
    expect(await networkNow(sandbox)).toMatchObject({ mining: "interval", block_time_ms: 5_000 });
    await client.setIntervalMining({ interval: 0 });
    expect((await networkNow(sandbox)).mining).toBe("manual");
    await client.setAutomine(true);
    expect((await networkNow(sandbox)).mining).toBe("instant");
  });

  test("gets an alternative for refused methods", async () => {
    const client = testClient(shared(), mode);
    const head = await shared().chain("base").public.getBlock();
    await expect(client.reset()).rejects.toThrow("POST /admin/reset");
    await expect(client.sendUnsignedTransaction({ from: STRANGER })).rejects.toThrow("hardhat_impersonateAccount");
    await expect(client.setMinGasPrice({ gasPrice: 1n })).rejects.toThrow("/admin/networks/base/base-fee");
    await expect(client.setCoinbase({ address: STRANGER })).rejects.toThrow("not supported");
    await expect(client.setNextBlockTimestamp({ timestamp: head.timestamp - 1n })).rejects.toThrow("lower than");
    await expect(client.setNonce({ address: STRANGER, nonce: 1 })).rejects.toThrow("nonces grow");
    expect((await shared().chain("base").public.getBlock()).hash).toBe(head.hash);
  });
});
