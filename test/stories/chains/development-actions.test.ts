// Effects of development methods on the sandbox's own accounts are booked in its ledger, which always agrees with the chain.
import { encodeFunctionData, getAddress, type Hex, parseEther, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import { ask, get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { allDeposits, artifact, aWallet, depositsOf, eventsOf, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

const STRANGER = getAddress(`0x${"e7".repeat(20)}`);
const hex = (wei: bigint): Hex => `0x${wei.toString(16)}`;

const secondsNow = async (sandbox: ASandbox) => Date.parse((await sandbox.control("GET", "/clock")).now) / 1_000;
const walletBalance = async (sandbox: ASandbox, id: string) => {
  const { data } = await sandbox.api.GET("/wallets/{id}", { params: { path: { id } } });
  return data?.data.balances.find(({ symbol }) => symbol === "ETH")?.balance.amount;
};

test("a balance set on a wallet changes its balance with an event, is not a deposit, and survives a reorg", async () => {
  const sandbox = await aSandbox();
  const { url, public: client } = sandbox.chain("base");
  const wallet = await aWallet(sandbox.api);
  await get(url, "hardhat_setBalance", [wallet.address, hex(parseEther("2"))]);
  await get(url, "anvil_addBalance", [wallet.address, hex(parseEther("0.5"))]);
  expect(await walletBalance(sandbox, wallet.id)).toBe("2.5");
  expect(await allDeposits(sandbox.api)).toEqual([]);
  expect(await eventsOf(sandbox, { type: "balance.updated" })).toHaveLength(2);
  await get(url, "hardhat_setBalance", [wallet.address, hex(parseEther("1"))]);
  expect(await walletBalance(sandbox, wallet.id)).toBe("1");
  await sandbox.control("POST", "/networks/base/mine", { blocks: 3 });
  await sandbox.control("POST", "/networks/base/reorg", { depth: 3 });
  expect([await walletBalance(sandbox, wallet.id), await client.getBalance({ address: wallet.address })]).toEqual([
    "1",
    parseEther("1"),
  ]);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("a state change keeps its position: a deeper reorg that drops a deposit keeps the balance that was set, and the ledger agrees", async () => {
  const sandbox = await aSandbox();
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 20 });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const chain = sandbox.chain("base");
  const wallet = await aWallet(sandbox.api);
  await chain.wallet.sendTransaction({ to: wallet.address, value: parseEther("3"), gas: 21_000n });
  await sandbox.control("POST", "/networks/base/mine");
  await get(chain.url, "hardhat_setBalance", [wallet.address, hex(parseEther("10"))]);
  await sandbox.control("POST", "/networks/base/mine");
  await sandbox.control("POST", "/networks/base/reorg", { depth: 2, transactions: "drop" });
  expect(await chain.public.getBalance({ address: wallet.address })).toBe(parseEther("7"));
  expect(await walletBalance(sandbox, wallet.id)).toBe("7");
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("a payout waits while the gas station has no coin, until its balance is restored", async () => {
  const sandbox = await aSandbox();
  const { url } = sandbox.chain("ethereum");
  await aVault(sandbox, { amount: "100" });
  const query = { network_symbol: "ethereum" };
  const { data } = await sandbox.api.GET("/gas-stations/wallets", { params: { query } });
  const [station] = data?.data ?? [];
  if (station === undefined) throw new Error("no gas station on Ethereum");
  const before = await get<Hex>(url, "eth_getBalance", [station.address, "latest"]);
  await get(url, "hardhat_setBalance", [station.address, "0x0"]);
  const { id } = await aPayout(sandbox);
  await sandbox.control("POST", "/clock/advance", { by: "2m" });
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "queued" });
  await get(url, "hardhat_setBalance", [station.address, before]);
  await sandbox.control("POST", "/clock/advance", { by: "2m" });
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "confirmed" });
  expect(await vaultBalance(sandbox)).toMatchObject({ balance: "90" });
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("time that a tool moves is the sandbox's own: a payout expires, blocks of the interval come", async () => {
  const sandbox = await aSandbox();
  const { url, public: client } = sandbox.chain("base");
  const start = await secondsNow(sandbox);
  await get(url, "evm_increaseTime", [90]);
  expect(await secondsNow(sandbox)).toBe(start + 90);
  expect(await get(url, "evm_mine", [start + 100])).toBe("0x0");
  expect((await client.getBlock()).timestamp).toBe(BigInt(start + 100));
  await get(url, "evm_mine", [{ timestamp: start + 200, blocks: 2 }]);
  expect(await client.getBlock()).toMatchObject({ number: 3n, timestamp: BigInt(start + 200) });
  await get(url, "anvil_setTime", [(start + 300) * 1_000]);
  await get(url, "evm_setTime", [start + 400]);
  expect(await secondsNow(sandbox)).toBe(start + 400);
  await get(url, "evm_setIntervalMining", [5_000]);
  const wallet = await aWallet(sandbox.api);
  const hash = await payToken(sandbox, { to: wallet.address, amount: "25" });
  expect(await depositsOf(sandbox.api, hash)).toEqual([]);
  await get(url, "evm_increaseTime", ["0xa"]);
  expect(await depositsOf(sandbox.api, hash)).toHaveLength(1);
});

test("with a running clock tools move it just as well", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { url, public: client } = sandbox.chain("base");
  expect(await get(url, "evm_increaseTime", [0])).toBe("0x0");
  const before = await secondsNow(sandbox);
  expect(await get(url, "evm_increaseTime", [3_600])).toBe("0xe10");
  expect(await secondsNow(sandbox)).toBeGreaterThanOrEqual(before + 3_600);
  const at = Math.floor(await secondsNow(sandbox)) + 100_000;
  await get(url, "evm_mine", [at]);
  expect((await client.getBlock({ blockNumber: 1n })).timestamp).toBe(BigInt(at));
});

describe("what is refused changes nothing", () => {
  const shared = sharedSandbox();

  test("the sandbox's contracts and addresses keep code and storage", async () => {
    const sandbox = shared();
    const { url, ...base } = sandbox.chain("base");
    const { address } = await aWallet(sandbox.api);
    const refused: readonly (readonly [string, unknown[], string])[] = [
      ["hardhat_setCode", [base.token("USDC"), "0x00"], "contract of the sandbox"],
      ["hardhat_setStorageAt", [base.token("USDC"), "0x0", zeroHash], "contract of the sandbox"],
      ["anvil_setCode", [address, "0x00"], "is an address of the sandbox (user)"],
      ["anvil_setStorageAt", [address, "0x0", zeroHash], "is an address of the sandbox (user)"],
      ["evm_increaseTime", ["0x7fffffff"], "ten years"],
      ["evm_setTime", [1_600_000_000], "past"],
      ["evm_setNextBlockTimestamp", [1_600_000_000], "lower than"],
      ["evm_setAutomine", ["yes"], "true or false"],
      ["evm_setIntervalMining", [[1, 2]], "random"],
      ["hardhat_setBalance", [STRANGER, "much"], "quantity"],
      ["hardhat_setStorageAt", [STRANGER, "0x0", "0x1"], "32 bytes"],
      ["hardhat_setNextBlockBaseFeePerGas", ["0xffffffffffffffff"], "million gwei"],
    ];
    const [head, clock] = [await base.public.getBlock(), await sandbox.control("GET", "/clock")];
    for (const [method, params, says] of refused) {
      const { error } = await ask(url, method, params);
      expect([method, error?.message]).toEqual([method, expect.stringContaining(says)]);
    }
    expect(await base.public.getBlock()).toEqual(head);
    expect(await sandbox.control("GET", "/clock")).toEqual(clock);
  });

  test("what a payout has reserved cannot be taken from a vault", async () => {
    const sandbox = shared();
    const { url } = sandbox.chain("polygon");
    const vault = await aVault(sandbox, { network: "polygon", asset: "POL", amount: "5" });
    await sandbox.control("PUT", "/networks/polygon/mining", { mode: "manual" });
    await aPayout(sandbox, { network_symbol: "polygon", asset: "POL", amount: "4" });
    const { error } = await ask(url, "hardhat_setBalance", [vault, "0x0"]);
    expect(error?.message).toMatch(/wei at most can be taken/);
    expect(BigInt(await get<Hex>(url, "eth_getBalance", [vault, "latest"]))).toBe(parseEther("5"));
  });

  test("a transaction that does not wait cannot be dropped; randomness is taken once", async () => {
    const { url } = shared().chain("bsc");
    for (const method of ["hardhat_dropTransaction", "anvil_dropTransaction"])
      expect(await get(url, method, [zeroHash])).toBe(false);
    const value = `0x${"cd".repeat(32)}`;
    expect(await get(url, "hardhat_setPrevRandao", [value])).toBe(true);
    await get(url, "evm_mine");
    expect(await get(url, "eth_getBlockByNumber", ["latest", false])).toMatchObject({ mixHash: value });
    expect((await ask(url, "hardhat_setPrevRandao", [value])).error?.code).toBe(-32602);
  });
});

test("a contract of a tool's making works: its code and storage are there after the next block and the next reset are gone", async () => {
  const sandbox = await aSandbox();
  const { url, public: client, wallet } = sandbox.chain("base");
  const { abi } = artifact("Multicall3");
  const code = await client.getCode({ address: "0xcA11bde05977b3631167028862bE2a173976CA11" });
  await get(url, "hardhat_setCode", [STRANGER, code]);
  const data = encodeFunctionData({ abi, functionName: "aggregate", args: [[]] });
  const hash = await wallet.sendTransaction({ to: STRANGER, data });
  expect((await client.getTransactionReceipt({ hash })).status).toBe("success");
  await sandbox.control("POST", "/reset");
  expect(await client.getCode({ address: STRANGER })).toBeUndefined();
});
