// Which confirmed deposits settle, with what frozen in, and how a settlement runs through its providers (H-21, H-25).
import { describe, expect, test } from "vitest";
import { addressesOfHolder } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import { confirmDeposit } from "../../src/domain/deposit/detect.ts";
import type { SettlementRow } from "../../src/domain/settlement/settlement.ts";
import { isUdaBusy, settlementById } from "../../src/domain/settlement/store.ts";
import { createSettlement, failRoutingAttempt, moveSettlement } from "../../src/domain/settlement/transitions.ts";
import { retireUda } from "../../src/domain/uda/retire.ts";
import { udaById, updateUdaStatus } from "../../src/domain/uda/store.ts";
import type { UdaRow } from "../../src/domain/uda/uda.ts";
import {
  type AWorld,
  aConfirmedDeposit,
  aDeposit,
  anAddress,
  aUda,
  aWallet,
  aWorld,
  type DepositFacts,
  eventTypes,
  type UdaFacts,
} from "../support/worlds/a-world.ts";

const addressOn = (world: AWorld, uda: UdaRow, network: string) =>
  addressesOfHolder(world.db, uda.id).find((row) => row.network === network)!;

/** A deposit on the UDA's address, confirmed and, in the same transaction, settled if it settles. */
function settle(
  world: AWorld,
  uda: UdaRow,
  facts: DepositFacts & { network?: string } = {},
): SettlementRow | undefined {
  const seen = aDeposit(world, addressOn(world, uda, facts.network ?? "ethereum"), facts);
  return world.write(() => createSettlement(world, confirmDeposit(world, seen)));
}

function aSettlement(facts: UdaFacts & { network?: string } = {}): { world: AWorld; uda: UdaRow; id: string } {
  const world = aWorld();
  const uda = aUda(world, facts);
  const row = settle(world, uda, {
    raw: 100_000_000n,
    ...(facts.network === undefined ? {} : { network: facts.network }),
  });
  return { world, uda, id: row!.id };
}

const current = (world: AWorld, id: string): SettlementRow => settlementById(world.db, id)!;
const fail = (world: AWorld, id: string) =>
  world.write(() => failRoutingAttempt(world, current(world, id), "no quote"));
const accept = (world: AWorld, id: string) =>
  world.write(() =>
    moveSettlement(world, id, "accept", {
      provider: "lifi",
      fee_platform: "150000",
      fee_provider: "50000",
      quoted_raw: "99800000",
    }),
  );
const settlementEvents = (world: AWorld) => eventTypes(world).filter((type) => type.startsWith("uda."));

