// Transfers from wallets and vaults: the order of errors, what is reserved, and the allowed ends (H-43, H-54…H-57).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressesOfHolder, gasStationOn } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import { openHold, resizeHold, resolveHold } from "../../src/domain/movement/hold.ts";
import { balanceOf, holdOf } from "../../src/domain/movement/store.ts";
import { putTenantNetwork } from "../../src/domain/tenant/store.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { type ExternalTransferInput, transferExternally } from "../../src/domain/transfer/external.ts";
import { transferFromVault, type VaultTransferInput } from "../../src/domain/transfer/from-vault.ts";
import { type InternalTransferInput, transferInternally } from "../../src/domain/transfer/internal.ts";
import { measureTransfer } from "../../src/domain/transfer/measure.ts";
import {
  type AWorld,
  anAddress,
  aPayout,
  aTenant,
  aUda,
  aWallet,
  aWorld,
  eventTypes,
  fund,
  problemOf,
  rowCounts,
} from "../support/worlds/a-world.ts";

const WORDS = { networkId: undefined, networkSymbol: undefined, remark: undefined, amount: undefined };

/** A world with a wallet that holds 100 USDC. */
function aFundedWorld() {
  const world = aWorld();
  const wallet = aWallet(world, { owner: "user-7" });
  fund(world, wallet, "USDC", 100_000_000n);
  const usdc = world.asset("ethereum", "USDC");
  const external = (facts: Partial<ExternalTransferInput> = {}) => {
    const order = { ...WORDS, from: { address: wallet.address }, toAddress: anAddress(9), asset: "USDC", amount: "10" };
    return () => world.write(() => transferExternally(world, world.tenant, { ...order, ...facts }));
  };
  return { world, wallet, usdc, external, balance: () => balanceOf(world.db, wallet.id, usdc.key) };
}

