// Unified transactions: one timestamp a status, resets and revivals, and who hears of which move (H-26, H-82).
import { describe, expect, test } from "vitest";
import type { TransactionMove } from "../../src/domain/transaction/machine.ts";
import { openRefill, openSettlementTransaction, transactionById } from "../../src/domain/transaction/store.ts";
import type { TransactionRow, TransactionType } from "../../src/domain/transaction/transaction.ts";
import { createTransaction, moveTransaction, type NewTransaction } from "../../src/domain/transaction/transitions.ts";
import { type AWorld, anAddress, aWorld, eventTypes } from "../support/worlds/a-world.ts";

const SECOND = 1_000;

function aTransaction(world: AWorld, facts: Partial<NewTransaction> = {}): TransactionRow {
  const asset = world.asset("ethereum", "USDT");
  return world.write(() =>
    createTransaction(world, {
      tenant_id: world.tenant.id,
      owner: "",
      type: "payout",
      side: "out",
      memo: "",
      network: "ethereum",
      asset: asset.key,
      symbol: asset.symbol,
      raw: "100",
      usd: "0.0001",
      from_address: anAddress(1),
      to_address: anAddress(2),
      from_category: "vault",
      to_category: "external",
      from_address_id: world.vaultOn("ethereum").id,
      ...facts,
    }),
  );
}

/** Makes the moves one second apart. */
function walk(world: AWorld, id: string, ...moves: TransactionMove[]): TransactionRow {
  for (const name of moves) {
    world.clock.moveTo(world.clock.now() + SECOND);
    world.write(() => moveTransaction(world, id, name));
  }
  return transactionById(world.db, id)!;
}

describe("timestamps", () => {
  test("are set once each, in order, by the move that leads there (S-228, R-112)", () => {
    const world = aWorld();
    const createdAt = world.clock.now();
    const row = walk(world, aTransaction(world).id, "prepare", "sign", "broadcast", "confirm");
    expect(row).toMatchObject({
      created_at: createdAt,
      prepared_at: createdAt + SECOND,
      signed_at: createdAt + 2 * SECOND,
      broadcasted_at: createdAt + 3 * SECOND,
      confirmed_at: createdAt + 4 * SECOND,
      failed_at: null,
      rejected_at: null,
      expired_at: null,
      updated_at: createdAt + 4 * SECOND,
    });
  });

  test.each([
    ["reject", "rejected_at"],
    ["expire", "expired_at"],
    ["fail", "failed_at"],
  ] as const)("%s sets %s alone", (move, stamp) => {
    const world = aWorld();
    const row = walk(world, aTransaction(world).id, move);
    const stamps = [
      "prepared_at",
      "signed_at",
      "broadcasted_at",
      "confirmed_at",
      "failed_at",
      "rejected_at",
      "expired_at",
    ];
    expect(stamps.filter((name) => row[name as keyof TransactionRow] !== null)).toEqual([stamp]);
  });

  test("of preparing and signing are taken back by a retry, creation stays (H-26)", () => {
    const world = aWorld();
    const before = aTransaction(world);
    const row = walk(world, before.id, "prepare", "sign", "retry");
    expect(row).toMatchObject({ status: "created", created_at: before.created_at, prepared_at: null, signed_at: null });
    expect(row.updated_at).toBe(world.clock.now());
  });

  test("of a deposit that is mined again: the failure is gone, the broadcast is the new block's (H-26)", () => {
    const world = aWorld();
    const onChain = { txHash: "0x1", height: 4, createdAt: 5_000 };
    const { id } = aTransaction(world, { type: "deposit", side: "in", onChain });
    world.write(() => moveTransaction(world, id, "fail", { error: "removed by a reorg" }));
    const row = world.write(() => moveTransaction(world, id, "revive", { error: "", at: 9_000 }));
    expect(row).toMatchObject({
      status: "broadcasted",
      failed_at: null,
      broadcasted_at: 9_000,
      error: "",
      created_at: 5_000,
    });
  });
});

test("a record that begins on the chain is broadcasted from the start, everything else is created", () => {
  const world = aWorld();
  const onChain = { txHash: "0x1", height: 4, createdAt: 5_000 };
  expect(aTransaction(world, { type: "deposit", onChain })).toMatchObject({
    status: "broadcasted",
    tx_hash: "0x1",
    block_height: 4,
    created_at: 5_000,
    broadcasted_at: 5_000,
  });
  expect(aTransaction(world)).toMatchObject({
    status: "created",
    tx_hash: "",
    block_height: null,
    broadcasted_at: null,
  });
});

