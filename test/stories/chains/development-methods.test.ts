// Story: tools of development nodes bend a chain. viem's test client works, and all it does stands in the journal and the books.
import { createTestClient, getAddress, http, parseEther, parseGwei } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, sharedSandbox } from "../../support/a-sandbox.ts";

const SOMEBODY = getAddress(`0x${"e7".repeat(20)}`);
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

  test("moves the one clock: a block later has the time, and so has every other chain", async () => {
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

  test("sets balance, code and storage, and a reorg keeps them", async () => {
    const client = testClient(shared(), mode);
    const { public: reader } = shared().chain("base");
    await client.setBalance({ address: SOMEBODY, value: parseEther("7") });
    expect(await reader.getBalance({ address: SOMEBODY })).toBe(parseEther("7"));
    await client.setBalance({ address: SOMEBODY, value: 3n });
    expect(await reader.getBalance({ address: SOMEBODY })).toBe(3n);
    await client.setCode({ address: SOMEBODY, bytecode: "0x60015f5260205ff3" });
    expect((await reader.call({ to: SOMEBODY })).data).toBe(`0x${"1".padStart(64, "0")}`);
    const value = `0x${"2a".padStart(64, "0")}` as const;
    await client.setStorageAt({ address: SOMEBODY, index: 5, value });
    expect(await reader.getStorageAt({ address: SOMEBODY, slot: "0x5" })).toBe(value);
    await client.mine({ blocks: 1 });
    await shared().control("POST", "/networks/base/reorg", { depth: 1 });
    expect(await reader.getStorageAt({ address: SOMEBODY, slot: "0x5" })).toBe(value);
    expect(await reader.getBalance({ address: SOMEBODY })).toBe(3n);
  });

  test("sets the base fee of the next block alone", async () => {
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
    const hash = await sandbox.chain("base").wallet.sendTransaction({ to: SOMEBODY, value: 1n, gas: 50_000n });
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

  test("is told the way for what is refused", async () => {
    const client = testClient(shared(), mode);
    const head = await shared().chain("base").public.getBlock();
    await expect(client.snapshot()).rejects.toThrow("POST /admin/snapshots");
    await expect(client.reset()).rejects.toThrow("POST /admin/reset");
    await expect(client.impersonateAccount({ address: SOMEBODY })).rejects.toThrow("eth_accounts");
    await expect(client.setMinGasPrice({ gasPrice: 1n })).rejects.toThrow("/admin/networks/base/base-fee");
    await expect(client.setCoinbase({ address: SOMEBODY })).rejects.toThrow("not supported");
    await expect(client.setNextBlockTimestamp({ timestamp: head.timestamp - 1n })).rejects.toThrow("lower than");
    await expect(client.setNonce({ address: SOMEBODY, nonce: 1 })).rejects.toThrow("nonces grow");
    expect((await shared().chain("base").public.getBlock()).hash).toBe(head.hash);
  });
});