describe("an external transfer", () => {
  test("is queued with its own record and reserves its amount (S-380, S-387, H-10)", () => {
    const { world, wallet, external, balance } = aFundedWorld();
    const row = external({ remark: "rent" })();
    expect(row).toMatchObject({
      type: "external_transfer",
      side: "out",
      status: "created",
      source_id: row.id,
      owner: "user-7",
      memo: "rent",
      raw: "10000000",
      usd: "10.00",
      from_address: wallet.address,
      from_category: "user",
      to_category: "external",
      meta: null,
    });
    expect(balance()).toEqual({ confirmed: 100_000_000n, held: 10_000_000n });
    expect(upcoming(world.db, 10)).toMatchObject([{ job: "submit", ref: row.id, due_at: world.clock.now() }]);
    expect(eventTypes(world)).toEqual(["address.assigned"]);
  });

  test("names its wallet by address in any plain case or by id, its asset by ticker or contract (S-412)", () => {
    const { world, wallet, usdc, external } = aFundedWorld();
    const upper = `0x${wallet.address.slice(2).toUpperCase()}`;
    for (const from of [{ address: upper }, { id: wallet.id }]) expect(problemOf(external({ from }))).toBe("none");
    for (const asset of ["usdc", usdc.address, usdc.key]) expect(problemOf(external({ asset }))).toBe("none");
    expect(world.db.all("select id from transaction_record")).toHaveLength(5);
  });

  test("of everything reserves all that is available, and a second one finds nothing (S-385, R-095)", () => {
    const { external, balance } = aFundedWorld();
    external({ amount: "30" })();
    expect(external({ amount: undefined })().raw).toBe("70000000");
    expect(balance().held).toBe(100_000_000n);
    expect(problemOf(external({ amount: undefined }))).toBe("insufficientBalance");
  });

  test.each<[string, Partial<ExternalTransferInput>]>([
    ["an unknown network id", { networkId: "61" }],
    ["an unknown network symbol", { networkSymbol: "solana" }],
    ["two different networks", { networkId: "60", networkSymbol: "bsc" }],
    ["a receiver that is none", { toAddress: "0x12" }],
    ["the zero address", { toAddress: `0x${"0".repeat(40)}` }],
    ["a sender that is no address", { from: { address: "nobody" } }],
  ])("with %s is an invalid request, whatever else is wrong", (_name, wrong) => {
    const { external } = aFundedWorld();
    expect(problemOf(external({ asset: "DOGE", amount: "9999", ...wrong }))).toBe("invalidRequest"); // S-388
  });

  test("reports its errors in order: input, wallet, network, enablement, balance (H-43)", () => {
    const { world, wallet, usdc, external } = aFundedWorld();
    const unknown = { from: { address: anAddress(3) } };
    expect(problemOf(external({ ...unknown, networkSymbol: "ethereum", amount: "1e3" }))).toBe("invalidAmount"); // S-390
    expect(problemOf(external(unknown))).toBe("walletNotFound"); // S-391
    expect(problemOf(external({ networkSymbol: "bsc", amount: "9999" }))).toBe("invalidRequest");
    expect(problemOf(external({ asset: "POL", amount: "9999" }))).toBe("invalidRequest");
    expect(problemOf(external({ toAddress: usdc.address, amount: "9999" }))).toBe("invalidRequest");
    expect(problemOf(external({ toAddress: wallet.address, amount: "9999" }))).toBe("invalidRequest");
    putTenantNetwork(world.db, world.tenant.id, "ethereum", usdc.key, false);
    expect(problemOf(external({ amount: "9999" }))).toBe("networkNotEnabled");
    putTenantNetwork(world.db, world.tenant.id, "ethereum", usdc.key, true);
    expect(problemOf(external({ amount: "100.000001" }))).toBe("insufficientBalance"); // S-389
    expect(problemOf(external({ amount: "100" }))).toBe("none");
  });

  test("that is refused changes nothing", () => {
    const { world, external } = aFundedWorld();
    const before = rowCounts(world);
    for (const facts of [{ amount: "9999" }, { amount: "0" }, { asset: "DOGE" }, { from: { id: "missing" } }]) {
      expect(problemOf(external(facts))).not.toBe("none");
    }
    expect(rowCounts(world)).toEqual(before);
  });

  test("starts from assigned user wallets of the tenant only: no vault, gas station, UDA or stranger (H-43, K-3)", () => {
    const { world, external } = aFundedWorld();
    const uda = aUda(world);
    const station = gasStationOn(world.db, world.tenant.id, "ethereum")!;
    const other = world.write(() => aTenant(world, "other"));
    const theirs = addressesOfHolder(world.db, other.vaultId)[0]!;
    for (const { address } of [world.vaultOn("ethereum"), station, uda, theirs]) {
      expect(problemOf(external({ from: { address } }))).toBe("walletNotFound");
    }
    expect(problemOf(external({ from: { id: world.vaultOn("ethereum").id } }))).toBe("walletNotFound");
  });
});

describe("a vault transfer (H-54, S-411)", () => {
  function aFundedVault() {
    const world = aWorld();
    fund(world, world.vaultOn("bsc"), "USDT", 5n * 10n ** 18n);
    const order = { ...WORDS, vaultId: world.vaultId, toAddress: anAddress(9), asset: "USDT", networkSymbol: "bsc" };
    const send = (facts: Partial<VaultTransferInput> = {}) => {
      return () => world.write(() => transferFromVault(world, world.tenant, { ...order, ...facts }));
    };
    return { world, send };
  }

  test("needs its network, then its vault, and takes all that is available without an amount", () => {
    const { world, send } = aFundedVault();
    expect(problemOf(send({ networkSymbol: undefined, vaultId: "missing" }))).toBe("invalidRequest");
    expect(problemOf(send({ vaultId: "missing" }))).toBe("vaultNotFound");
    expect(problemOf(send({ toAddress: world.vaultOn("bsc").address }))).toBe("invalidRequest");
    const row = send()();
    expect(row).toMatchObject({
      type: "vault_transfer",
      side: "out",
      raw: (5n * 10n ** 18n).toString(),
      from_category: "vault",
    });
    expect(problemOf(send())).toBe("insufficientBalance");
  });

  test("may be sent twice: nothing makes it idempotent", () => {
    const { world, send } = aFundedVault();
    for (let count = 0; count < 2; count += 1) send({ amount: "1" })();
    expect(world.db.all("select id from transaction_record")).toHaveLength(2);
  });
});

