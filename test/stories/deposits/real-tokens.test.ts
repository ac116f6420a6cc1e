// Tokens that behave as on the real networks, through the whole service, and tokens that the service does not know.
import { erc20Abi, getAddress, type Hex, parseAbi } from "viem";
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { allDeposits, aWallet, payToken } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";

/** Ethereum's USDT returns nothing, those of BNB Smart Chain lack permit and EIP-3009. */
const UNUSUAL = [
  ["ethereum", "USDT"],
  ["bsc", "USDT"],
  ["bsc", "USDC"],
] as const;

test.each(UNUSUAL)("R-036 deposit, payout, sweep and route work in %s's %s", async (network, asset) => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const wallet = await aWallet(api, { network });
  await control("POST", "/faucet", { network, asset, amount: "7", to_address: wallet.address });
  await payToken(sandbox, { network, asset, to: wallet.address, amount: "2.5" });
  await aVault(sandbox, { network, asset, amount: "50" });
  await control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  expect((await allDeposits(api)).map(({ balance }) => balance.amount).toSorted((a, b) => a - b)).toEqual([2.5, 7, 50]);

  const payout = await aPayout(sandbox, { network_symbol: network, asset, amount: "10" });
  await control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  expect((await payoutNow(api, payout.id)).status).toBe("confirmed");
  const decimals = network === "bsc" ? 18 : 6;
  expect(await tokenBalance(sandbox, network, asset, PAYEE)).toBe(10n * 10n ** BigInt(decimals));

  const uda = await aUda(api, { owner: "from", network: "8453", asset: "USDC" });
  await sendToken(sandbox, { network, asset, to: uda.address, amount: "40" });
  await control("POST", "/run-until-idle", { advance: true, limit: "30m" });
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, network, asset, uda.address)).toBe(0n);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test.each(UNUSUAL)("R-036 a settlement is filled in %s's %s", async (network, asset) => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const chainId = String(readCatalogue().find(({ symbol }) => symbol === network)?.network_id);
  const uda = await aUda(api, { network: chainId, asset });
  await sendToken(sandbox, { network: "polygon", asset: "USDC", to: uda.address, amount: "40" });
  await control("POST", "/run-until-idle", { advance: true, limit: "30m" });
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, network, asset, DESTINATION)).toBeGreaterThan(0n);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("a client that expects a bool of Ethereum's USDT fails, one that does not pays", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api, { network: "ethereum" });
  const chain = sandbox.chain("ethereum");
  const transfer = { address: chain.token("USDT"), functionName: "transfer", args: [wallet.address, 1n] } as const;
  const simulated = chain.public.simulateContract({ ...transfer, abi: erc20Abi, account: chain.account });
  await expect(simulated).rejects.toThrow("returned no data");
  const abi = parseAbi(["function transfer(address to, uint256 value)"]);
  await chain.wallet.writeContract({ ...transfer, abi });
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
});

type Line = { level: number; network?: string; token?: string; symbol?: string; tx_id?: string; msg?: string };

test("a token that the service does not know is given by its address, arrives, is logged and makes no deposit", async () => {
  const lines: Line[] = [];
  const sandbox = await aSandbox({}, undefined, { hear: (line) => lines.push(JSON.parse(line)) });
  const { api, control } = sandbox;
  for (const { symbol: network, other_tokens = [] } of readCatalogue()) {
    const wallet = await aWallet(api, { network });
    for (const { address: token, symbol, decimals } of other_tokens) {
      const body = { network, asset: token, amount: "3.5", to_address: wallet.address };
      const { tx_id } = await control("POST", "/faucet", body);
      const chain = sandbox.chain(network);
      const held = { abi: erc20Abi, address: token, functionName: "balanceOf", args: [wallet.address] } as const;
      expect(await chain.public.readContract(held)).toBe((35n * 10n ** BigInt(decimals)) / 10n);
      const [told, ...more] = lines.filter((line) => line.tx_id === tx_id && line.msg?.includes("does not know"));
      expect(more).toEqual([]);
      const to_address = wallet.address.toLowerCase();
      expect(told).toMatchObject({ level: 40, network, token, symbol, amount: "3.5", to_address });
    }
    const refused = await sandbox.admin("POST", "/faucet", {
      network,
      asset: "DAI",
      amount: "1",
      to_address: wallet.address,
    });
    expect(refused.status).toBe(400);
  }
  await control("POST", "/run-until-idle", { advance: true, limit: "10m" });
  expect(await allDeposits(api)).toEqual([]);
  const { items } = await control("GET", "/events?limit=1000");
  expect(items.filter(({ type }: { type: string }) => type !== "address.assigned")).toEqual([]);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("a hostile contract cannot fill the log: at most five lines a block, and none for other receivers", async () => {
  const lines: Line[] = [];
  const sandbox = await aSandbox({}, undefined, { hear: (line) => lines.push(JSON.parse(line)) });
  const wallet = await aWallet(sandbox.api);
  const chain = sandbox.chain("base");
  const { abi, bytecode } = (
    await import("../../../chain/artifacts/FakeTransferEmitter.json", { with: { type: "json" } })
  ).default;
  const hash = await chain.wallet.deployContract({ abi, bytecode: bytecode as Hex });
  const { contractAddress } = await chain.public.getTransactionReceipt({ hash });
  await sandbox.control("PUT", "/networks/base/mining", { mode: "manual" });
  const nonce = await chain.public.getTransactionCount({ address: chain.account.address });
  for (let index = 0; index < 9; index += 1) {
    const to = index < 8 ? wallet.address : getAddress(`0x${"99".repeat(20)}`);
    await chain.wallet.writeContract({
      abi,
      address: contractAddress as Hex,
      functionName: "emitWellFormed",
      args: [chain.account.address, to, 1n],
      nonce: nonce + index,
      gas: 100_000n,
    });
  }
  await sandbox.control("POST", "/networks/base/mine", { blocks: 1 });
  expect(lines.filter(({ msg }) => msg?.includes("does not know"))).toHaveLength(5);
  expect(await allDeposits(sandbox.api)).toEqual([]);
});
