// Updating a UDA: destination, tokens and status, all of it or nothing, and the delegations that follow (H-18, H-24, H-53).
import { describe, expect, test } from "vitest";
import { addressesOfHolder } from "../../src/domain/address/store.ts";
import { historyOf } from "../../src/domain/apply-transition.ts";
import { delegationsOf, putDelegation, udaById } from "../../src/domain/uda/store.ts";
import type { UdaRow } from "../../src/domain/uda/uda.ts";
import { checkUdaChange, type UdaChange, updateUda } from "../../src/domain/uda/update.ts";
import {
  type AWorld,
  anAddress,
  aUda,
  aWorld,
  eventTypes,
  problemOf,
  type UdaFacts,
} from "../support/worlds/a-world.ts";

const UNCHANGED: UdaChange = { owner: undefined, destination: undefined, acceptedTokens: undefined, status: undefined };

function update(world: AWorld, uda: UdaRow, facts: Partial<UdaChange>): UdaRow {
  const change = { ...UNCHANGED, ...facts };
  return world.write(() => updateUda(world, udaById(world.db, uda.id)!, change, checkUdaChange(world, change)));
}

function aUpdatedWorld(facts: UdaFacts = {}) {
  const world = aWorld();
  const uda = aUda(world, facts);
  return {
    world,
    uda,
    change: (made: Partial<UdaChange>) => update(world, uda, made),
    stored: () => udaById(world.db, uda.id)!,
  };
}

const DESTINATION = { address: anAddress(0x55), asset_symbol: "usdt", network_id: "60" };

describe("changes", () => {
  test("the destination, and nothing else (S-407)", () => {
    const { world, uda, change, stored } = aUpdatedWorld();
    const expected = {
      ...uda,
      destination_address: anAddress(0x55),
      destination_network: "ethereum",
      destination_asset: world.asset("ethereum", "USDT").key,
    };
    expect(change({ destination: DESTINATION })).toEqual(expected);
    expect(stored()).toEqual(expected);
  });

  test("the accepted tokens; an empty list means all (S-408)", () => {
    const { change, stored } = aUpdatedWorld();
    change({ acceptedTokens: ["usdc", "USDC"] });
    expect(stored().accepted_tokens).toBe('["USDC"]');
    change({ acceptedTokens: [] });
    expect(stored().accepted_tokens).toBe("[]");
  });

  test("the status, both ways, under the same id and addresses; the same status again is no change (S-409, H-24)", () => {
    const { world, uda, change, stored } = aUpdatedWorld();
    const addresses = addressesOfHolder(world.db, uda.id);
    for (const status of ["active", "retired", "retired", "active", "active"] as const) change({ status });
    expect(stored()).toEqual(uda);
    expect(addressesOfHolder(world.db, uda.id)).toEqual(addresses);
    expect(historyOf(world.db, "uda", uda.id).map(({ move }) => move)).toEqual(["", "retire", "reactivate"]);
  });

  test("the terms of a retired one without waking it (H-24)", () => {
    const { change, stored } = aUpdatedWorld();
    change({ status: "retired" });
    change({ destination: DESTINATION });
    expect(stored()).toMatchObject({ status: "retired", destination_address: anAddress(0x55) });
  });

  test("everything at once, without an event (H-82)", () => {
    const { world, change, stored } = aUpdatedWorld();
    change({ destination: DESTINATION, acceptedTokens: ["ETH"], status: "retired", owner: "user-1" });
    expect(stored()).toMatchObject({ status: "retired", accepted_tokens: '["ETH"]', destination_network: "ethereum" });
    expect(eventTypes(world)).toEqual([]);
  });
});

describe("is refused completely", () => {
  test.each<[string, Partial<UdaChange>]>([
    ["with another owner (S-124, S-410)", { owner: "somebody else" }],
    ["with a destination that cannot be", { destination: { ...DESTINATION, network_id: "61" } }],
    ["with an unknown token", { acceptedTokens: ["DOGE"] }],
  ])("%s, right parts included", (_name, wrong) => {
    const { uda, change, stored } = aUpdatedWorld();
    const all = { destination: DESTINATION, acceptedTokens: ["ETH"], status: "retired" as const, ...wrong };
    expect(problemOf(() => change(all))).toBe("invalidRequest");
    expect(stored()).toEqual(uda);
  });

  test("with its own deposit address as destination: no loops", () => {
    const { uda, change } = aUpdatedWorld();
    expect(problemOf(() => change({ destination: { ...DESTINATION, address: uda.address } }))).toBe("invalidRequest");
  });
});

describe("delegations (H-18)", () => {
  const verified = (world: AWorld, uda: UdaRow) => {
    for (const row of delegationsOf(world.db, uda.id)) putDelegation(world.db, { ...row, state: "verified" });
  };
  const states = (world: AWorld, uda: UdaRow) =>
    Object.fromEntries(
      delegationsOf(world.db, uda.id).map(({ network, wanted, state }) => [network, `${wanted} ${state}`]),
    );

  test("are queued for the networks that more tokens bring, and left alone where they exist", () => {
    const { world, uda, change } = aUpdatedWorld({ acceptedTokens: ["BNB"] });
    verified(world, uda);
    change({ acceptedTokens: ["BNB", "POL"] });
    expect(states(world, uda)).toEqual({ bsc: "delegated verified", polygon: "delegated pending" });
  });

  test("stay when fewer tokens are accepted: confirmed deposits may need them", () => {
    const { world, uda, change } = aUpdatedWorld({ acceptedTokens: ["BNB", "POL"] });
    verified(world, uda);
    change({ acceptedTokens: ["BNB"] });
    expect(states(world, uda)).toEqual({ bsc: "delegated verified", polygon: "delegated verified" });
  });

  test("are queued again when a UDA whose delegations were taken back is active again", () => {
    const { world, uda, change } = aUpdatedWorld({ acceptedTokens: ["BNB"] });
    change({ status: "retired" });
    for (const row of delegationsOf(world.db, uda.id)) {
      putDelegation(world.db, { ...row, wanted: "revoked", state: "verified" });
    }
    change({ status: "active" });
    expect(states(world, uda)).toEqual({ bsc: "delegated pending" });
  });

  test("are not queued by a change of a retired UDA", () => {
    const { world, uda, change } = aUpdatedWorld({ acceptedTokens: ["BNB"] });
    change({ status: "retired" });
    change({ acceptedTokens: ["BNB", "POL"] });
    expect(states(world, uda)).toEqual({ bsc: "delegated pending" });
  });
});
