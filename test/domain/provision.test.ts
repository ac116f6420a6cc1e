// The initial records of a tenant, and the validity of its keys (H-05, H-73).
import { describe, expect, test } from "vitest";
import { addressesOfHolder, gasStationOn } from "../../src/domain/address/store.ts";
import { balanceOf } from "../../src/domain/movement/store.ts";
import { gasStationAddress, gasStationFunding, provisionTenant, tenantPaths } from "../../src/domain/provision.ts";
import { authenticate } from "../../src/domain/tenant/authenticate.ts";
import { issueKey } from "../../src/domain/tenant/issue-key.ts";
import {
  isAssetEnabled,
  isNetworkEnabled,
  listApiKeys,
  markTenantDeleted,
  nextTenantNumber,
  putTenantNetwork,
  revokeApiKey,
} from "../../src/domain/tenant/store.ts";
import { TIER_LIMITS } from "../../src/domain/tenant/tenant.ts";
import { listVaults, vaultOfTenant } from "../../src/domain/vault/store.ts";
import { aTenant, aWorld, eventTypes } from "../support/worlds/a-world.ts";

describe("a new tenant has", () => {
  test("one empty vault labelled hot, with an address on every network", () => {
    const world = aWorld();
    const [vault, ...more] = listVaults(world.db, world.tenant.id);
    expect([vault?.label, more]).toEqual(["hot", []]);
    const addresses = addressesOfHolder(world.db, world.vaultId);
    expect(addresses.map(({ network }) => network)).toEqual(["arbitrum", "base", "bsc", "ethereum", "polygon"]);
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(5);
    for (const { id, network } of addresses) {
      for (const asset of world.catalogue.network(network).assets) {
        expect(balanceOf(world.db, id, asset.key)).toEqual({ confirmed: 0n, held: 0n });
      }
    }
  });

  test("a gas station on every network with 100 native coins, and nothing comes of it", () => {
    const world = aWorld();
    for (const network of world.catalogue.networks) {
      const station = gasStationOn(world.db, world.tenant.id, network.symbol)!;
      expect(station.address).toBe(gasStationAddress(world, world.tenant.number, network));
      expect(balanceOf(world.db, station.id, network.native.key).confirmed).toBe(gasStationFunding(network));
      expect(gasStationFunding(network)).toBe(100n * 10n ** 18n);
    }
    expect(eventTypes(world)).toEqual([]);
    expect(world.db.all("select id from deposit union all select id from transaction_record")).toEqual([]);
  });

  test("every asset of every network enabled", () => {
    const world = aWorld();
    for (const { symbol, assets } of world.catalogue.networks) {
      expect(isNetworkEnabled(world.db, world.tenant.id, symbol)).toBe(true);
      for (const { key } of assets) expect(isAssetEnabled(world.db, world.tenant.id, symbol, key)).toBe(true);
    }
    expect(isAssetEnabled(world.db, world.tenant.id, "ethereum", "0xunknown")).toBe(false);
  });

  test("addresses at exactly the paths that are derived ahead", () => {
    const world = aWorld();
    const tenant_id = world.tenant.id;
    const sql = "select derivation from address where tenant_id = :tenant_id";
    const derivations = world.db.all<{ derivation: string }>(sql, { tenant_id }).map(({ derivation }) => derivation);
    expect(tenantPaths(world, world.tenant.number).toSorted()).toEqual(derivations.toSorted());
    expect(derivations).toHaveLength(10);
  });

  test("the next number, so that no two tenants share a key of the tree", () => {
    const world = aWorld();
    const second = world.write(() => aTenant(world, "second").tenant);
    expect([world.tenant.number, second.number, nextTenantNumber(world.db)]).toEqual([1, 2, 3]);
    markTenantDeleted(world.db, second.id, world.clock.now());
    expect(nextTenantNumber(world.db)).toBe(3);
    const addresses = world.db.all<{ address: string }>("select address from address");
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
  });

  test("the requests a minute of its tier, unless it has its own number (S-556…S-558)", () => {
    const world = aWorld();
    const made = (order: object) =>
      world.write(
        () => provisionTenant(world, { name: "t", tier: "pro", environment: "sandbox", ...order }).tenant.rate_limit,
      );
    expect([
      made({ tier: "standard" }),
      made({ tier: "pro" }),
      made({ tier: "enterprise" }),
      made({ rateLimit: 7 }),
    ]).toEqual([100, 1_000, 100_000, 7]);
    expect(TIER_LIMITS.standard).toBe(100);
  });
});

