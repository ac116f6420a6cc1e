// Assigning wallets: the order of errors, and the addresses of a pool (H-03, H-40).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { putTenantNetwork, tenantById } from "../../src/domain/tenant/store.ts";
import { assignWallet, type WalletInput } from "../../src/domain/wallet/assign.ts";
import { putPool } from "../../src/domain/wallet/store.ts";
import { type AWorld, aTenant, aWallet, aWorld, eventTypes, problemOf, rowCounts } from "../support/worlds/a-world.ts";

function assign(world: AWorld, order: Partial<WalletInput>) {
  return () =>
    world.write(() =>
      assignWallet(world, world.tenant, { owner: "user-1", networkId: undefined, networkSymbol: undefined, ...order }),
    );
}

function disable(world: AWorld, network: string, keep: string[] = []): void {
  for (const asset of world.catalogue.network(network).assets) {
    putTenantNetwork(world.db, world.tenant.id, network, asset.key, keep.includes(asset.symbol));
  }
}

describe("the first mistake decides (H-40)", () => {
  test("no network is named: invalid request", () => {
    expect(problemOf(assign(aWorld(), {}))).toBe("invalidRequest");
  });

  test("two different networks are named: invalid request, even when neither is enabled and the pools are empty", () => {
    const world = aWorld();
    for (const network of ["ethereum", "bsc"]) {
      disable(world, network);
      putPool(world.db, world.tenant.id, network, 0);
    }
    expect(problemOf(assign(world, { networkId: "60", networkSymbol: "bsc" }))).toBe("invalidRequest");
  });

  test.each([
    ["id", { networkId: "61" }],
    ["id that is a chain id", { networkId: "1" }],
    ["symbol", { networkSymbol: "solana" }],
    ["id and symbol", { networkId: "61", networkSymbol: "solana" }],
  ])("an unknown %s: network not found", (_name, order) => {
    expect(problemOf(assign(aWorld(), order))).toBe("networkNotFound"); // S-358
  });

  test("a network without an enabled asset: network not enabled, reported before the empty pool", () => {
    const world = aWorld();
    disable(world, "ethereum");
    putPool(world.db, world.tenant.id, "ethereum", 0);
    expect(problemOf(assign(world, { networkId: "60" }))).toBe("networkNotEnabled"); // S-357
  });

  test("an empty pool: no available wallets, and nothing changes (R-108)", () => {
    const world = aWorld();
    putPool(world.db, world.tenant.id, "ethereum", 0);
    const before = rowCounts(world);
    expect(problemOf(assign(world, { networkId: "60" }))).toBe("noAvailableWallets"); // S-359
    expect(rowCounts(world)).toEqual(before);
  });

  test("one enabled asset is enough", () => {
    const world = aWorld();
    disable(world, "ethereum", ["USDT"]);
    expect(problemOf(assign(world, { networkId: "60" }))).toBe("none");
  });
});

test("a network is named by id, by symbol in any case, or by both", () => {
  const world = aWorld();
  const orders = [{ networkId: "9006" }, { networkSymbol: "BSC" }, { networkId: "9006", networkSymbol: "Bsc" }];
  expect(orders.map((order) => assign(world, order)().network)).toEqual(["bsc", "bsc", "bsc"]);
});

test("an owner gets a new wallet each time, never the same address, and an event for each (H-03, S-478)", () => {
  const world = aWorld();
  const wallets = Array.from({ length: 5 }, () => aWallet(world));
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(5);
  expect(new Set(wallets.map(({ id }) => id)).size).toBe(5);
  expect(eventTypes(world)).toEqual(Array.from({ length: 5 }, () => "address.assigned"));
});

test("addresses are shared by no two networks and no two tenants", () => {
  const world = aWorld();
  const other = world.write(() => tenantById(world.db, aTenant(world, "other").tenant.id));
  const addresses = ["ethereum", "bsc", "polygon", "arbitrum", "base"].flatMap((network) => [
    aWallet(world, { network }).address,
    world.write(() => assignWallet(world, other!, { owner: "user-1", networkId: undefined, networkSymbol: network }))
      .address,
  ]);
  expect(new Set(addresses).size).toBe(10);
});

test("the lowest unused address comes first: the same seed gives the same wallets", () => {
  const [first, second] = [aWorld(), aWorld()].map((world) => [aWallet(world), aWallet(world)]);
  expect(first).toEqual(second);
  expect(first!.map(({ derivation }) => derivation)).toEqual(["m/44'/60'/0'/1/60/0", "m/44'/60'/0'/1/60/1"]);
});

test("a tenant's pool holds 1,000 addresses a network, the next request finds none, other networks still have theirs", () => {
  const world = aWorld();
  world.write(() => {
    for (let count = 0; count < 1_000; count += 1) {
      assignWallet(world, world.tenant, { owner: `user-${count}`, networkId: "60", networkSymbol: undefined });
    }
  });
  expect(problemOf(assign(world, { networkId: "60" }))).toBe("noAvailableWallets");
  expect(problemOf(assign(world, { networkId: "966" }))).toBe("none");
});

test("a pool gives as many wallets as it has left, whatever it is set to, and no address twice (R-108)", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), (sizes) => {
      const world = aWorld();
      const addresses: string[] = [];
      for (const size of sizes) {
        putPool(world.db, world.tenant.id, "ethereum", size);
        for (let count = 0; count < size; count += 1) addresses.push(assign(world, { networkId: "60" })().address);
        expect(problemOf(assign(world, { networkId: "60" }))).toBe("noAvailableWallets");
      }
      expect(new Set(addresses).size).toBe(addresses.length);
    }),
    { numRuns: 20 },
  );
});

test("an assignment that is rolled back takes nothing: the same address comes next, and no event is left (R-114)", () => {
  const world = aWorld();
  const lost: string[] = [];
  const failing = () =>
    world.write(() => {
      lost.push(assignWallet(world, world.tenant, { owner: "u", networkId: "60", networkSymbol: undefined }).address);
      throw new RangeError("stopped");
    });
  expect(failing).toThrow(RangeError);
  expect(eventTypes(world)).toEqual([]);
  expect([aWallet(world).address]).toEqual(lost);
});