describe("an internal transfer (S-413, S-414)", () => {
  function aPair() {
    const { world, wallet } = aFundedWorld();
    const vault = world.vaultOn("ethereum");
    const move = (facts: Partial<InternalTransferInput> = {}) => {
      const order = {
        ...WORDS,
        from: { address: wallet.address },
        to: { address: vault.address },
        asset: "USDC",
        amount: "1",
      };
      return () => world.write(() => transferInternally(world, world.tenant, { ...order, ...facts }));
    };
    return { world, wallet, vault, station: gasStationOn(world.db, world.tenant.id, "ethereum")!, move };
  }

  test("goes to a hot wallet or a gas station, by address or id, and both ends are the tenant's", () => {
    const { vault, station, wallet, move } = aPair();
    for (const to of [{ address: vault.address }, { address: station.address }, { id: vault.id }, { id: station.id }]) {
      for (const from of [{ address: wallet.address }, { id: wallet.id }]) {
        expect(move({ from, to })()).toMatchObject({
          type: "internal_transfer",
          side: "internal",
          from_category: "user",
        });
      }
    }
  });

  test("goes nowhere else: not to a wallet, not to a UDA, not to another network (H-56)", () => {
    const { world, move } = aPair();
    const uda = aUda(world);
    const ends = [aWallet(world).address, uda.address, world.vaultOn("bsc").address];
    for (const address of ends) expect(problemOf(move({ to: { address } }))).toBe("invalidRequest");
    expect(problemOf(move({ from: { address: world.vaultOn("ethereum").address } }))).toBe("invalidRequest");
  });

  test("knows no stranger and no other tenant at either end", () => {
    const { world, move } = aPair();
    const other = world.write(() => aTenant(world, "other"));
    const theirs = addressesOfHolder(world.db, other.vaultId).find(({ network }) => network === "ethereum")!;
    for (const end of [{ address: anAddress(1) }, { address: theirs.address }, { id: theirs.id }, { id: "missing" }]) {
      expect(problemOf(move({ to: end }))).toBe("walletNotFound");
      expect(problemOf(move({ from: end }))).toBe("walletNotFound");
    }
  });
});

describe("a hold of everything", () => {
  test("is measured anew while it is open, with the record and without loss (R-095, I-09)", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 70_000_000n }), (raw) => {
        const { world, external, balance } = aFundedWorld();
        external({ amount: "30" })();
        const { id } = external({ amount: undefined })();
        world.write(() => measureTransfer(world, id, raw));
        expect(balance()).toEqual({ confirmed: 100_000_000n, held: 30_000_000n + raw });
        expect([holdOf(world.db, id)?.raw, transactionById(world.db, id)?.raw]).toEqual([
          raw.toString(),
          raw.toString(),
        ]);
        world.write(() => resolveHold(world.db, id, "posted"));
        expect(balance().held).toBe(30_000_000n);
      }),
      { numRuns: 15 },
    );
  });

  test("of a stated amount, or one that is closed, is never measured anew", () => {
    const { world, wallet, usdc } = aFundedWorld();
    const hold = (transactionId: string, whole: boolean) =>
      openHold(world.db, { transactionId, addressId: wallet.id, asset: usdc.key, raw: 5n, whole });
    hold("stated", false);
    hold("closed", true);
    resolveHold(world.db, "closed", "voided");
    for (const id of ["stated", "closed"]) expect(() => resizeHold(world.db, id, 4n)).toThrow("only an open hold");
  });
});

test("transfers and payouts draw on the same balance: together they never promise more than there is (R-069)", () => {
  const world: AWorld = aWorld();
  fund(world, world.vaultOn("ethereum"), "USDT", 100n);
  const order = { ...WORDS, vaultId: world.vaultId, toAddress: anAddress(9), asset: "USDT", networkSymbol: "ethereum" };
  const send = (amount: string) => () =>
    world.write(() => transferFromVault(world, world.tenant, { ...order, amount }));
  expect(problemOf(send("0.00006"))).toBe("none");
  expect(problemOf(() => aPayout(world, { amount: "0.000041" }))).toBe("insufficientBalance");
  expect(problemOf(() => aPayout(world, { amount: "0.00003" }))).toBe("none");
  expect(problemOf(send("0.000011"))).toBe("insufficientBalance");
  expect(problemOf(send("0.00001"))).toBe("none");
});
