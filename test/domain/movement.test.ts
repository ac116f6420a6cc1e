// The ledger: balances are the sums of confirmed movements, and what is reserved is freed once (R-066…R-070).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressesOfHolder, gasStationOn } from "../../src/domain/address/store.ts";
import { announceBalance } from "../../src/domain/movement/balance-event.ts";
import { openHold, resolveHold } from "../../src/domain/movement/hold.ts";
import { available, type MovementKind } from "../../src/domain/movement/movement.ts";
import { confirmMovements, recordGrant, recordMovement } from "../../src/domain/movement/record.ts";
import { balanceOf, holdOf, markOrphaned, pendingMovements } from "../../src/domain/movement/store.ts";
import { type AWorld, aHash, aUda, aWallet, aWorld, eventTypes, fund } from "../support/worlds/a-world.ts";

const NETWORK = "ethereum";

type Moved = { kind?: MovementKind; raw?: bigint; height?: number; hash?: string; ordinal?: number; symbol?: string };

function record(world: AWorld, addressId: string, moved: Moved = {}): void {
  const { kind = "in", raw = 100n, height = 1, hash = aHash(), ordinal = 0, symbol = "USDC" } = moved;
  const asset = world.asset(NETWORK, symbol).key;
  recordMovement(world.db, { addressId, network: NETWORK, asset, kind, raw, txHash: hash, ordinal, height });
}

const usdc = (world: AWorld, addressId: string) => balanceOf(world.db, addressId, world.asset(NETWORK, "USDC").key);
const confirm = (world: AWorld, height: number) => confirmMovements(world.db, NETWORK, height);

describe("a movement", () => {
  test("counts in no balance until its block is confirmed, then once (R-068)", () => {
    const world = aWorld();
    const { id } = aWallet(world);
    record(world, id, { raw: 70n, height: 5 });
    expect(confirm(world, 4)).toEqual([]);
    expect(usdc(world, id).confirmed).toBe(0n);
    const asset = world.asset(NETWORK, "USDC").key;
    expect(confirm(world, 5)).toEqual([{ addressId: id, asset, previous: 0n, current: 70n }]);
    expect(confirm(world, 5)).toEqual([]);
    expect(confirm(world, 50)).toEqual([]);
    expect(usdc(world, id).confirmed).toBe(70n);
  });

  test("is confirmed on its own network only", () => {
    const world = aWorld();
    const { id } = aWallet(world);
    record(world, id, { height: 5 });
    expect(confirmMovements(world.db, "bsc", 100)).toEqual([]);
    expect(pendingMovements(world.db, NETWORK, 100)).toHaveLength(1);
  });

  test("of a removed block never counts, and counts when its transaction is mined again (R-008, R-067)", () => {
    const world = aWorld();
    const { id } = aWallet(world);
    record(world, id, { raw: 30n, height: 4, hash: aHash(1) });
    record(world, id, { raw: 70n, height: 5, hash: aHash(2) });
    expect(markOrphaned(world.db, NETWORK, 5)).toBe(1);
    confirm(world, 10);
    expect(usdc(world, id).confirmed).toBe(30n);
    record(world, id, { raw: 70n, height: 6, hash: aHash(2) });
    confirm(world, 10);
    expect(usdc(world, id).confirmed).toBe(100n);
    expect(world.db.all("select state, raw from movement where kind <> 'grant' order by id")).toEqual([
      { state: "confirmed", raw: "30" },
      { state: "orphaned", raw: "70" },
      { state: "confirmed", raw: "70" },
    ]);
  });

  test("that is confirmed is not taken away by a reorg, and not counted twice when its transaction is mined again (I-10)", () => {
    const world = aWorld();
    const { id } = aWallet(world);
    record(world, id, { raw: 70n, height: 5 });
    confirm(world, 5);
    expect(markOrphaned(world.db, NETWORK, 1)).toBe(0);
    record(world, id, { raw: 70n, height: 9 });
    confirm(world, 20);
    expect(usdc(world, id).confirmed).toBe(70n);
  });

  test("of the same transaction at another place, in the other direction or to another address is another movement (R-013)", () => {
    const world = aWorld();
    const [one, two] = [aWallet(world), aWallet(world)];
    record(world, one.id, { raw: 100n });
    confirm(world, 1);
    record(world, one.id, { raw: 20n, ordinal: 1 });
    record(world, one.id, { raw: 5n, kind: "out" });
    record(world, two.id, { raw: 7n });
    confirm(world, 1);
    expect([usdc(world, one.id).confirmed, usdc(world, two.id).confirmed]).toEqual([115n, 7n]);
  });
});

