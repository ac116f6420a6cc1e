// The catalogue by all its names, addresses in all their forms, and the chain's tail (K-7, K-8, R-009).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressFromBody, displayAddress, isAddress, MAX_CHECKSUMS } from "../../src/domain/address/evm-address.ts";
import { appendTail, confirmedHeight, cutTail, tailAt, tailHead } from "../../src/domain/chain-tail.ts";
import { NATIVE } from "../../src/domain/network/network.ts";
import { priceOf, usdOf } from "../../src/domain/network/price.ts";
import { putRate } from "../../src/domain/network/store.ts";
import { findTenantNetwork, listTenantNetworks, switchTenantNetwork } from "../../src/domain/network/tenant-network.ts";
import { aHash, aTenant, aWorld } from "../support/worlds/a-world.ts";

describe("the catalogue (K-8)", () => {
  test("holds the five networks in order of their ids, with their chain ids and assets", () => {
    const { catalogue } = aWorld();
    const rows = catalogue.networks.map(({ id, symbol, chainId, assets }) => [
      id,
      symbol,
      chainId,
      assets.map((asset) => `${asset.symbol}:${asset.decimals}`).join(" "),
    ]);
    expect(rows).toEqual([
      ["60", "ethereum", 1, "ETH:18 USDC:6 USDT:6"],
      ["966", "polygon", 137, "POL:18 USDC:6 USDT:6"],
      ["8453", "base", 8453, "ETH:18 USDC:6"],
      ["9001", "arbitrum", 42161, "ETH:18 USDC:6 USDT:6"],
      ["9006", "bsc", 56, "BNB:18 USDC:18 USDT:18"],
    ]);
  });

  test("knows a network by slug in any case, by id and by chain id, and nothing else", () => {
    const { catalogue } = aWorld();
    expect(catalogue.bySymbol("EtherEum")?.id).toBe("60");
    expect(catalogue.byId("9006")?.symbol).toBe("bsc");
    expect(catalogue.byChainId(42_161)?.symbol).toBe("arbitrum");
    expect([catalogue.bySymbol("eth"), catalogue.bySymbol("60"), catalogue.byId("1"), catalogue.byChainId(60)]).toEqual(
      [undefined, undefined, undefined, undefined],
    );
  });

  test("knows an asset by contract in any case, and the native coin by the zero address or its alias (K-7)", () => {
    const { catalogue } = aWorld();
    const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    for (const written of [usdc, usdc.toLowerCase()])
      expect(catalogue.findAsset("ethereum", written)?.symbol).toBe("USDC");
    for (const written of [NATIVE, "native", "NATIVE"]) expect(catalogue.findAsset("bsc", written)?.symbol).toBe("BNB");
    expect(catalogue.findAsset("bsc", usdc)).toBeUndefined();
  });

  test("knows an asset by ticker in any case, on its own network only", () => {
    const { catalogue } = aWorld();
    expect(catalogue.assetBySymbol("base", "usdc")?.decimals).toBe(6);
    expect(catalogue.assetBySymbol("bsc", "USDC")?.decimals).toBe(18);
    expect(catalogue.assetBySymbol("base", "USDT")).toBeUndefined();
  });

  test("missing what a row names is our own mistake", () => {
    const { catalogue } = aWorld();
    expect(() => catalogue.network("solana")).toThrow("names a network");
    expect(() => catalogue.asset("ethereum", "0x1")).toThrow("names an asset");
  });
});

describe("an address (K-7)", () => {
  const CHECKSUMMED = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";

  test("in a body may be all lower, all upper or rightly mixed, and is stored lower", () => {
    const lower = CHECKSUMMED.toLowerCase();
    for (const text of [CHECKSUMMED, lower, `0x${lower.slice(2).toUpperCase()}`])
      expect(addressFromBody(text)).toBe(lower);
  });

  test.each([
    "0xab5801a7D398351b8bE11C439e05C5B3259aeC9B",
    CHECKSUMMED.slice(2),
    `0X${CHECKSUMMED.slice(2)}`,
    CHECKSUMMED.slice(0, -1),
    `${CHECKSUMMED}0`,
    "0xgb5801a7d398351b8be11c439e05c5b3259aec9b",
    ` ${CHECKSUMMED}`,
    `${CHECKSUMMED}\n`,
    "",
    "vitalik.eth",
  ])("in a body is not %j", (text) => {
    expect(addressFromBody(text)).toBeNull();
  });

  test("is shown in its checksum form, which every strict reader takes (R-045)", () => {
    const anyAddress = fc
      .bigInt({ min: 0n, max: 2n ** 160n - 1n })
      .map((value) => `0x${value.toString(16).padStart(40, "0")}`);
    fc.assert(
      fc.property(anyAddress, (lower) => {
        const shown = displayAddress(lower);
        expect(addressFromBody(shown)).toBe(lower);
        expect(displayAddress(`0x${lower.slice(2).toUpperCase()}`)).toBe(shown);
        expect(isAddress(shown)).toBe(true);
      }),
    );
    expect(displayAddress(CHECKSUMMED.toLowerCase())).toBe(CHECKSUMMED);
  });

  test("the right form is shown again after more addresses than are remembered", () => {
    for (let number = 0; number <= MAX_CHECKSUMS; number += 1)
      displayAddress(`0x${number.toString(16).padStart(40, "0")}`);
    expect(displayAddress(CHECKSUMMED.toLowerCase())).toBe(CHECKSUMMED);
  });

  test("with one letter's case changed is refused", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 159n, max: 2n ** 160n - 1n }), fc.nat(39), (value, at) => {
        const shown = displayAddress(`0x${value.toString(16)}`);
        const letter = shown[at + 2]!;
        const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const changed = `${shown.slice(0, at + 2)}${turned}${shown.slice(at + 3)}`;
        const digits = changed.slice(2);
        const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
        if (changed !== shown && !oneCase) expect(addressFromBody(changed)).toBeNull();
      }),
    );
  });
});

