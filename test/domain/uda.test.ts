// Universal Deposit Addresses: one per owner, what a destination and a token list may be, retiring (H-18, H-24, H-30).
import { describe, expect, test } from "vitest";
import { addressesOfHolder, watchedAt } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import { historyOf } from "../../src/domain/apply-transition.ts";
import { createUda } from "../../src/domain/uda/create.ts";
import { type DelegationRow, delegationStatus, parseDelegationRef } from "../../src/domain/uda/delegation.ts";
import { retireUda } from "../../src/domain/uda/retire.ts";
import { delegationsOf, udaById } from "../../src/domain/uda/store.ts";
import { acceptedOn, accepts, depositNetworks } from "../../src/domain/uda/uda.ts";
import {
  type AWorld,
  anAddress,
  aTenant,
  aUda,
  aUdaOrder,
  aWorld,
  eventTypes,
  problemOf,
  rowCounts,
  type UdaFacts,
} from "../support/worlds/a-world.ts";

const UDA_NETWORKS = ["arbitrum", "base", "bsc", "ethereum", "polygon"];

function create(world: AWorld, facts: UdaFacts) {
  return () => world.write(() => createUda(world, world.tenant, aUdaOrder(facts)));
}

describe("a new UDA", () => {
  test("is active, has one address on every network, and raises no event (H-30)", () => {
    const world = aWorld();
    const uda = aUda(world);
    const watched = addressesOfHolder(world.db, uda.id);
    expect(uda.status).toBe("active");
    expect(watched.map(({ network }) => network)).toEqual(UDA_NETWORKS);
    expect(new Set(watched.map(({ address }) => address))).toEqual(new Set([uda.address]));
    expect(watched.map(({ category, owner }) => [category, owner])).toEqual(UDA_NETWORKS.map(() => ["uda", "user-1"]));
    expect(eventTypes(world)).toEqual([]);
  });

  test("queues a delegation for every deposit network at once (H-18)", () => {
    const world = aWorld();
    const uda = aUda(world);
    const delegations = delegationsOf(world.db, uda.id);
    expect(delegations.map(({ network, wanted, state }) => [network, wanted, state])).toEqual(
      UDA_NETWORKS.map((network) => [network, "delegated", "pending"]),
    );
    const jobs = upcoming(world.db, 100).filter(({ job }) => job === "delegate");
    expect(jobs.map(({ ref }) => parseDelegationRef(ref).network).toSorted()).toEqual(UDA_NETWORKS);
    expect(jobs.map(({ due_at }) => due_at)).toEqual(UDA_NETWORKS.map(() => world.clock.now()));
  });

  test("queues delegations only where an accepted token exists, but is watched everywhere (H-02, H-21)", () => {
    const world = aWorld();
    const uda = aUda(world, { acceptedTokens: ["BNB"] });
    expect(delegationsOf(world.db, uda.id).map(({ network }) => network)).toEqual(["bsc"]);
    expect(watchedAt(world.db, "ethereum", uda.address)?.holder_id).toBe(uda.id);
  });

  test("keeps the destination as rows know it, whatever the case it was written in", () => {
    const world = aWorld();
    const usdc = world.asset("arbitrum", "USDC").key;
    const uda = aUda(world, {
      destination: { asset_symbol: "usdc", address: "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B" },
    });
    expect(uda).toMatchObject({
      destination_network: "arbitrum",
      destination_asset: usdc,
      destination_address: "0xab5801a7d398351b8be11c439e05c5b3259aec9b",
    });
  });

  test("gets an address of its own", () => {
    const world = aWorld();
    const owners = ["a", "b", "A"].map((owner) => aUda(world, { owner }));
    const other = world.write(() => aTenant(world, "other").tenant);
    owners.push(world.write(() => createUda(world, other, aUdaOrder({ owner: "a" })).uda));
    expect(new Set(owners.map(({ address }) => address)).size).toBe(4);
  });
});

describe("accepted tokens", () => {
  test("named twice, in any case, count once (H-30)", () => {
    const world = aWorld();
    const uda = aUda(world, { acceptedTokens: ["usdc", "USDC", "Usdt", "USDC"] });
    expect(JSON.parse(uda.accepted_tokens)).toEqual(["USDC", "USDT"]);
  });

  test("left out mean every token on every network, the native coin included (S-272, S-273)", () => {
    const world = aWorld();
    const uda = aUda(world);
    for (const network of world.catalogue.networks) {
      expect(acceptedOn(network, uda.accepted_tokens).map(({ symbol }) => symbol)).toEqual(
        network.assets.map(({ symbol }) => symbol),
      );
    }
  });

  test("are the catalogue's, cut down to the named ones, network by network (H-17)", () => {
    const world = aWorld();
    const uda = aUda(world, { acceptedTokens: ["USDT", "ETH"] });
    const byNetwork = Object.fromEntries(
      depositNetworks(world.catalogue, uda.accepted_tokens).map((network) => [
        network.symbol,
        acceptedOn(network, uda.accepted_tokens).map(({ symbol }) => symbol),
      ]),
    );
    expect(byNetwork).toEqual({
      ethereum: ["ETH", "USDT"],
      polygon: ["USDT"],
      bsc: ["USDT"],
      arbitrum: ["ETH", "USDT"],
      base: ["ETH"],
    });
    const ethereum = world.catalogue.network("ethereum");
    expect(accepts(ethereum, world.asset("ethereum", "USDT").key, uda.accepted_tokens)).toBe(true);
    expect(accepts(ethereum, world.asset("ethereum", "USDC").key, uda.accepted_tokens)).toBe(false);
  });
});