test("changes of one balance in one confirmation are reported once, from first to last, in order of first change (H-83)", () => {
  const world = aWorld();
  const [one, two] = [aWallet(world), aWallet(world)];
  const asset = world.asset(NETWORK, "USDC").key;
  record(world, one.id, { raw: 50n, hash: aHash(1) });
  record(world, two.id, { raw: 5n, hash: aHash(2) });
  record(world, one.id, { raw: 20n, kind: "out", hash: aHash(3) });
  expect(confirm(world, 1)).toEqual([
    { addressId: one.id, asset, previous: 0n, current: 30n },
    { addressId: two.id, asset, previous: 0n, current: 5n },
  ]);
});

test("a balance that ends where it began has not changed", () => {
  const world = aWorld();
  const { id } = aWallet(world);
  record(world, id, { raw: 50n, hash: aHash(1) });
  record(world, id, { raw: 50n, kind: "out", hash: aHash(2) });
  expect(confirm(world, 1)).toEqual([]);
});

test("a balance below zero is our own mistake and stops everything", () => {
  const world = aWorld();
  const { id } = aWallet(world);
  record(world, id, { raw: 1n, kind: "gas" });
  expect(() => world.write(() => confirm(world, 1))).toThrow("never falls below zero");
  expect(usdc(world, id).confirmed).toBe(0n);
});

/** Blocks that come and go, with one wallet in them; two confirmations are asked for. */
class Blocks {
  readonly world = aWorld();
  readonly wallet = aWallet(this.world);
  #height = 0;
  #hash = 0;