describe("a confirmed deposit on a UDA address", () => {
  test("settles when the UDA is active and accepts the token: exactly one settlement (S-172, S-216, R-099)", () => {
    const world = aWorld();
    const uda = aUda(world, { acceptedTokens: ["USDC"] });
    const row = settle(world, uda, { raw: 25_500_000n });
    expect(row).toMatchObject({
      status: "created",
      uda_id: uda.id,
      owner: uda.owner,
      source_network: "ethereum",
      source_address: uda.address,
      source_raw: "25500000",
      source_confirmed_at: world.clock.now(),
      destination_network: "arbitrum",
      destination_address: uda.destination_address,
      destination_raw: "0",
      destination_tx_hash: "",
      fee_platform: "0",
      fee_provider: "0",
      provider: "",
      scenario: "cross_chain_same_token",
      error: "",
      settled_at: null,
    });
    expect(world.db.all("select id from settlement")).toHaveLength(1);
    expect(settlementEvents(world)).toEqual([]);
  });

  test("settles the native coin too when every token is accepted", () => {
    const world = aWorld();
    expect(settle(world, aUda(world), { symbol: "ETH", raw: 10n ** 18n })?.scenario).toBe("cross_chain_diff_token");
  });

  test("stays a plain deposit when its token is not accepted (S-227, R-106)", () => {
    const world = aWorld();
    expect(settle(world, aUda(world, { acceptedTokens: ["USDC"] }), { symbol: "USDT" })).toBeUndefined();
    expect(eventTypes(world)).toEqual(["deposit.new", "deposit.confirmed"]);
    expect(world.db.all("select id from settlement")).toEqual([]);
  });

  test("stays a plain deposit when the UDA is retired by the time it confirms, though active when it was seen (S-213)", () => {
    const world = aWorld();
    const uda = aUda(world);
    const seen = aDeposit(world, addressOn(world, uda, "ethereum"));
    world.write(() => retireUda(world, uda));
    expect(world.write(() => createSettlement(world, confirmDeposit(world, seen)))).toBeUndefined();
  });

  test("settles when the UDA was retired when it was seen and is active again when it confirms (H-24)", () => {
    const world = aWorld();
    const uda = aUda(world);
    world.write(() => retireUda(world, uda));
    const seen = aDeposit(world, addressOn(world, uda, "ethereum"));
    updateUdaStatus(world.db, uda.id, "retired", "active");
    expect(world.write(() => createSettlement(world, confirmDeposit(world, seen)))?.status).toBe("created");
  });

  test("keeps the destination of that moment, whatever the UDA is changed to later (R-103)", () => {
    const { world, uda, id } = aSettlement();
    world.db.run("update uda set destination_address = :address, accepted_tokens = '[\"ETH\"]' where id = :id", {
      id: uda.id,
      address: anAddress(777),
    });
    accept(world, id);
    expect(current(world, id).destination_address).toBe(uda.destination_address);
  });

  test("never settles twice: the database itself refuses a second settlement of a deposit (R-099)", () => {
    const world = aWorld();
    const uda = aUda(world);
    const confirmed = aConfirmedDeposit(world, addressOn(world, uda, "ethereum"));
    world.write(() => createSettlement(world, confirmed));
    expect(() => world.write(() => createSettlement(world, confirmed))).toThrow("UNIQUE");
  });

  test("on any other address settles nothing", () => {
    const world = aWorld();
    for (const [index, receiver] of [aWallet(world), world.vaultOn("ethereum")].entries()) {
      const confirmed = aConfirmedDeposit(world, receiver, { ordinal: index });
      expect(world.write(() => createSettlement(world, confirmed))).toBeUndefined();
    }
  });
});

describe("an accepted route", () => {
  test("is announced once, with a snapshot that says created (S-218, R-105)", () => {
    const { world, id } = aSettlement();
    accept(world, id);
    const event = world.db.get<{ record: string; group_key: string }>(
      "select record, group_key from event where type = 'uda.settlement.created'",
    );
    expect(JSON.parse(event!.record)).toMatchObject({
      id,
      status: "created",
      provider: "lifi",
      fee_platform: "150000",
    });
    expect(current(world, id).status).toBe("routing");
    fail(world, id);
    accept(world, id);
    expect(settlementEvents(world)).toEqual(["uda.settlement.created"]);
  });

  test("after refusals is announced as the first acceptance (H-25)", () => {
    const { world, id } = aSettlement();
    fail(world, id);
    expect(settlementEvents(world)).toEqual([]);
    accept(world, id);
    expect(settlementEvents(world)).toEqual(["uda.settlement.created"]);
  });

  test("is followed, in delivery order, by its deposit's events: they share one group (R-129)", () => {
    const { world, id } = aSettlement();
    accept(world, id);
    world.write(() => moveSettlement(world, id, "complete", { settled_at: world.clock.now() }));
    const groups = world.db.all<{ type: string; group_key: string }>(
      "select type, group_key from event order by sequence",
    );
    expect(groups.map(({ type }) => type)).toEqual([
      "deposit.new",
      "deposit.confirmed",
      "uda.settlement.created",
      "uda.settlement.completed",
    ]);
    expect(new Set(groups.map(({ group_key }) => group_key))).toEqual(new Set([current(world, id).deposit_id]));
  });

  test("that comes to nothing clears provider and fees, and is tried again after the backoff", () => {
    const { world, id } = aSettlement();
    accept(world, id);
    const row = fail(world, id);
    expect(row).toMatchObject({
      status: "retrying",
      attempts: 1,
      provider: "",
      fee_platform: "0",
      fee_provider: "0",
      quoted_raw: "0",
      error: "",
    });
    expect(upcoming(world.db, 100)).toContainEqual(
      expect.objectContaining({ job: "route-settlement", ref: id, due_at: world.clock.now() + 5_000 }),
    );
  });
});

