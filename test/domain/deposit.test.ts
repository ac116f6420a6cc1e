// What becomes of a movement to a watched address: seen, confirmed, orphaned, back under the same id (H-02).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressesOfHolder } from "../../src/domain/address/store.ts";
import { historyOf } from "../../src/domain/apply-transition.ts";
import type { DepositRow } from "../../src/domain/deposit/deposit.ts";
import { confirmDeposit, orphanDeposits, seeDeposit, unplaceDeposits } from "../../src/domain/deposit/detect.ts";
import {
  confirmedFrom,
  depositById,
  latestOfTransaction,
  seenUpTo,
  visibleDeposit,
} from "../../src/domain/deposit/store.ts";
import { putRate } from "../../src/domain/network/store.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import {
  type AWorld,
  aConfirmedDeposit,
  aDeposit,
  aHash,
  anAddress,
  aTenant,
  aUda,
  aWallet,
  aWorld,
  type DepositFacts,
  eventTypes,
} from "../support/worlds/a-world.ts";

/** The same transfer in another block. */
function seeAgain(world: AWorld, row: DepositRow, place: { height: number; timestamp?: number }): DepositRow {
  const { network, tx_hash: txHash, ordinal, asset, from_address: from, to_address: to } = row;
  const receiver = world.db.get<never>("select * from address where id = :id", { id: row.address_id })!;
  const block = { height: place.height, hash: aHash(place.height), timestamp: place.timestamp ?? row.block_time };
  return world.write(() =>
    seeDeposit(world, { network, txHash, ordinal, asset, raw: BigInt(row.raw), from, to }, receiver, block),
  );
}

/** A reorg that takes all blocks from `fromHeight` and brings none of their transfers back. */
function remove(world: AWorld, fromHeight: number): void {
  world.write(() => orphanDeposits(world, unplaceDeposits(world, "ethereum", fromHeight)));
}

const record = (world: AWorld, row: DepositRow) => transactionById(world.db, row.transaction_id)!;

describe("a deposit that is seen", () => {
  test("is visible at once, with a broadcasted transaction of block time, and one deposit.new (S-476, H-26)", () => {
    const world = aWorld();
    const wallet = aWallet(world, { owner: "user-7" });
    const row = aDeposit(world, wallet, { height: 9, timestamp: 1_800_000_000, raw: 25_500_000n, ordinal: 3 });
    expect(visibleDeposit(world.db, world.tenant.id, row.id)).toEqual(row);
    expect(row).toMatchObject({
      state: "seen",
      raw: "25500000",
      usd: "25.50",
      owner: "user-7",
      block_height: 9,
      ordinal: 3,
    });
    expect(record(world, row)).toMatchObject({
      type: "deposit",
      side: "in",
      status: "broadcasted",
      source_id: row.id,
      created_at: 1_800_000_000_000,
      broadcasted_at: 1_800_000_000_000,
      fee_raw: "0",
      meta: null,
      block_height: 9,
    });
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new"]);
  });

  test("keeps the value of the moment it was first seen", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world), { symbol: "ETH", raw: 10n ** 18n });
    putRate(world.db, "ETH", "1.00");
    seeAgain(world, row, { height: 12 });
    expect(depositById(world.db, row.id)?.usd).toBe("2500.00");
  });

  test("says where it came from and to, as its tenant sees it (H-08)", () => {
    const world = aWorld();
    const [mine, receiver] = [aWallet(world), aWallet(world)];
    const other = world.write(() => aTenant(world, "other"));
    const theirs = addressesOfHolder(world.db, other.vaultId).find(({ network }) => network === "ethereum")!;
    const senders = [mine.address, world.vaultOn("ethereum").address, theirs.address, anAddress(99)];
    const rows = senders.map((from, index) => aDeposit(world, receiver, { from, hash: aHash(index + 1) }));
    expect(rows.map((row) => row.from_category)).toEqual(["user", "vault", "external", "external"]);
    expect(rows.map((row) => row.to_category)).toEqual(["user", "user", "user", "user"]);
    const toVault = aDeposit(world, theirs, { hash: aHash(50) });
    expect([toVault.tenant_id, toVault.owner, toVault.to_category]).toEqual([other.tenant.id, "", "vault"]);
  });

  test("on a UDA address knows its UDA, on any other address none", () => {
    const world = aWorld();
    const uda = aUda(world);
    const address = addressesOfHolder(world.db, uda.id).find(({ network }) => network === "ethereum")!;
    expect(aDeposit(world, address).uda_id).toBe(uda.id);
    expect(aDeposit(world, world.vaultOn("ethereum"), { hash: aHash(2) }).uda_id).toBeNull();
  });

  test("is found by its tenant only (K-3)", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world));
    const other = world.write(() => aTenant(world, "other").tenant);
    expect(visibleDeposit(world.db, other.id, row.id)).toBeUndefined();
    expect(latestOfTransaction(world.db, other.id, row.tx_hash)).toBeUndefined();
  });
});