describe("is refused, and changes nothing, with (H-30)", () => {
  test.each<[string, UdaFacts]>([
    ["an unknown network", { destination: { network_id: "61" } }],
    ["a chain id for a network id", { destination: { network_id: "42161" } }],
    ["a network symbol for a network id", { destination: { network_id: "arbitrum" } }],
    ["a token that the network lacks", { destination: { asset_symbol: "USDT", network_id: "8453" } }],
    ["an unknown token", { destination: { asset_symbol: "DOGE" } }],
    ["an address that is none", { destination: { address: "0x1234" } }],
    ["an address of another kind of chain", { destination: { address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" } }],
    ["an address with a wrong checksum", { destination: { address: "0xab5801a7D398351b8bE11C439e05C5B3259aeC9B" } }],
    ["the zero address", { destination: { address: `0x${"0".repeat(40)}` } }],
    ["an accepted token that no network has", { acceptedTokens: ["USDC", "DOGE"] }],
    ["an accepted token without a name", { acceptedTokens: [""] }],
  ])("%s", (_name, facts) => {
    const world = aWorld();
    const before = rowCounts(world);
    expect(problemOf(create(world, facts))).toBe("invalidRequest"); // S-277
    expect(rowCounts(world)).toEqual(before);
  });

  test("the deposit address of a UDA, its own tenant's or another's: no loops", () => {
    const world = aWorld();
    const mine = aUda(world, { owner: "first" });
    const other = world.write(() => aTenant(world, "other").tenant);
    const theirs = world.write(() => createUda(world, other, aUdaOrder()).uda);
    for (const address of [mine.address, theirs.address]) {
      expect(problemOf(create(world, { destination: { address } }))).toBe("invalidRequest");
    }
  });
});

describe("a second create for the same owner", () => {
  test("answers the existing record untouched, whatever the new body says (S-171, S-274, S-275)", () => {
    const world = aWorld();
    const first = aUda(world, { acceptedTokens: ["USDC"] });
    const before = rowCounts(world);
    world.clock.moveTo(world.clock.now() + 60_000);
    const again = create(world, {
      acceptedTokens: ["ETH"],
      destination: { network_id: "60", asset_symbol: "ETH", address: anAddress(5) },
    })();
    expect(again).toEqual({ uda: first, created: false });
    expect(rowCounts(world)).toEqual(before);
  });

  test("answers a retired one as it is and does not wake it (H-24)", () => {
    const world = aWorld();
    const uda = aUda(world);
    world.write(() => retireUda(world, uda));
    expect(create(world, {})()).toEqual({ uda: { ...uda, status: "retired" }, created: false });
  });

  test("of another spelling or another tenant is another UDA", () => {
    const world = aWorld();
    const first = aUda(world, { owner: "User" });
    const other = world.write(() => aTenant(world, "other").tenant);
    expect(create(world, { owner: "user" })().created).toBe(true);
    const theirs = world.write(() => createUda(world, other, aUdaOrder({ owner: "User" })));
    expect([theirs.created, theirs.uda.id === first.id]).toEqual([true, false]);
  });
});

describe("retiring", () => {
  test("ends an active UDA and plans to take its delegations back (S-212)", () => {
    const world = aWorld();
    const uda = aUda(world);
    world.write(() => retireUda(world, uda));
    expect(udaById(world.db, uda.id)?.status).toBe("retired");
    expect(upcoming(world.db, 100)).toContainEqual(
      expect.objectContaining({ job: "revoke-delegations", ref: uda.id, due_at: world.clock.now() }),
    );
  });

  test("a retired one changes nothing (H-24, H-32)", () => {
    const world = aWorld();
    const uda = aUda(world);
    world.write(() => retireUda(world, uda));
    const retired = udaById(world.db, uda.id)!;
    world.write(() => retireUda(world, retired));
    expect(historyOf(world.db, "uda", uda.id).map(({ move }) => move)).toEqual(["", "retire"]);
  });
});

describe("the delegation status of a UDA (H-18, S-169)", () => {
  const row = (wanted: DelegationRow["wanted"], state: DelegationRow["state"]): DelegationRow => ({
    uda_id: "u",
    network: "n",
    wanted,
    state,
    tries: 0,
    tx_hash: "",
    error: "",
  });
  test.each([
    ["pending", [row("delegated", "verified"), row("delegated", "pending")]],
    ["pending", [row("delegated", "sent"), row("delegated", "sent")]],
    ["delegated", [row("delegated", "verified"), row("delegated", "verified")]],
    ["failed", [row("delegated", "failed"), row("delegated", "pending")]],
    ["failed", [row("delegated", "verified"), row("delegated", "failed")]],
    ["delegated", [row("revoked", "pending"), row("revoked", "verified")]],
    ["delegated", [row("revoked", "failed"), row("revoked", "verified")]],
    ["revoked", [row("revoked", "verified"), row("revoked", "verified")]],
  ] as const)("is %s (case %#)", (status, rows) => {
    expect(delegationStatus(rows)).toBe(status);
  });
});
