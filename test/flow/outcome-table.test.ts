// Outcomes of the platform's own transactions: fills complete settlements, claims never change them, delegations are verified (H-18, H-25).
import { describe, expect, test } from "vitest";
import { gasStationOn } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import type { AttemptPurpose, AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { moveAttempt, prepareAttempt } from "../../src/domain/attempt/transitions.ts";
import type { ClaimRow } from "../../src/domain/settlement/claim.ts";
import { settlementById } from "../../src/domain/settlement/store.ts";
import { moveSettlement } from "../../src/domain/settlement/transitions.ts";
import { openSettlementTransaction, transactionById } from "../../src/domain/transaction/store.ts";
import { createTransaction } from "../../src/domain/transaction/transitions.ts";
import { delegationRef } from "../../src/domain/uda/delegation.ts";
import { delegationOn } from "../../src/domain/uda/store.ts";
import { sponsoredBackoffMs } from "../../src/flow/attempts/outcome.ts";
import { retryClaim } from "../../src/flow/settlements/claim-outcome.ts";
import { claimPayments } from "../../src/flow/settlements/route-accounts.ts";
import { type AWorld, aHash, anAddress, aUda, aWorld, eventTypes, type WorldFacts } from "../support/worlds/a-world.ts";
import { NETWORK, readIn } from "./blocks.ts";

const PLAN: UnsignedTransaction = {
  to: anAddress(9),
  value: "0",
  data: "0x",
  gas: "60000",
  maxFeePerGas: "3",
  maxPriorityFeePerGas: "1",
};
const SOLVER = anAddress(0x501);

/** Jobs that are due now, without deliveries. */
const dueNow = (world: AWorld): string[] =>
  upcoming(world.db, 100).flatMap(({ job, ref, due_at }) => (due_at <= world.clock.now() ? [`${job} ${ref}`] : []));

/** An attempt that was sent, with its hash. */
function send(
  world: AWorld,
  of: { purpose: AttemptPurpose; subject: string; hash: string; sender: string },
): AttemptRow {
  const { purpose, subject, hash, sender } = of;
  return world.write(() => {
    const input = { network: NETWORK, sender, derivation: "m", purpose, subject, plan: PLAN };
    const signed = moveAttempt(world, prepareAttempt(world, input), "sign", { hash, raw: "0x02" });
    return moveAttempt(world, signed, "send", { sent_at: world.clock.now(), sends: 1 });
  });
}

/** A settlement of 100 USDC to Ethereum whose fill by lifi was sent in transaction 2; every block confirms at once. */
function aSentFill(facts: WorldFacts = {}) {
  const world = aWorld({ confirmations: 1, ...facts });
  const uda = aUda(world, { destination: { network_id: "60", asset_symbol: "USDT" } });
  const deposit = { hash: aHash(1), legs: [{ to: uda.address, raw: 100_000_000n }] };
  readIn(world, [{ height: 1, transactions: [deposit] }]);
  const { id } = world.db.get<{ id: string }>("select id from settlement")!;
  const usdt = world.asset(NETWORK, "USDT");
  world.write(() => {
    moveSettlement(world, id, "accept", {
      provider: "lifi",
      fee_platform: "150000",
      fee_provider: "20000",
      quoted_raw: "99830000",
    });
    createTransaction(world, {
      tenant_id: world.tenant.id,
      owner: uda.owner,
      source_id: id,
      type: "settlement",
      side: "out",
      memo: "",
      network: NETWORK,
      asset: usdt.key,
      symbol: "USDT",
      raw: "99830000",
      usd: "99.83",
      from_address: SOLVER,
      to_address: uda.destination_address,
      from_category: "external",
      to_category: "external",
      from_address_id: "",
      onChain: { txHash: aHash(2), height: null, createdAt: world.clock.now() },
    });
  });
  send(world, { purpose: "fill", subject: id, hash: aHash(2), sender: SOLVER });
  const record = openSettlementTransaction(world.db, id)!.id;
  return {
    world,
    uda,
    id,
    settlement: () => settlementById(world.db, id)!,
    record: () => transactionById(world.db, record)!,
    claims: () => world.db.all<ClaimRow>("select * from claim"),
    land: (height: number, succeeded = true) =>
      readIn(world, [{ height, transactions: [{ hash: aHash(2), from: SOLVER, succeeded, gasCost: 42n }] }]),
  };
}

const settlementEvents = (world: AWorld) => eventTypes(world).filter((type) => type.startsWith("uda."));

describe("a fill", () => {
  test("that is confirmed completes the settlement with the amount that arrived, and its record with the fee (S-219, S-220, S-221)", () => {
    const it = aSentFill();
    it.world.clock.moveTo(it.world.clock.now() + 44_000);
    it.land(2);
    expect(it.settlement()).toMatchObject({
      status: "completed",
      destination_raw: "99830000",
      destination_tx_hash: aHash(2),
      settled_at: it.world.clock.now(),
      error: "",
    });
    expect(it.record()).toMatchObject({ status: "confirmed", block_height: 2, fee_raw: "42" });
    expect(settlementEvents(it.world)).toEqual(["uda.settlement.created", "uda.settlement.completed"]);
  });

  test("completes only at the confirmation target of the destination (H-25)", () => {
    const it = aSentFill();
    it.world.db.run("update network_setting set confirmations = 2");
    it.land(2);
    expect([it.settlement().status, it.record().block_height]).toEqual(["routing", 2]);
    readIn(it.world, [{ height: 3 }]);
    expect(it.settlement().status).toBe("completed");
  });

  test("is followed by one claim of exactly the source amount, due at once (H-25)", () => {
    const it = aSentFill();
    it.land(2);
    const [claim, ...more] = it.claims();
    expect(more).toEqual([]);
    expect(claim).toMatchObject({ settlement_id: it.id, network: NETWORK, state: "pending", tries: 0 });
    expect(JSON.parse(claim!.payments)).toEqual(claimPayments(it.world, it.settlement()));
    expect(dueNow(it.world)).toContain(`claim-source ${claim!.id}`);
  });

  test("that reverts fails its record, not the settlement: the next provider is asked, the deposit is unchanged (S-223)", () => {
    const it = aSentFill();
    const deposits = it.world.db.all("select * from deposit");
    it.land(2, false);
    expect(it.settlement()).toMatchObject({ status: "retrying", attempts: 1, provider: "", destination_tx_hash: "" });
    expect(it.record()).toMatchObject({ status: "failed", error: "the destination transaction reverted" });
    expect(it.claims()).toEqual([]);
    expect(it.world.db.all("select * from deposit")).toEqual(deposits);
    expect(settlementEvents(it.world)).toEqual(["uda.settlement.created"]);
  });

  test("whose block is removed is pending again, and completes once when it is mined again (R-100, I-26)", () => {
    const it = aSentFill();
    it.world.db.run("update network_setting set confirmations = 2");
    it.land(2);
    readIn(it.world, [{ height: 2, branch: "b", parent: "a" }], 2);
    expect([it.settlement().status, it.record().block_height, it.record().fee_raw]).toEqual(["routing", null, "0"]);
    const again = { hash: aHash(2), from: SOLVER, gasCost: 42n };
    readIn(it.world, [
      { height: 3, branch: "b", transactions: [again] },
      { height: 4, branch: "b" },
    ]);
    expect([it.settlement().status, it.claims().length]).toEqual(["completed", 1]);
    expect(settlementEvents(it.world)).toEqual(["uda.settlement.created", "uda.settlement.completed"]);
  });
});

describe("a claim", () => {
  function aSentClaim() {
    const it = aSentFill();
    it.land(2);
    const claim = it.claims()[0]!;
    const station = gasStationOn(it.world.db, it.world.tenant.id, NETWORK)!;
    send(it.world, { purpose: "sweep", subject: claim.id, hash: aHash(3), sender: station.address });
    const sweep = (succeeded: boolean) => {
      const legs = succeeded ? [{ from: it.uda.address, to: anAddress(0x77), raw: 100_000_000n }] : [];
      readIn(it.world, [
        { height: 3, transactions: [{ hash: aHash(3), from: station.address, succeeded, gasCost: 7n, legs }] },
      ]);
    };
    return { ...it, claim, sweep, current: () => it.claims()[0]! };
  }

  test("that is confirmed ends the claim, and a retired UDA may now lose its delegation", () => {
    const it = aSentClaim();
    const before = it.settlement();
    it.sweep(true);
    expect(it.current()).toMatchObject({ state: "confirmed", tx_hash: aHash(3), error: "" });
    expect(it.settlement()).toEqual(before);
    expect(dueNow(it.world)).toContain(`revoke-delegations ${it.uda.id}`);
  });

  test("that reverts is tried again later, and never changes its settlement (H-25)", () => {
    const it = aSentClaim();
    const before = [it.settlement(), eventTypes(it.world).length];
    it.world.db.run("delete from agenda");
    it.sweep(false);
    expect(it.current()).toMatchObject({ state: "pending", tries: 1, error: "the sweep reverted" });
    expect([it.settlement(), eventTypes(it.world).filter((type) => type !== "balance.updated").length]).toEqual(before);
    expect(upcoming(it.world.db, 10)).toMatchObject([
      { job: "claim-source", ref: it.claim.id, due_at: it.world.clock.now() + 5_000 },
    ]);
  });

  test("is retried after a growing delay, a day at most, and is never given up (R-109)", () => {
    const it = aSentClaim();
    for (let tries = 1; tries <= 12; tries += 1) it.world.write(() => retryClaim(it.world, it.claim.id, "no luck"));
    expect(it.current()).toMatchObject({ state: "pending", tries: 12 });
    expect([1, 2, 3, 7, 15, 16, 40].map(sponsoredBackoffMs)).toEqual([
      ...[5_000, 10_000, 20_000, 320_000],
      ...[81_920_000, 86_400_000, 86_400_000],
    ]);
  });
});

describe("a delegation that was mined", () => {
  function aSentDelegation() {
    const world = aWorld({ confirmations: 1 });
    const uda = aUda(world, { acceptedTokens: ["USDT"] });
    const station = gasStationOn(world.db, world.tenant.id, NETWORK)!;
    const ref = delegationRef(uda.id, NETWORK);
    send(world, { purpose: "delegate", subject: ref, hash: aHash(4), sender: station.address });
    world.db.run("delete from agenda");
    const land = (succeeded: boolean) =>
      readIn(world, [{ height: 1, transactions: [{ hash: aHash(4), from: station.address, succeeded, gasCost: 9n }] }]);
    return { world, ref, land, row: () => delegationOn(world.db, uda.id, NETWORK)! };
  }

  test("does not count before the code at the address was verified: a transaction with an invalid authorization succeeds", () => {
    const it = aSentDelegation();
    it.land(true);
    expect(it.row().state).toBe("pending");
    expect(dueNow(it.world)).toEqual([`verify-delegation ${it.ref}`]);
  });

  test("but reverted has failed, and is tried again after a backoff", () => {
    const it = aSentDelegation();
    it.land(false);
    expect(it.row()).toMatchObject({ state: "failed", tries: 1, error: "the delegating transaction reverted" });
    expect(upcoming(it.world.db, 10)).toMatchObject([
      { job: "delegate", ref: it.ref, due_at: it.world.clock.now() + 5_000 },
    ]);
  });
});