test("reading the same block again changes no row and emits no event (R-005)", () => {
  const world = aWorld();
  const row = aDeposit(world, aWallet(world), { height: 7 });
  const before = [row, record(world, row), eventTypes(world)];
  seeAgain(world, row, { height: 7 });
  expect([depositById(world.db, row.id), record(world, row), eventTypes(world)]).toEqual(before);
});

describe("several transfers of one transaction", () => {
  test("are so many deposits, each with its own id, in log order (S-237, R-039)", () => {
    const world = aWorld();
    const wallet = aWallet(world);
    const rows = [0, 1, 1_000_000].map((ordinal) => aDeposit(world, wallet, { ordinal }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id));
  });

  test("are looked up by the latest block time, then the latest id (S-238, S-239)", () => {
    const world = aWorld();
    const [ethereum, bsc] = [aWallet(world), aWallet(world, { network: "bsc" })];
    const early = aDeposit(world, bsc, { timestamp: 1_000_000 });
    const first = aDeposit(world, ethereum, { timestamp: 2_000_000, ordinal: 0 });
    const last = aDeposit(world, ethereum, { timestamp: 2_000_000, ordinal: 1 });
    expect(latestOfTransaction(world.db, world.tenant.id, aHash())?.id).toBe(last.id);
    expect(early.id < first.id).toBe(true);
    const late = aDeposit(world, bsc, { timestamp: 3_000_000, ordinal: 9 });
    expect(latestOfTransaction(world.db, world.tenant.id, aHash())?.id).toBe(late.id);
  });

  test("with the same hash on two chains are two deposits (R-043)", () => {
    const world = aWorld();
    const rows = ["ethereum", "bsc"].map((network) => aDeposit(world, aWallet(world, { network })));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });
});

describe("a confirmed deposit", () => {
  test("has one event, with the record at that time, and its transaction is confirmed (S-477, R-011)", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world));
    world.clock.moveTo(world.clock.now() + 24_000);
    const confirmed = world.write(() => confirmDeposit(world, row));
    expect(confirmed).toMatchObject({ id: row.id, state: "confirmed", confirmed_at: world.clock.now() });
    expect(depositById(world.db, row.id)).toEqual(confirmed);
    expect(record(world, row)).toMatchObject({ status: "confirmed", confirmed_at: world.clock.now() });
    const event = world.db.get<{ record: string }>("select record from event where type = 'deposit.confirmed'");
    expect(JSON.parse(event!.record)).toEqual(confirmed);
    expect(() => world.write(() => confirmDeposit(world, confirmed))).toThrow("no such move");
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new", "deposit.confirmed"]);
  });

  test("is counted as confirmed only in its block or above (R-016)", () => {
    const world = aWorld();
    const row = aConfirmedDeposit(world, aWallet(world), { height: 7 });
    expect(confirmedFrom(world.db, "ethereum", 7)).toEqual([{ id: row.id }]);
    expect(confirmedFrom(world.db, "ethereum", 8)).toEqual([]);
    expect(confirmedFrom(world.db, "bsc", 0)).toEqual([]);
  });

  test("keeps its state when an operator's deep reorg brings its transfer into another block", () => {
    const world = aWorld();
    const row = aConfirmedDeposit(world, aWallet(world), { height: 7 });
    const again = seeAgain(world, row, { height: 11 });
    expect(again).toMatchObject({ id: row.id, state: "confirmed", confirmed_at: row.confirmed_at, block_height: 11 });
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new", "deposit.confirmed"]);
  });
});