test("the same seed gives the same first world, another seed another", () => {
  const facts = (seed: string) => {
    const world = aWorld({ seed });
    return [world.tenant.id, world.vaultId, world.apiKey, world.vaultOn("base").address];
  };
  expect(facts("7")).toEqual(facts("7"));
  expect(facts("7").filter((fact) => facts("8").includes(fact))).toEqual([]);
});

test("a network stays enabled while one of its assets is (H-51)", () => {
  const world = aWorld();
  const [first, ...rest] = world.catalogue.network("base").assets;
  for (const { key } of rest) putTenantNetwork(world.db, world.tenant.id, "base", key, false);
  expect(isNetworkEnabled(world.db, world.tenant.id, "base")).toBe(true);
  putTenantNetwork(world.db, world.tenant.id, "base", first!.key, false);
  expect(isNetworkEnabled(world.db, world.tenant.id, "base")).toBe(false);
  expect(isNetworkEnabled(world.db, world.tenant.id, "bsc")).toBe(true);
});

test("a vault is known to its tenant only (K-3)", () => {
  const world = aWorld();
  const other = world.write(() => aTenant(world, "other"));
  expect(vaultOfTenant(world.db, world.tenant.id, other.vaultId)).toBeUndefined();
  expect(vaultOfTenant(world.db, other.tenant.id, other.vaultId)?.id).toBe(other.vaultId);
});

describe("a key", () => {
  test("opens its own tenant (S-441)", () => {
    const world = aWorld();
    const other = world.write(() => aTenant(world, "other"));
    expect(authenticate(world.db, "sandbox", world.apiKey)?.tenant.id).toBe(world.tenant.id);
    expect(authenticate(world.db, "sandbox", other.apiKey)?.tenant.id).toBe(other.tenant.id);
  });

  test.each([
    undefined,
    "",
    "sk_sandbox_",
    "sk_sandbox_00000000000000000000000000000000",
    "x".repeat(10_000),
    "ключ",
    "\u0000",
  ])("%j opens nothing (S-442, S-443, R-193)", (key) => {
    expect(authenticate(aWorld().db, "sandbox", key)).toBeUndefined();
  });

  test("of another spelling opens nothing", () => {
    const world = aWorld();
    for (const key of [world.apiKey.toUpperCase(), ` ${world.apiKey}`, world.apiKey.slice(0, -1)]) {
      expect(authenticate(world.db, "sandbox", key)).toBeUndefined();
    }
  });

  test("of one environment opens nothing in the other (S-446, S-447)", () => {
    const world = aWorld();
    expect(world.apiKey).toMatch(/^sk_sandbox_[0-9a-f]{32}$/);
    expect(authenticate(world.db, "production", world.apiKey)).toBeUndefined();
    const live = world.write(() => issueKey(world, world.tenant.id, "production").apiKey);
    expect(live).toMatch(/^sk_live_[0-9a-f]{32}$/);
    expect(authenticate(world.db, "production", live)?.tenant.id).toBe(world.tenant.id);
    expect(authenticate(world.db, "sandbox", live)).toBeUndefined();
  });

  test("that an operator chose freely opens too", () => {
    const world = aWorld();
    world.write(() => issueKey(world, world.tenant.id, "sandbox", "my-key"));
    expect(authenticate(world.db, "sandbox", "my-key")?.tenant.id).toBe(world.tenant.id);
  });

  test("that is revoked opens nothing from the next request on; others go on (S-449, R-195)", () => {
    const world = aWorld();
    const second = world.write(() => issueKey(world, world.tenant.id, "sandbox"));
    expect(revokeApiKey(world.db, world.tenant.id, second.keyId, world.clock.now())).toBe(true);
    expect(revokeApiKey(world.db, world.tenant.id, second.keyId, world.clock.now())).toBe(false);
    expect(authenticate(world.db, "sandbox", second.apiKey)).toBeUndefined();
    expect(authenticate(world.db, "sandbox", world.apiKey)).toBeDefined();
  });

  test("of a deleted tenant opens nothing", () => {
    const world = aWorld();
    markTenantDeleted(world.db, world.tenant.id, world.clock.now());
    expect(authenticate(world.db, "sandbox", world.apiKey)).toBeUndefined();
  });

  test("is stored as a hash only (R-192)", () => {
    const world = aWorld();
    expect(JSON.stringify(listApiKeys(world.db, world.tenant.id))).not.toContain(world.apiKey.slice(-32));
  });
});
