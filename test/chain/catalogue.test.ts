// The catalogue names real networks and real addresses (K-8).
import { readFileSync } from "node:fs";
import { getAddress, zeroAddress } from "viem";
import * as viemChains from "viem/chains";
import { expect, test } from "vitest";
import type { ChainDefinition } from "../../src/chains/catalogue.ts";

const catalogue: ChainDefinition[] = JSON.parse(
  readFileSync(new URL("../../chain/catalogue.json", import.meta.url), "utf8"),
);

test("the five networks carry their SLIP-44 and EIP-155 ids", () => {
  expect(catalogue.map((row) => [row.network_id, row.symbol, row.name, row.eip155_id, row.native.symbol])).toEqual([
    ["60", "ethereum", "Ethereum", 1, "ETH"],
    ["9006", "bsc", "BNB Smart Chain", 56, "BNB"],
    ["966", "polygon", "Polygon", 137, "POL"],
    ["9001", "arbitrum", "Arbitrum One", 42161, "ETH"],
    ["8453", "base", "Base", 8453, "ETH"],
  ]);
});

test("every token address has its EIP-55 checksum and occurs once on its network", () => {
  for (const row of catalogue) {
    const addresses = row.tokens.map((token) => token.address);
    expect(addresses).toEqual(addresses.map((address) => getAddress(address)));
    expect(new Set([zeroAddress, ...addresses]).size).toBe(addresses.length + 1);
  }
});

test("client libraries know every EIP-155 id of the catalogue and look for multicall at the same address", () => {
  const known = new Map(Object.values(viemChains).map((chain) => [chain.id as number, chain]));
  for (const row of catalogue) {
    const contracts = known.get(row.eip155_id)?.contracts as { multicall3?: { address: string } } | undefined;
    expect(contracts?.multicall3?.address, row.symbol).toBe("0xca11bde05977b3631167028862be2a173976ca11");
  }
});