describe("a reorg", () => {
  test("takes a deposit out of the API, fails its transaction with an event (R-008, R-015, S-481)", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world), { height: 7 });
    remove(world, 7);
    expect(visibleDeposit(world.db, world.tenant.id, row.id)).toBeUndefined();
    expect(latestOfTransaction(world.db, world.tenant.id, row.tx_hash)).toBeUndefined();
    expect(depositById(world.db, row.id)?.state).toBe("orphaned");
    expect(record(world, row)).toMatchObject({
      status: "failed",
      error: "removed by a reorg",
      failed_at: world.clock.now(),
    });
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new", "transaction.failed"]);
    expect(seenUpTo(world.db, "ethereum", 1_000)).toEqual([]);
  });

  test("below the removed blocks changes nothing", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world), { height: 6 });
    remove(world, 7);
    expect(depositById(world.db, row.id)).toEqual(row);
  });

  test("whose new branch holds the transfer too changes its block and says nothing (H-02)", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world), { height: 7, timestamp: 1_000 });
    const removed = world.write(() => unplaceDeposits(world, "ethereum", 7));
    seeAgain(world, row, { height: 8, timestamp: 2_000 });
    world.write(() => orphanDeposits(world, removed));
    expect(depositById(world.db, row.id)).toMatchObject({
      state: "seen",
      block_height: 8,
      block_time: 2_000,
      block_hash: aHash(8),
    });
    expect(record(world, row)).toMatchObject({ status: "broadcasted", block_height: 8 });
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new"]);
  });

  test("followed by the same transfer brings it back under the same id, without a second deposit.new (R-012)", () => {
    const world = aWorld();
    const row = aDeposit(world, aWallet(world), { height: 7, timestamp: 1_000 });
    remove(world, 7);
    const back = seeAgain(world, row, { height: 9, timestamp: 3_000 });
    expect(back).toMatchObject({ id: row.id, state: "seen", block_height: 9, block_time: 3_000 });
    expect(record(world, row)).toMatchObject({
      status: "broadcasted",
      broadcasted_at: 3_000_000,
      failed_at: null,
      error: "",
      block_height: 9,
    });
    expect(seenUpTo(world.db, "ethereum", 8)).toEqual([]);
    expect(seenUpTo(world.db, "ethereum", 9)).toEqual([back]);
    expect(eventTypes(world)).toEqual(["address.assigned", "deposit.new", "transaction.failed"]);
    world.write(() => confirmDeposit(world, back));
    expect(eventTypes(world).at(-1)).toBe("deposit.confirmed");
  });

  test.each<[string, DepositFacts]>([
    ["amount", { raw: 2n }],
    ["token", { symbol: "USDT" }],
    ["place in the transaction", { ordinal: 4 }],
  ])(
    "followed by a transfer with another %s makes another deposit, and the old one stays away (R-014)",
    (_name, facts) => {
      const world = aWorld();
      const wallet = aWallet(world);
      const row = aDeposit(world, wallet, { raw: 1n, height: 7 });
      remove(world, 7);
      const other = aDeposit(world, wallet, { raw: 1n, height: 8, ...facts });
      expect(other.id).not.toBe(row.id);
      expect(depositById(world.db, row.id)?.state).toBe("orphaned");
      expect(eventTypes(world).filter((type) => type === "deposit.new")).toHaveLength(2);
    },
  );

  test("however often it happens keeps one id, one deposit.new and at most one deposit.confirmed", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("remove", "again"), { maxLength: 12 }), (steps) => {
        const world = aWorld();
        const row = aDeposit(world, aWallet(world), { height: 7 });
        let height = 7;
        for (const step of steps) {
          height += 1;
          if (step === "remove") remove(world, 1);
          else seeAgain(world, row, { height });
        }
        const now = seeAgain(world, row, { height: height + 1 });
        world.write(() => confirmDeposit(world, now));
        remove(world, 1);
        expect(world.db.all("select id, state from deposit")).toEqual([{ id: row.id, state: "confirmed" }]);
        const types = eventTypes(world);
        expect(types.filter((type) => type === "deposit.new")).toHaveLength(1);
        expect(types.at(-1)).toBe("deposit.confirmed");
        const failures = historyOf(world.db, "deposit", row.id).filter(({ move }) => move === "orphan");
        expect(types.filter((type) => type === "transaction.failed")).toHaveLength(failures.length);
      }),
      { numRuns: 40 },
    );
  });
});
