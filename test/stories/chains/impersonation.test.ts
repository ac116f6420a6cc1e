// Impersonation: transactions from addresses without a key are blocks, receipts, deposits and journal entries like any other.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from "viem";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet } from "../../support/payments/on-chain.ts";

const WHALE = `0x${"a7".repeat(20)}` as const;
const OTHER = `0x${"b7".repeat(20)}` as const;
const STRANGER = `0x${"c7".repeat(20)}` as const;

const clients = (sandbox: ASandbox, mode: "hardhat" | "anvil" = "hardhat", network = "base") => {
  const { chain, url, public: reader } = sandbox.chain(network);
  const transport = http(url, { retryCount: 0 });
  const whale = createWalletClient({ chain, transport, account: WHALE });
  return { url, reader, whale, client: createTestClient({ chain, mode, transport }) };
};
const healthy = async (sandbox: ASandbox) =>
  (await sandbox.control("GET", "/invariants")).invariants.filter(({ ok }: { ok: boolean }) => !ok);

describe.each(["hardhat", "anvil"] as const)("viem's test client in the mode %s", (mode) => {
  const shared = sharedSandbox();

  test("sends from a whale without a key: receipt, transaction and trace name it, and a deposit is one like any other", async () => {
    const sandbox = shared();
    const { client, reader, whale, url } = clients(sandbox, mode);
    const wallet = await aWallet(sandbox.api);
    await client.setBalance({ address: WHALE, value: parseEther("100") });
    await expect(whale.sendTransaction({ to: STRANGER, value: 1n })).rejects.toThrow("unknown account");
    await client.impersonateAccount({ address: WHALE });
    const hash = await whale.sendTransaction({ to: wallet.address, value: parseEther("2") });
    const receipt = await reader.waitForTransactionReceipt({ hash, confirmations: 1 });
    expect([receipt.status, receipt.from]).toEqual(["success", WHALE]);
    expect(await reader.getTransaction({ hash })).toMatchObject({ from: WHALE, nonce: 0 });
    expect(await get(url, "debug_traceTransaction", [hash, { tracer: "callTracer" }])).toMatchObject({ from: WHALE });
    expect(await allDeposits(sandbox.api)).toMatchObject([{ tx_id: hash, balance: { amount: 2 } }]);
    await client.stopImpersonatingAccount({ address: WHALE });
    await expect(whale.sendTransaction({ to: STRANGER, value: 1n })).rejects.toThrow("unknown account");
    expect(await get(url, "eth_accounts")).not.toContain(WHALE);
    expect(await healthy(sandbox)).toEqual([]);
  });

  test("a contract can be impersonated, and the development accounts sign as before", async () => {
    const sandbox = shared();
    const { client, reader, url } = clients(sandbox, mode);
    const token = sandbox.chain("base").token("USDC");
    await client.setBalance({ address: token, value: parseEther("1") });
    await client.impersonateAccount({ address: token });
    const hash = (await get(url, "eth_sendTransaction", [{ from: token, to: STRANGER, value: "0x7" }])) as Hex;
    expect((await reader.getTransactionReceipt({ hash })).status).toBe("success");
    const [alice] = (await get(url, "eth_accounts")) as [Hex];
    await client.impersonateAccount({ address: alice });
    expect(await get(url, "eth_sign", [alice, "0x12"])).toMatch(/^0x/);
  });
});

test("every address of the platform is refused by name, unlocked before or not, and so is signing for an impersonated one", async () => {
  const sandbox = await aSandbox();
  const { url } = clients(sandbox);
  const wallet = await aWallet(sandbox.api);
  await aUda(sandbox.api);
  const rows = sandbox.store.all<{ category: string; address: Hex }>("select category, address from address");
  expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(["user", "vault", "gas_station", "uda"]));
  const { public: reader } = sandbox.chain("base");
  const abi = parseAbi(["function owner() view returns (address)"]);
  const faucet = await reader.readContract({
    abi,
    address: sandbox.chain("base").token("USDC"),
    functionName: "owner",
  });
  for (const address of [...rows.map((row) => row.address), faucet]) {
    const { error } = await ask(url, "hardhat_impersonateAccount", [address]);
    expect([address, error?.code, error?.message]).toEqual([
      address,
      -32000,
      expect.stringContaining("cannot be impersonated"),
    ]);
  }
  expect(await get(url, "anvil_autoImpersonateAccount", [true])).toBe(true);
  const refused = await ask(url, "eth_sendTransaction", [{ from: wallet.address, to: STRANGER, value: "0x1" }]);
  expect(refused.error?.message).toContain("a wallet address of the sandbox");
  for (const [method, params] of [
    ["eth_sign", [WHALE, "0x12"]],
    ["personal_sign", ["0x12", WHALE]],
    ["eth_signTransaction", [{ from: WHALE, to: STRANGER, value: "0x1" }]],
    ["eth_signTypedData_v4", [WHALE, { types: {}, primaryType: "", domain: {}, message: {} }]],
  ] as const) {
    const { error } = await ask(url, method, params);
    expect([method, error?.message]).toEqual([method, expect.stringContaining("nobody has its key here")]);
  }
  expect(await get(url, "anvil_autoImpersonateAccount", [false])).toBe(true);
  expect((await ask(url, "eth_sendTransaction", [{ from: WHALE, to: STRANGER }])).error?.message).toBe(
    "unknown account",
  );
  expect(await get(url, "hardhat_stopImpersonatingAccount", [WHALE])).toBe(false);
  expect((await ask(url, "anvil_autoImpersonateAccount", ["yes"])).error?.code).toBe(-32602);
});

