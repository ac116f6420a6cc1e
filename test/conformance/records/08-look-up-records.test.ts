// Section 8: the records whose fields the specification leaves open, in the forms that were decided (H-14…H-16).
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aVault } from "../../support/payments/a-payout.ts";
import { ADDRESS, exact, jsonNumber, UUID } from "../api.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const sandbox = sharedSandbox();

/** The first item of a list for Ethereum, and for an asset if one is given. */
function onEthereum(list: Record<string, unknown>[], symbol?: string): any {
  return list.find((row) => row["network_id"] === "60" && (symbol === undefined || row["symbol"] === symbol));
}

test("a vault is known by vault_id (S-120, S-121)", async () => {
  const { vault_id } = sandbox().ready;
  expect((await exact(sandbox(), "/vault")).data).toEqual([
    { id: vault_id, vault_id, label: "hot", created_at: "2026-01-01T00:00:00.000Z" },
  ]);
  expect((await exact(sandbox(), `/vault/${vault_id}/total`)).data.vault_id).toBe(vault_id);
});

test("vault addresses, balances and total have their forms (S-121)", async () => {
  const { vault_id } = sandbox().ready;
  const address = await aVault(sandbox(), { amount: "1000.5" });
  const addresses = (await exact(sandbox(), `/vault/${vault_id}/addresses`)).data;
  expect(onEthereum(addresses)).toEqual({ id: UUID, vault_id, address, network_id: "60", network_symbol: "ethereum" });
  expect((await exact(sandbox(), `/vault/${vault_id}/addresses/ethereum`)).data).toEqual(onEthereum(addresses));
  const amount = { amount: "1000.5", raw: "1000500000", usd: "1000.50" };
  expect(onEthereum((await exact(sandbox(), `/vault/${vault_id}/balances`)).data, "USDT")).toEqual({
    asset: "Tether USD",
    symbol: "USDT",
    network_id: "60",
    network_symbol: "ethereum",
    decimal: jsonNumber(6),
    contract_address: USDT,
    balance: amount,
    available: amount,
  });
  expect((await exact(sandbox(), `/vault/${vault_id}/total`)).data).toEqual({ vault_id, total_usd: "1000.50" });
});

test("a gas station has its form (S-121)", async () => {
  const station = onEthereum((await exact(sandbox(), "/gas-stations/wallets")).data);
  const balance = { amount: "100", raw: "100000000000000000000", usd: "250000.00" };
  expect(station).toEqual({
    id: UUID,
    address: ADDRESS,
    network_id: "60",
    network_symbol: "ethereum",
    balances: [
      { asset: "Ether", symbol: "ETH", network_id: "60", network_symbol: "ethereum", decimal: jsonNumber(18), balance },
    ],
  });
});

test("networks, assets and chains of UDAs have their forms (S-121)", async () => {
  const url = sandbox().url;
  const network = { network_id: "60", network_symbol: "ethereum" };
  expect(onEthereum((await exact(sandbox(), "/blockchain/networks")).data)).toEqual({
    ...network,
    network_name: "Ethereum",
    eip155_id: "1",
    category: "evm",
    native_asset: { asset: "Ether", symbol: "ETH", decimal: jsonNumber(18) },
    confirmations: jsonNumber(2),
    uda_support: true,
    scanner_url: `${url}/explorer/ethereum`,
  });
  expect(onEthereum((await exact(sandbox(), "/blockchain/assets")).data, "USDT")).toEqual({
    asset: "Tether USD",
    symbol: "USDT",
    ...network,
    contract_address: USDT,
    decimal: jsonNumber(6),
    is_token: true,
    uda_support: true,
    logo: `${url}/assets/usdt.png`,
  });
  const chain = onEthereum((await exact(sandbox(), "/uda/supported-assets")).data.assets);
  expect(chain).toEqual({
    ...network,
    network_name: "Ethereum",
    eip155_id: "1",
    chain_type: "EVM",
    native_currency: {
      symbol: "ETH",
      name: "Ether",
      address: ZERO,
      decimals: jsonNumber(18),
      logo: `${url}/assets/eth.png`,
    },
    assets: [
      {
        symbol: "USDC",
        name: "USD Coin",
        address: expect.any(String),
        decimals: jsonNumber(6),
        logo: `${url}/assets/usdc.png`,
      },
      { symbol: "USDT", name: "Tether USD", address: USDT, decimals: jsonNumber(6), logo: `${url}/assets/usdt.png` },
    ],
  });
});