test("a transaction that nothing else caused is its own source (H-10)", () => {
  const world = aWorld();
  const row = aTransaction(world);
  expect(row.source_id).toBe(row.id);
  expect(aTransaction(world, { source_id: "p-1" }).source_id).toBe("p-1");
});

test("what a move adds to meta joins what was there", () => {
  const world = aWorld();
  const { id } = aTransaction(world, { meta: { reference_id: "r", vault_id: "v" } });
  world.write(() => moveTransaction(world, id, "reject", { meta: { reject_reason: "no" } }));
  expect(JSON.parse(transactionById(world.db, id)!.meta!)).toEqual({
    reference_id: "r",
    vault_id: "v",
    reject_reason: "no",
  });
  expect(aTransaction(world).meta).toBeNull();
});

describe("events", () => {
  const ANNOUNCED: TransactionType[] = ["payout", "vault_transfer", "external_transfer", "internal_transfer", "refill"];

  test.each(ANNOUNCED)(
    "a %s has events of its broadcast and its confirmation, with the record of that moment (S-479, S-480)",
    (type) => {
      const world = aWorld();
      const { id } = aTransaction(world, { type });
      const last = walk(world, id, "prepare", "sign", "broadcast", "confirm");
      const events = world.db.all<{ type: string; record: string; resource_id: string }>(
        "select * from event order by sequence",
      );
      expect(events.map((event) => event.type)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
      expect(events.map(({ record }) => JSON.parse(record).status)).toEqual(["broadcasted", "confirmed"]);
      expect(JSON.parse(events[1]!.record)).toEqual(last);
      expect(events.map(({ resource_id }) => resource_id)).toEqual([id, id]);
    },
  );

  test.each(ANNOUNCED)("a %s has an event of its failure, also before it was broadcasted (S-481, H-82)", (type) => {
    const world = aWorld();
    walk(world, aTransaction(world, { type }).id, "fail");
    walk(world, aTransaction(world, { type }).id, "prepare", "sign", "broadcast", "fail");
    expect(eventTypes(world)).toEqual(["transaction.failed", "transaction.broadcasted", "transaction.failed"]);
  });

  test("rejecting, expiring and retrying emit no event (H-82)", () => {
    const world = aWorld();
    walk(world, aTransaction(world).id, "reject");
    walk(world, aTransaction(world).id, "prepare", "sign", "retry", "expire");
    expect(eventTypes(world)).toEqual([]);
  });

  test("a settlement emits nothing here, a deposit only that it was removed (H-82)", () => {
    const world = aWorld();
    const onChain = { txHash: "0x1", height: 4, createdAt: 5_000 };
    for (const type of ["settlement", "deposit"] as const) {
      walk(world, aTransaction(world, { type, onChain }).id, "confirm");
      walk(world, aTransaction(world, { type, onChain }).id, "fail");
    }
    expect(eventTypes(world)).toEqual(["transaction.failed"]);
  });
});

test("a refill is open until it is final, so that a wallet has at most one on its way (H-22)", () => {
  const world = aWorld();
  const open = () => openRefill(world.db, "ethereum", anAddress(2))?.id;
  expect(open()).toBeUndefined();
  const { id } = aTransaction(world, { type: "refill" });
  const seen = (["prepare", "sign", "broadcast"] as const).map((move) => {
    walk(world, id, move);
    return open();
  });
  expect(seen).toEqual([id, id, id]);
  walk(world, id, "confirm");
  expect(open()).toBeUndefined();
});

test("of several fills of a settlement the one under way is found", () => {
  const world = aWorld();
  const fill = (txHash: string) =>
    aTransaction(world, { type: "settlement", source_id: "s-1", onChain: { txHash, height: null, createdAt: 1 } });
  walk(world, fill("0x1").id, "fail");
  const second = fill("0x2");
  expect(openSettlementTransaction(world.db, "s-1")?.id).toBe(second.id);
  walk(world, second.id, "confirm");
  expect(openSettlementTransaction(world.db, "s-1")).toBeUndefined();
});