describe("prices", () => {
  test("turn base units into dollars, and are nothing where there is none", () => {
    const world = aWorld();
    expect(usdOf(world.db, world.asset("bsc", "BNB"), 10n ** 17n)).toBe("60.00");
    putRate(world.db, "BNB", "0.123456789");
    expect(usdOf(world.db, world.asset("bsc", "BNB"), 10n ** 18n)).toBe("0.123457");
    expect(priceOf(world.db, "DOGE")).toBe(0n);
    expect(usdOf(world.db, { symbol: "DOGE", decimals: 8 }, 10n ** 8n)).toBe("0.00");
  });
});

describe("the chain as we have read it", () => {
  const block = (network: string, height: number, hash = aHash(height)) => ({
    network,
    height,
    hash,
    parent_hash: aHash(height - 1),
    timestamp: height * 12,
  });

  test("has a head for each network, and forgets what is cut off", () => {
    const { db } = aWorld();
    for (const height of [0, 1, 2, 3]) appendTail(db, block("ethereum", height));
    appendTail(db, block("bsc", 0));
    expect([tailHead(db, "ethereum")?.height, tailHead(db, "bsc")?.height, tailHead(db, "base")]).toEqual([
      3,
      0,
      undefined,
    ]);
    expect(cutTail(db, "ethereum", 2)).toBe(2);
    expect([tailHead(db, "ethereum")?.height, tailAt(db, "ethereum", 2), tailHead(db, "bsc")?.height]).toEqual([
      1,
      undefined,
      0,
    ]);
  });

  test("holds one block at a height", () => {
    const { db } = aWorld();
    appendTail(db, block("ethereum", 1));
    expect(() => appendTail(db, block("ethereum", 1, aHash(99)))).toThrow("UNIQUE");
  });

  test("counts a block as its own first confirmation (R-009)", () => {
    expect([confirmedHeight(10, 1), confirmedHeight(10, 2), confirmedHeight(0, 2)]).toEqual([10, 9, -1]);
  });
});

describe("what a tenant may use (H-50, H-51)", () => {
  test("is listed for every asset, network by network, the native coin first", () => {
    const world = aWorld();
    const listed = listTenantNetworks(world, world.tenant.id).map(({ asset, enabled }) => [
      asset.network,
      asset.symbol,
      enabled,
    ]);
    expect(listed).toEqual(
      world.catalogue.networks.flatMap(({ symbol, assets }) => assets.map((asset) => [symbol, asset.symbol, true])),
    );
  });

  test("is switched one asset at a time, for one tenant, as often as one likes (S-405)", () => {
    const world = aWorld();
    const other = world.write(() => aTenant(world, "other").tenant.id);
    const usdc = { networkId: "60", address: "0xa0B86991c6218b36c1d19D4a2e9Eb0cE3606eB48" };
    const find = (tenantId: string) => findTenantNetwork(world, tenantId, usdc)!;
    for (const _time of ["once", "twice"]) switchTenantNetwork(world, world.tenant.id, find(world.tenant.id), false);
    expect([find(world.tenant.id).enabled, find(other).enabled]).toEqual([false, true]);
    const disabled = listTenantNetworks(world, world.tenant.id).filter(({ enabled }) => !enabled);
    expect(disabled.map(({ asset }) => `${asset.network} ${asset.symbol}`)).toEqual(["ethereum USDC"]);
    switchTenantNetwork(world, world.tenant.id, find(world.tenant.id), true);
    expect(find(world.tenant.id).enabled).toBe(true);
  });

  test.each([
    ["61", NATIVE],
    ["ethereum", NATIVE],
    ["60", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"],
    ["60", "USDC"],
    ["60", ""],
  ])("is nothing for network %j and asset %j", (networkId, address) => {
    const world = aWorld();
    expect(findTenantNetwork(world, world.tenant.id, { networkId, address })).toBeUndefined();
  });
});
