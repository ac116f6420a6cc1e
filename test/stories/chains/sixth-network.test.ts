// A further network only needs one more row of the catalogue (K-8).
import { parseEther } from "viem";
import { expect, test } from "vitest";
import { type ChainDefinition, readCatalogue } from "../../../src/chains/catalogue.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { allDeposits, aWallet, eventsOf, payToken } from "../../support/payments/on-chain.ts";

const AVALANCHE: ChainDefinition = {
  network_id: "9005",
  symbol: "avalanche",
  name: "Avalanche C-Chain",
  eip155_id: 43_114,
  category: "evm",
  native: { name: "Avalanche", symbol: "AVAX", decimals: 18 },
  tokens: [{ name: "USD Coin", symbol: "USDC", decimals: 6, address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E" }],
  block_time_ms: 2_000,
  confirmations: 2,
  uda_support: true,
  base_fee: "1000000000",
};

test("a sixth row of the catalogue has wallets, deposits, a deposit address, a vault and an RPC", async () => {
  const sandbox = await aSandbox({}, [...readCatalogue(), AVALANCHE]);
  const { api } = sandbox;
  expect(Object.keys(sandbox.ready.rpc)).toContain("avalanche");
  const wallet = await aWallet(api, { network: "avalanche" });
  expect(wallet).toMatchObject({ network_id: "9005", network_symbol: "avalanche" });
  const chain = sandbox.chain("avalanche");
  expect(await chain.public.getChainId()).toBe(43_114);

  const token = await payToken(sandbox, { network: "avalanche", to: wallet.address, amount: "12.5" });
  // A coin without a price has no value in USD, but is a deposit.
  const coin = await chain.wallet.sendTransaction({ to: wallet.address, value: parseEther("2") });
  await sandbox.control("POST", "/deposits", { network: "43114", asset: "USDC", amount: "1", owner: "alice" });
  expect(await allDeposits(api)).toMatchObject([
    { network_symbol: "avalanche", symbol: "USDC", balance: { amount: 1 } },
    { tx_id: coin, symbol: "AVAX", asset: "Avalanche", balance: { amount: 2, usd: "0.00" } },
    { tx_id: token, symbol: "USDC", network_id: "9005", balance: { amount: 12.5, usd: "12.50" } },
  ]);
  const { data } = await api.GET("/wallets/address/{address}", { params: { path: { address: wallet.address } } });
  expect(data?.data.balances.map(({ symbol, balance }) => [symbol, balance.amount])).toEqual([
    ["AVAX", "2"],
    ["USDC", "13.5"],
  ]);
  expect((await eventsOf(sandbox, { type: "deposit.confirmed" })).length).toBe(3);

  const vault = await api.GET("/vault/{vault_id}/addresses", {
    params: { path: { vault_id: sandbox.ready.vault_id } },
  });
  expect(vault.data?.data.map(({ network_symbol }) => network_symbol)).toContain("avalanche");
  const supported = await api.GET("/uda/supported-assets");
  expect(supported.data?.data.assets.map(({ network_symbol }) => network_symbol)).toContain("avalanche");
});

test("a deposit on the sixth network settles to one of the five, and vice versa", async () => {
  const sandbox = await aSandbox({}, [...readCatalogue(), AVALANCHE]);
  for (const [from, to, network_id] of [
    ["avalanche", "arbitrum", "9001"],
    ["base", "avalanche", "9005"],
  ] as const) {
    const address = sandbox.ready.accounts[7]!.address;
    const { data } = await sandbox.api.POST("/uda", {
      body: { owner: `from-${from}`, destination: { address, asset_symbol: "USDC", network_id } },
    });
    const entries = data!.data.deposit_addresses;
    expect(entries).toHaveLength(6);
    await payToken(sandbox, { network: from, to: entries[0]!.address, amount: "100" });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const settlements = await sandbox.api.GET("/uda/{id}/settlements", { params: { path: { id: data!.data.id } } });
    expect(settlements.data?.data.items).toMatchObject([
      { status: "completed", destination: { network_name: expect.stringMatching(new RegExp(to, "i")) } },
    ]);
  }
});