describe("failed attempts", () => {
  const routing = (world: AWorld) => upcoming(world.db, 100).filter(({ job }) => job === "route-settlement");

  test("wait 5, 10 and 20 seconds, and the fourth ends it: two rounds of two providers (H-25, S-222, S-225, S-226)", () => {
    const { world, id } = aSettlement();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      fail(world, id);
      const [next] = routing(world);
      waits.push(next!.due_at - world.clock.now());
      world.clock.moveTo(next!.due_at);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000]);
    const row = fail(world, id);
    expect(row).toMatchObject({ status: "failed", attempts: 4, destination_raw: "0", destination_tx_hash: "" });
    expect(row.error).toMatch(/^all provider attempts exhausted \(lifi, relay\)/);
    expect(settlementEvents(world)).toEqual(["uda.settlement.failed"]);
  });

  test("end a same-chain same-token settlement after two, as only one provider can do it", () => {
    const { world, id } = aSettlement({ network: "arbitrum" });
    expect(current(world, id).scenario).toBe("same_chain_same_token");
    expect(fail(world, id).status).toBe("retrying");
    expect(fail(world, id)).toMatchObject({ status: "failed", attempts: 2 });
  });

  test("leave the deposit as it was (S-223, R-101)", () => {
    const { world, id } = aSettlement();
    const before = world.db.all("select * from deposit");
    for (let attempt = 1; attempt <= 4; attempt += 1) fail(world, id);
    expect(world.db.all("select * from deposit")).toEqual(before);
  });

  test("leave a final record: no further route is planned and no later failure moves it (S-224)", () => {
    const { world, id } = aSettlement();
    for (let attempt = 1; attempt <= 3; attempt += 1) fail(world, id);
    world.db.run("delete from agenda");
    fail(world, id);
    expect(upcoming(world.db, 10).map(({ job }) => job)).toEqual(["revoke-delegations"]);
    expect(() => fail(world, id)).toThrow("no such move");
  });

  test("keep `error` empty until the settlement is failed (S-179)", () => {
    const { world, id } = aSettlement();
    for (let attempt = 1; attempt <= 3; attempt += 1) expect(fail(world, id).error).toBe("");
    accept(world, id);
    expect(current(world, id).error).toBe("");
  });
});

test("the event of a completed settlement has the amount that arrived (S-219, S-221)", () => {
  const { world, id } = aSettlement();
  accept(world, id);
  world.clock.moveTo(world.clock.now() + 44_000);
  const done = { destination_raw: "99800000", destination_tx_hash: "0xcd", settled_at: world.clock.now() };
  world.write(() => moveSettlement(world, id, "complete", done));
  const event = world.db.get<{ record: string }>("select record from event where type = 'uda.settlement.completed'");
  expect(JSON.parse(event!.record)).toMatchObject({ ...done, status: "completed" });
  expect(current(world, id)).toMatchObject({ ...done, status: "completed", updated_at: world.clock.now() });
});

describe("a UDA is busy, so that its delegation stays (H-18)", () => {
  test("from the settlement's birth until it has failed", () => {
    const { world, uda, id } = aSettlement();
    expect(isUdaBusy(world.db, uda.id)).toBe(true);
    for (let attempt = 1; attempt <= 4; attempt += 1) fail(world, id);
    expect(isUdaBusy(world.db, uda.id)).toBe(false);
  });

  test("while its retired record has a running settlement, which continues (S-214)", () => {
    const { world, uda, id } = aSettlement();
    world.write(() => retireUda(world, udaById(world.db, uda.id)!));
    accept(world, id);
    expect([current(world, id).status, isUdaBusy(world.db, uda.id)]).toEqual(["routing", true]);
  });
});