  mine(raws: readonly bigint[], kind: MovementKind = "in"): void {
    this.#height += 1;
    for (const raw of raws) {
      this.#hash += 1;
      record(this.world, this.wallet.id, { raw, kind, height: this.#height, hash: aHash(this.#hash) });
    }
    if (this.#height > 1) confirm(this.world, this.#height - 1);
  }

  /** Spends a share of what is confirmed and not on its way out already. */
  spend(percent: number): void {
    const onItsWay = pendingMovements(this.world.db, NETWORK, this.#height).filter(({ kind }) => kind === "out");
    const free = usdc(this.world, this.wallet.id).confirmed - onItsWay.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    const raw = (free * BigInt(percent)) / 100n;
    this.mine(raw === 0n ? [] : [raw], "out");
  }

  remove(depth: number): void {
    const from = Math.max(1, this.#height - depth + 1);
    markOrphaned(this.world.db, NETWORK, from);
    this.#height = from - 1;
  }
}

type Step = ["mine", bigint[]] | ["spend", number] | ["remove", number];

/** The earlier ones are pending when the later ones are made. */
const SPENT_IN_A_ROW: Step[] = [
  ["mine", [21n]],
  ["mine", []],
  ...[29, 96, 89, 25, 1].map((percent): Step => ["spend", percent]),
];

test("every confirmed balance is the sum of its movements, whatever is mined and removed (R-066, I-12)", () => {
  const step = fc.oneof(
    fc.tuple(fc.constant("mine" as const), fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { maxLength: 4 })),
    fc.tuple(fc.constant("spend" as const), fc.integer({ min: 1, max: 100 })),
    fc.tuple(fc.constant("remove" as const), fc.integer({ min: 1, max: 2 })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const blocks = new Blocks();
      for (const [kind, by] of steps) blocks[kind](by as never);
      const { world, wallet } = blocks;
      const rows = world.db.all<{ kind: string; raw: string }>(
        "select kind, raw from movement where address_id = :id and state = 'confirmed'",
        { id: wallet.id },
      );
      const sum = rows.reduce((total, { kind, raw }) => total + (kind === "in" ? BigInt(raw) : -BigInt(raw)), 0n);
      expect(usdc(world, wallet.id).confirmed).toBe(sum);
    }),
    {
      numRuns: 50,
      examples: [[SPENT_IN_A_ROW]],
    },
  );
});

test("coin given at birth counts at once and adds up (H-05)", () => {
  const world = aWorld();
  const station = gasStationOn(world.db, world.tenant.id, NETWORK)!;
  const asset = world.catalogue.network(NETWORK).native.key;
  expect(balanceOf(world.db, station.id, asset)).toEqual({ confirmed: 100n * 10n ** 18n, held: 0n });
  recordGrant(world.db, { addressId: station.id, network: NETWORK, asset, raw: 5n, height: 3 });
  expect(balanceOf(world.db, station.id, asset).confirmed).toBe(100n * 10n ** 18n + 5n);
  expect(eventTypes(world)).toEqual([]);
});

describe("a hold", () => {
  function aHeldWorld() {
    const world = aWorld();
    const vault = world.vaultOn(NETWORK);
    fund(world, vault, "USDC", 100n);
    const asset = world.asset(NETWORK, "USDC").key;
    return {
      world,
      hold: (transactionId: string, raw: bigint) =>
        openHold(world.db, { transactionId, addressId: vault.id, asset, raw }),
      left: () => usdc(world, vault.id),
    };
  }

  test("reserves what is available and is refused beyond, without a trace (R-068)", () => {
    const { world, hold, left } = aHeldWorld();
    expect([hold("a", 60n), hold("b", 41n), hold("c", 40n)]).toEqual([true, false, true]);
    expect(left()).toEqual({ confirmed: 100n, held: 100n });
    expect(available(left())).toBe(0n);
    expect(holdOf(world.db, "b")).toBeUndefined();
  });

  test.each(["posted", "voided"] as const)("that is %s frees its amount and stays on record", (outcome) => {
    const { world, hold, left } = aHeldWorld();
    hold("a", 60n);
    resolveHold(world.db, "a", outcome);
    expect(left()).toEqual({ confirmed: 100n, held: 0n });
    expect(holdOf(world.db, "a")?.state).toBe(outcome);
  });

  test("is resolved once: a second time is our own mistake and frees nothing (R-070)", () => {
    const { world, hold, left } = aHeldWorld();
    hold("a", 60n);
    hold("b", 10n);
    resolveHold(world.db, "a", "posted");
    expect(() => resolveHold(world.db, "a", "voided")).toThrow("a hold is resolved once");
    expect(left().held).toBe(10n);
  });

  test("belongs to one transaction only", () => {
    const { hold } = aHeldWorld();
    hold("a", 1n);
    expect(() => hold("a", 1n)).toThrow("UNIQUE");
  });

  test("that was never opened, as for a refill, is nothing to resolve", () => {
    const { world, left } = aHeldWorld();
    resolveHold(world.db, "refill", "posted");
    expect(left()).toEqual({ confirmed: 100n, held: 0n });
  });
});

describe("balance.updated (H-83)", () => {
  const change = (world: AWorld, addressId: string) =>
    announceBalance(world, { addressId, asset: world.asset(NETWORK, "USDC").key, previous: 0n, current: 25_500_000n });

  test("has wallet, asset, old and new balance with their values (S-482)", () => {
    const world = aWorld();
    const wallet = aWallet(world, { owner: "user-9" });
    change(world, wallet.id);
    const event = world.db.get<{ record: string; group_key: string }>(
      "select * from event where type = 'balance.updated'",
    );
    expect(JSON.parse(event!.record)).toEqual({
      wallet_id: wallet.id,
      category: "user",
      address: wallet.address,
      owner: "user-9",
      network: NETWORK,
      asset: world.asset(NETWORK, "USDC").key,
      previous_raw: "0",
      previous_usd: "0.00",
      raw: "25500000",
      usd: "25.50",
    });
  });

  test("is sent for vaults and gas stations too, and not for UDA addresses", () => {
    const world = aWorld();
    const uda = aUda(world);
    change(world, world.vaultOn(NETWORK).id);
    change(world, gasStationOn(world.db, world.tenant.id, NETWORK)!.id);
    change(world, addressesOfHolder(world.db, uda.id).find(({ network }) => network === NETWORK)!.id);
    expect(eventTypes(world)).toEqual(["balance.updated", "balance.updated"]);
  });
});
