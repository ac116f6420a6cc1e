// What an unknown network name means (H-91).
import { expect, test } from "vitest";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { nearestNetwork, unknownNetwork } from "../../src/domain/network/nearest-network.ts";
import { Catalogue } from "../../src/domain/network/network.ts";

const catalogue = new Catalogue(readCatalogue());

test.each([
  ...[
    "eth",
    "ETH",
    "mainnet",
    "ethereum-mainnet",
    "eth-mainnet",
    "1",
    "0x1",
    "eip155:1",
    "60",
    "erc20",
    "etherium",
  ].map((text) => [text, "ethereum"]),
  ...["matic", "pol", "poly", "137", "Polygon_PoS", "polygn"].map((text) => [text, "polygon"]),
  ...["bnb", "binance", "BEP20", "56", "bnb smart chain", "bsc-mainnet"].map((text) => [text, "bsc"]),
  ...["arb", "Arbitrum One", "42161", "arbitrum_one", "abritrum"].map((text) => [text, "arbitrum"]),
  ...["bas", "base-mainnet", "8453"].map((text) => [text, "base"]),
])("H-91 %s means %s", (text, symbol) => {
  expect(nearestNetwork(catalogue, text!)?.symbol).toBe(symbol);
});

test.each(["solana", "tron", "61", "", "e", "optimism", "0", "-1", "1e3", "x".repeat(10_000)])(
  "H-91 %s means none",
  (text) => {
    expect(nearestNetwork(catalogue, text)).toBeUndefined();
  },
);

test("H-91 the hint names the one that is meant with what a member may take, else all", () => {
  expect(unknownNetwork(catalogue, "eth")).toBe(
    "unknown network eth: did you mean ethereum (network_id 60, chain id 1)?",
  );
  expect(unknownNetwork(catalogue, "solana")).toBe(
    "unknown network solana: use one of ethereum, polygon, base, arbitrum, bsc",
  );
});