test("an impersonated transaction survives reorg, snapshot, evm_revert and export with the same hash", async () => {
  const sandbox = await aSandbox();
  const { client, reader, whale, url } = clients(sandbox);
  const token = sandbox.chain("base").token("USDC");
  await client.setBalance({ address: WHALE, value: parseEther("100") });
  await sandbox.control("POST", "/faucet", { network: "base", asset: "USDC", to_address: WHALE, amount: "50" });
  await client.impersonateAccount({ address: WHALE });
  const wallet = await aWallet(sandbox.api);
  const id = await client.snapshot();
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [wallet.address, 5_000_000n] });
  const paid = await whale.sendTransaction({ to: token, data });
  const deposit = async () => (await allDeposits(sandbox.api)).map(({ tx_id, balance }) => [tx_id, balance.amount]);
  expect(await deposit()).toEqual([[paid, 5]]);
  await sandbox.control("POST", "/networks/base/reorg", { depth: 2, transactions: "delay", force: true });
  await sandbox.control("POST", "/networks/base/mine", { blocks: 2 });
  expect((await reader.getTransactionReceipt({ hash: paid })).from).toBe(WHALE);
  const { head } = (await sandbox.control("GET", "/networks")).items.find(
    (row: { network: string }) => row.network === "base",
  );
  const { id: kept } = await sandbox.control("POST", "/snapshots", { name: "kept" });
  await sandbox.control("POST", `/snapshots/${kept}/restore`);
  expect((await reader.getBlock()).hash).toBe(head.hash);
  expect(await deposit()).toEqual([[paid, 5]]);
  expect(await client.revert({ id })).toBeUndefined();
  expect(await deposit()).toEqual([]);
  // The fixture was taken with the account unlocked: it is again.
  const again = (await get(url, "eth_sendTransaction", [{ from: WHALE, to: OTHER, value: "0x1" }])) as Hex;
  expect((await reader.getTransactionReceipt({ hash: again })).from).toBe(WHALE);
  expect(await healthy(sandbox)).toEqual([]);
});

test("a restart of a data folder replays impersonated transactions to the same chain, also those that wait", async () => {
  const folder = mkdtempSync(join(tmpdir(), "impersonated-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "world");
  const first = await aSandbox({ data });
  const { client, whale } = clients(first);
  await client.setBalance({ address: WHALE, value: parseEther("100") });
  await client.impersonateAccount({ address: WHALE });
  const mined = await whale.sendTransaction({ to: STRANGER, value: 1n });
  await client.setAutomine(false);
  const waiting = await whale.sendTransaction({ to: STRANGER, value: 2n });
  const before = await first.chain("base").public.getBlock();
  await first.close();
  const second = clients(await aSandbox({ data }));
  expect((await second.reader.getBlock()).hash).toBe(before.hash);
  expect((await second.reader.getTransactionReceipt({ hash: mined })).from).toBe(WHALE);
  await second.client.mine({ blocks: 1 });
  expect((await second.reader.getTransactionReceipt({ hash: waiting })).from).toBe(WHALE);
  expect(await second.reader.getBalance({ address: STRANGER })).toBe(3n);
  await second.client.setAutomine(true);
  await second.whale.sendTransaction({ to: STRANGER, value: 4n });
  expect(await second.reader.getBalance({ address: STRANGER })).toBe(7n);
});

test.each(["hardhat", "anvil"] as const)(
  "what an impersonated account sent before its address became a wallet is dropped from the pool, and the wallet works (%s)",
  async (mode) => {
    const twin = await aSandbox();
    const { address } = await aWallet(twin.api);
    await twin.close();
    const sandbox = await aSandbox();
    const { client, reader, whale, url } = clients(sandbox, mode);
    await client.setBalance({ address, value: parseEther("3") });
    await client.impersonateAccount({ address });
    await client.impersonateAccount({ address: WHALE });
    await client.setBalance({ address: WHALE, value: parseEther("3") });
    await client.setAutomine(false);
    const early = (await get(url, "eth_sendTransaction", [{ from: address, to: STRANGER, value: "0x7" }])) as Hex;
    const other = await whale.sendTransaction({ to: STRANGER, value: 1n });
    expect((await aWallet(sandbox.api)).address).toBe(address);
    await client.mine({ blocks: 2 });
    expect(await get(url, "eth_getTransactionByHash", [early])).toBeNull();
    expect((await reader.getTransactionReceipt({ hash: other })).status).toBe("success");
    expect(await reader.getBalance({ address: STRANGER })).toBe(1n);
    await client.setAutomine(true);
    await whale.sendTransaction({ to: address, value: parseEther("1") });
    expect(await allDeposits(sandbox.api)).toMatchObject([{ balance: { amount: 1 } }]);
    expect(await reader.getBalance({ address })).toBe(parseEther("4"));
    expect(await healthy(sandbox)).toEqual([]);
  },
);
