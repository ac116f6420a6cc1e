// Effects of blocks in one transaction: deposits, platform payments, confirmations, balances, and their rollback.
import { describe, expect, test } from "vitest";
import type { AddressRow } from "../../src/domain/address/address.ts";
import { addressesOfHolder, gasStationOn } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import type { AttemptPurpose, AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { attemptById, insertCompetingAttempt } from "../../src/domain/attempt/store.ts";
import { moveAttempt, prepareAttempt } from "../../src/domain/attempt/transitions.ts";
import { tailHead } from "../../src/domain/chain-tail.ts";
import type { DepositRow } from "../../src/domain/deposit/deposit.ts";
import { balanceOf, holdOf } from "../../src/domain/movement/store.ts";
import type { PayoutRow } from "../../src/domain/payout/payout.ts";
import { payoutById, updatePayoutHash } from "../../src/domain/payout/store.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { createTransaction, moveTransaction } from "../../src/domain/transaction/transitions.ts";
import { afterRefill, requestRefill } from "../../src/flow/payments/refill.ts";
import {
  type AWorld,
  aHash,
  anAddress,
  aPayout,
  aUda,
  aWallet,
  aWorld,
  eventTypes,
  fund,
  rowCounts,
} from "../support/worlds/a-world.ts";
import { type BlockInput, NETWORK, readIn, type TransactionFacts } from "./blocks.ts";

const GAS = 10n ** 14n;
const deposits = (world: AWorld) => world.db.all<DepositRow>("select * from deposit order by id");
const balance = (world: AWorld, addressId: string, symbol: string) =>
  balanceOf(world.db, addressId, world.asset(NETWORK, symbol).key);
const newEvents = (world: AWorld, before: readonly string[]) => eventTypes(world).slice(before.length);

/** Empty blocks of the same branch. */
const empty = (from: number, to: number, more: Partial<BlockInput> = {}): BlockInput[] =>
  Array.from({ length: to - from + 1 }, (_block, index) => ({ height: from + index, ...more }));

describe("a transfer from outside", () => {
  test("is seen with its block and confirmed by the block that reaches the target, then the balance event follows (S-476, S-477, S-482)", () => {
    const world = aWorld({ confirmations: 3 });
    const wallet = aWallet(world);
    const before = eventTypes(world);
    readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs: [{ to: wallet.address }] }] }]);
    expect(newEvents(world, before)).toEqual(["deposit.new"]);
    readIn(world, empty(2, 2));
    expect([newEvents(world, before), balance(world, wallet.id, "USDC").confirmed]).toEqual([["deposit.new"], 0n]);
    readIn(world, empty(3, 3));
    expect(newEvents(world, before)).toEqual(["deposit.new", "deposit.confirmed", "balance.updated"]);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(25_500_000n);
  });

  test("with a target of one is new before it is confirmed, in the same block (R-055)", () => {
    const world = aWorld({ confirmations: 1 });
    const wallet = aWallet(world);
    const before = eventTypes(world);
    readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs: [{ to: wallet.address }] }] }]);
    expect(newEvents(world, before)).toEqual(["deposit.new", "deposit.confirmed", "balance.updated"]);
  });

  test("to a UDA settles in the block that confirms it, and emits no balance event (R-099, H-83)", () => {
    const world = aWorld();
    const uda = aUda(world);
    readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs: [{ to: uda.address }] }] }]);
    expect(world.db.all("select id from settlement")).toEqual([]);
    readIn(world, empty(2, 2));
    expect(world.db.all("select status from settlement")).toEqual([{ status: "created" }]);
    expect(eventTypes(world)).toEqual(["deposit.new", "deposit.confirmed"]);
  });

  test("to an unknown address, or to a wallet of another network, is ignored (R-042)", () => {
    const world = aWorld();
    const elsewhere = aWallet(world, { network: "bsc" });
    const before = rowCounts(world);
    const legs = [{ to: anAddress(77) }, { to: elsewhere.address }];
    readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs }] }]);
    expect(rowCounts(world)).toEqual({ ...before, chain_tail: 1 });
  });

  test("with many legs in one transaction is as many deposits and one balance change (S-237, H-83)", () => {
    const world = aWorld({ confirmations: 1 });
    const wallet = aWallet(world);
    const legs = [1n, 2n, 3n].map((raw) => ({ to: wallet.address, raw }));
    readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs }] }]);
    expect(deposits(world).map(({ raw, ordinal }) => [raw, ordinal])).toEqual([
      ["1", 0],
      ["2", 1],
      ["3", 2],
    ]);
    expect(eventTypes(world).filter((type) => type === "balance.updated")).toHaveLength(1);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(6n);
  });
});

test("a batch that fails in the middle leaves nothing (R-006)", () => {
  const world = aWorld();
  const wallet = aWallet(world);
  const before = rowCounts(world);
  const twice = [{ height: 1, transactions: [{ hash: aHash(1), legs: [{ to: wallet.address }] }] }, { height: 1 }];
  expect(() => readIn(world, twice)).toThrow("UNIQUE");
  expect(rowCounts(world)).toEqual(before);
});

const PLAN: UnsignedTransaction = {
  to: anAddress(9),
  value: "0",
  data: "0x",
  gas: "60000",
  maxFeePerGas: "3",
  maxPriorityFeePerGas: "1",
};

type APayout = {
  world: AWorld;
  payout: PayoutRow;
  attempt: AttemptRow;
  fact(more?: Partial<TransactionFacts>): TransactionFacts;
};

/** A sent payout of 10 USDT with hash 1; the vault has coin for gas. */
function aSentPayout(): APayout {
  const it = aSignedPayout();
  const { world, payout } = it;
  const attempt = world.write(() => {
    moveTransaction(world, payout.transaction_id, "broadcast", { tx_hash: aHash(1) });
    updatePayoutHash(world.db, payout.id, aHash(1));
    return moveAttempt(world, it.attempt, "send", { sent_at: world.clock.now(), sends: 1 });
  });
  return { ...it, attempt };
}

/** The same, signed, without a record of whether it was sent. */
function aSignedPayout(): APayout {
  const world = aWorld();
  const vault = world.vaultOn(NETWORK);
  fund(world, vault, "USDT", 100_000_000n);
  fund(world, vault, "ETH", 10n ** 18n);
  const payout = aPayout(world, { toAddress: anAddress(0xbeef), amount: "10" });
  const attempt = sign(world, { purpose: "payout", subject: payout.transaction_id, hash: aHash(1) });
  world.write(() => {
    movePayout(world, payout.id, "start");
    for (const move of ["prepare", "sign"] as const) moveTransaction(world, payout.transaction_id, move);
  });
  const leg = { from: vault.address, to: payout.to_address, raw: 10_000_000n, asset: world.asset(NETWORK, "USDT").key };
  const fact = (more = {}) => ({ hash: aHash(1), from: vault.address, gasCost: GAS, legs: [leg], ...more });
  return { world, payout, attempt, fact };
}

type Signing = { purpose: AttemptPurpose; subject: string; hash: string; by?: AddressRow };

/** An attempt of the vault, or of another address, that was sent. */
function send(world: AWorld, of: Signing): AttemptRow {
  const signed = sign(world, of);
  return world.write(() => moveAttempt(world, signed, "send", { sent_at: world.clock.now(), sends: 1 }));
}

function sign(world: AWorld, of: Signing): AttemptRow {
  const { network, address: sender, derivation } = of.by ?? world.vaultOn(NETWORK);
  return world.write(() => {
    const input = { network, sender, derivation, purpose: of.purpose, subject: of.subject, plan: PLAN };
    return moveAttempt(world, prepareAttempt(world, input), "sign", { hash: of.hash, raw: "0x02" });
  });
}

/** Another attempt at the same nonce, also sent. */
function competingAttempt(world: AWorld, of: AttemptRow, kind: "replacement" | "cancel", hash: string): AttemptRow {
  return world.write(() => {
    const signed = moveAttempt(world, insertCompetingAttempt(world.db, of, kind, JSON.stringify(PLAN)), "sign", {
      hash,
      raw: "0x02",
    });
    return moveAttempt(world, signed, "send", { sent_at: world.clock.now(), sends: 1 });
  });
}

const currently = ({ world, payout }: { world: AWorld; payout: PayoutRow }) => ({
  payout: payoutById(world.db, payout.id)!,
  record: transactionById(world.db, payout.transaction_id)!,
  hold: holdOf(world.db, payout.transaction_id)?.state,
});

describe("a sent payout", () => {
  test("is confirmed at the target: hold posted, fee and block known, one event, then the balances (S-203, S-480)", () => {
    const it = aSentPayout();
    const before = eventTypes(it.world);
    readIn(it.world, [{ height: 2, transactions: [it.fact()] }]);
    expect(currently(it)).toMatchObject({
      payout: { status: "processing", tx_hash: aHash(1) },
      record: { status: "broadcasted", block_height: 2, fee_raw: GAS.toString() },
      hold: "open",
    });
    expect(newEvents(it.world, before)).toEqual([]);
    readIn(it.world, empty(3, 3));
    expect(currently(it)).toMatchObject({
      payout: { status: "confirmed", confirmed_at: it.world.clock.now(), error: "" },
      record: { status: "confirmed" },
      hold: "posted",
    });
    expect(newEvents(it.world, before)).toEqual(["transaction.confirmed", "balance.updated", "balance.updated"]);
    const vault = it.world.vaultOn(NETWORK).id;
    expect(balance(it.world, vault, "USDT")).toEqual({ confirmed: 90_000_000n, held: 0n });
    expect(balance(it.world, vault, "ETH")).toEqual({ confirmed: 10n ** 18n - GAS, held: 0n });
  });

  test("whose send was interrupted by the end of the process is recorded as sent when a block contains it, then confirmed (R-073, R-075)", () => {
    const it = aSignedPayout();
    readIn(it.world, [{ height: 2, transactions: [it.fact()] }]);
    expect(currently(it)).toMatchObject({
      payout: { status: "processing", tx_hash: aHash(1) },
      record: { status: "broadcasted" },
    });
    readIn(it.world, empty(3, 3));
    expect(currently(it)).toMatchObject({ payout: { status: "confirmed" }, record: { status: "confirmed" } });
  });
  test("that reverts has failed with a reason: the hold is voided, the gas is gone, nothing else moved (S-204, R-071, R-081)", () => {
    const it = aSentPayout();
    const before = eventTypes(it.world);
    readIn(it.world, [{ height: 2, transactions: [it.fact({ succeeded: false, legs: [] })] }, ...empty(3, 3)]);
    expect(currently(it)).toMatchObject({
      payout: { status: "failed", error: "transaction reverted", confirmed_at: null },
      record: { status: "failed", error: "transaction reverted" },
      hold: "voided",
    });
    expect(newEvents(it.world, before)).toEqual(["transaction.failed", "balance.updated"]);
    const vault = it.world.vaultOn(NETWORK).id;
    expect(balance(it.world, vault, "USDT")).toEqual({ confirmed: 100_000_000n, held: 0n });
    expect(balance(it.world, vault, "ETH").confirmed).toBe(10n ** 18n - GAS);
  });

  test("that was replaced has the hash that was mined, whichever of the two it is (R-075, R-079)", () => {
    for (const winner of [1, 2]) {
      const it = aSentPayout();
      const second = competingAttempt(it.world, it.attempt, "replacement", aHash(2));
      readIn(it.world, [{ height: 2, transactions: [it.fact({ hash: aHash(winner) })] }, ...empty(3, 3)]);
      const { payout, record } = currently(it);
      expect([payout.status, payout.tx_hash, record.tx_hash]).toEqual(["confirmed", aHash(winner), aHash(winner)]);
      const states = [it.attempt.id, second.id].map((id) => attemptById(it.world.db, id)?.state);
      expect(states).toEqual(winner === 1 ? ["confirmed", "lost"] : ["lost", "confirmed"]);
    }
  });

  test("whose cancel wins is expired, without an event, and keeps its money less the gas (S-205, R-088)", () => {
    const it = aSentPayout();
    competingAttempt(it.world, it.attempt, "cancel", aHash(2));
    const before = eventTypes(it.world);
    readIn(it.world, [{ height: 2, transactions: [it.fact({ hash: aHash(2), legs: [] })] }]);
    expect(currently(it).payout.status).toBe("processing");
    readIn(it.world, empty(3, 3));
    expect(currently(it)).toMatchObject({
      payout: { status: "expired", tx_hash: aHash(1), error: "" },
      record: { status: "expired" },
      hold: "voided",
    });
    expect(newEvents(it.world, before)).toEqual(["balance.updated"]);
    expect(attemptById(it.world.db, it.attempt.id)?.state).toBe("lost");
  });

  test("that beats its cancel is confirmed (H-22)", () => {
    const it = aSentPayout();
    const cancel = competingAttempt(it.world, it.attempt, "cancel", aHash(2));
    readIn(it.world, [{ height: 2, transactions: [it.fact()] }, ...empty(3, 3)]);
    expect(currently(it)).toMatchObject({ payout: { status: "confirmed" }, hold: "posted" });
    expect(attemptById(it.world.db, cancel.id)?.state).toBe("lost");
  });

  test("whose block a reorg removes is processing again with its hash, without an event, and is sent again at once (R-082)", () => {
    const it = aSentPayout();
    const before = eventTypes(it.world);
    readIn(it.world, [{ height: 2, transactions: [it.fact()] }]);
    readIn(it.world, [{ height: 2, branch: "b", parent: "a" }], 2);
    expect(currently(it)).toMatchObject({
      payout: { status: "processing", tx_hash: aHash(1) },
      record: { status: "broadcasted", tx_hash: aHash(1), block_height: null, fee_raw: "0" },
      hold: "open",
    });
    expect(newEvents(it.world, before)).toEqual([]);
    expect(upcoming(it.world.db, 10)).toContainEqual(
      expect.objectContaining({ job: "watch-attempt", ref: String(it.attempt.id), due_at: it.world.clock.now() }),
    );
    readIn(it.world, [{ height: 3, branch: "b", transactions: [it.fact()] }, ...empty(4, 4, { branch: "b" })]);
    expect(currently(it)).toMatchObject({
      payout: { status: "confirmed" },
      record: { block_height: 3 },
      hold: "posted",
    });
    expect(balance(it.world, it.world.vaultOn(NETWORK).id, "USDT")).toEqual({ confirmed: 90_000_000n, held: 0n });
  });

  test("may lose against its replacement after a reorg, though it was mined first (R-079)", () => {
    const it = aSentPayout();
    const second = competingAttempt(it.world, it.attempt, "replacement", aHash(2));
    readIn(it.world, [{ height: 2, transactions: [it.fact()] }]);
    readIn(it.world, [{ height: 2, branch: "b", parent: "a", transactions: [it.fact({ hash: aHash(2) })] }], 2);
    readIn(it.world, empty(3, 3, { branch: "b" }));
    expect(currently(it)).toMatchObject({ payout: { status: "confirmed", tx_hash: aHash(2) }, hold: "posted" });
    expect([it.attempt.id, second.id].map((id) => attemptById(it.world.db, id)?.state)).toEqual(["lost", "confirmed"]);
  });

  test("to a wallet of the tenant is a deposit there, from the vault (H-02)", () => {
    const it = aSentPayout();
    const wallet = aWallet(it.world);
    const [leg] = it.fact().legs!;
    readIn(it.world, [{ height: 2, transactions: [it.fact({ legs: [{ ...leg, to: wallet.address }] })] }]);
    expect(deposits(it.world)).toMatchObject([
      { to_address: wallet.address, from_category: "vault", to_category: "user" },
    ]);
  });
});

describe("moves of the platform between a tenant's own addresses", () => {
  test.each(["refill", "internal_transfer"] as const)(
    "a %s leaves no deposit, but both balances change (H-02, R-041)",
    (type) => {
      const world = aWorld({ confirmations: 1 });
      const [station, receiver] = [gasStationOn(world.db, world.tenant.id, NETWORK)!, world.vaultOn(NETWORK)];
      const eth = world.asset(NETWORK, "ETH");
      const row = world.write(() =>
        createTransaction(world, {
          tenant_id: world.tenant.id,
          owner: "",
          type,
          side: "internal",
          memo: "",
          network: NETWORK,
          asset: eth.key,
          symbol: "ETH",
          raw: "500",
          usd: "0.00",
          from_address: station.address,
          to_address: receiver.address,
          from_category: "gas_station",
          to_category: "vault",
          from_address_id: station.id,
        }),
      );
      world.write(() => {
        for (const move of ["prepare", "sign", "broadcast"] as const) moveTransaction(world, row.id, move);
      });
      const purpose = type === "refill" ? "refill" : "transfer";
      send(world, { purpose, subject: row.id, hash: aHash(5), by: station });
      const legs = [{ from: station.address, to: receiver.address, asset: eth.key, raw: 500n }];
      readIn(world, [{ height: 1, transactions: [{ hash: aHash(5), from: station.address, gasCost: 21n, legs }] }]);
      expect(deposits(world)).toEqual([]);
      expect(balance(world, receiver.id, "ETH").confirmed).toBe(500n);
      expect(balance(world, station.id, "ETH").confirmed).toBe(100n * 10n ** 18n - 521n);
      expect(transactionById(world.db, row.id)?.status).toBe("confirmed");
    },
  );
});

describe("a reorg", () => {
  const deposit = (to: string, number = 1): TransactionFacts => ({ hash: aHash(number), legs: [{ to }] });

  test("whose branch holds the same transfer changes nothing but its block, and no event comes (H-02)", () => {
    const world = aWorld({ confirmations: 3 });
    const wallet = aWallet(world);
    readIn(world, [{ height: 1, transactions: [deposit(wallet.address)] }, ...empty(2, 2)]);
    const before = eventTypes(world);
    readIn(
      world,
      [
        { height: 1, branch: "b", parent: "a" },
        { height: 2, branch: "b", transactions: [deposit(wallet.address)] },
      ],
      1,
    );
    expect(newEvents(world, before)).toEqual([]);
    expect(deposits(world)).toMatchObject([{ state: "seen", block_height: 2 }]);
    readIn(world, empty(3, 3, { branch: "b" }));
    expect(newEvents(world, before)).toEqual([]);
    readIn(world, empty(4, 4, { branch: "b" }));
    expect(newEvents(world, before)).toEqual(["deposit.confirmed", "balance.updated"]);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(25_500_000n);
  });

  test("whose branch lacks it takes the deposit away before any confirmation of that branch (R-008, R-015)", () => {
    const world = aWorld();
    const wallet = aWallet(world);
    readIn(world, [{ height: 1, transactions: [deposit(wallet.address)] }]);
    const before = eventTypes(world);
    const branch = { branch: "b", parent: "b" };
    readIn(world, [{ height: 1, branch: "b", parent: "a" }, ...empty(2, 5, branch)], 1);
    expect(newEvents(world, before)).toEqual(["transaction.failed"]);
    expect(deposits(world)).toMatchObject([{ state: "orphaned" }]);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(0n);
    readIn(world, [{ height: 6, branch: "b", transactions: [deposit(wallet.address)] }, ...empty(7, 7, branch)]);
    expect(newEvents(world, before)).toEqual(["transaction.failed", "deposit.confirmed", "balance.updated"]);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(25_500_000n);
  });

  test("forced below a confirmed deposit changes neither it nor the balance, also when it is mined again later (I-10, R-016)", () => {
    const world = aWorld();
    const wallet = aWallet(world);
    readIn(world, [{ height: 1, transactions: [deposit(wallet.address)] }, ...empty(2, 2)]);
    const [confirmed] = deposits(world);
    const before = eventTypes(world);
    readIn(world, [{ height: 1, branch: "b", parent: "a" }, ...empty(2, 3, { branch: "b" })], 1);
    readIn(world, [
      { height: 4, branch: "b", transactions: [deposit(wallet.address)] },
      ...empty(5, 6, { branch: "b" }),
    ]);
    expect(newEvents(world, before)).toEqual([]);
    expect(deposits(world)).toMatchObject([{ id: confirmed!.id, state: "confirmed", block_height: 4 }]);
    expect(balance(world, wallet.id, "USDC").confirmed).toBe(25_500_000n);
  });

  test("leaves the new branch as the indexed chain", () => {
    const world = aWorld();
    readIn(world, empty(1, 4));
    readIn(world, [{ height: 3, branch: "b", parent: "a" }, ...empty(4, 5, { branch: "b" })], 3);
    const rows = world.db.all<{ height: number; hash: string }>("select height, hash from chain_tail order by height");
    expect(rows.map(({ height, hash }) => `${height}${hash[2]}`)).toEqual(["1a", "2a", "3b", "4b", "5b"]);
    expect(tailHead(world.db, NETWORK)?.height).toBe(5);
  });
});

describe("a refill (H-22)", () => {
  function aDryVault() {
    const world = aWorld();
    fund(world, world.vaultOn(NETWORK), "USDT", 100_000_000n);
    const payouts = ["a", "b"].map((referenceId) => aPayout(world, { referenceId }));
    const station = gasStationOn(world.db, world.tenant.id, NETWORK)!;
    const ask = (index: number) =>
      world.write(() =>
        requestRefill(world, {
          station,
          receiver: world.vaultOn(NETWORK),
          forTransaction: payouts[index]!.transaction_id,
          need: 7n,
        }),
      );
    const refills = () =>
      world.db.all<{ id: string }>("select * from transaction_record where type = 'refill' order by id");
    return { world, payouts, ask, refills };
  }

  test("brings ten times the need, and only one is open per wallet, however many payments need it (R-085)", () => {
    const { world, payouts, ask, refills } = aDryVault();
    ask(0);
    ask(1);
    expect(refills()).toMatchObject([
      {
        status: "created",
        raw: "70",
        source_id: payouts[0]!.transaction_id,
        from_category: "gas_station",
        to_category: "vault",
        to_address: world.vaultOn(NETWORK).address,
        meta: JSON.stringify({ for_transaction_id: payouts[0]!.transaction_id }),
      },
    ]);
  });

  test("that is confirmed resumes at once everything that waits at the wallet, one that failed resumes it later", () => {
    const { world, payouts, ask, refills } = aDryVault();
    ask(0);
    const row = transactionById(world.db, refills()[0]!.id)!;
    const due = () =>
      upcoming(world.db, 10).flatMap(({ ref, due_at }) =>
        payouts.some(({ transaction_id }) => transaction_id === ref) ? [due_at - world.clock.now()] : [],
      );
    world.clock.moveTo(world.clock.now() + 60_000);
    world.write(() => afterRefill(world, { ...row, status: "failed" }));
    expect(due()).toEqual([30_000, 30_000]);
    world.write(() => afterRefill(world, { ...row, status: "confirmed" }));
    expect(due()).toEqual([0, 0]);
  });
});

test("a sweep out of a deposit address changes its balance and emits nothing (H-83)", () => {
  const world = aWorld({ confirmations: 1 });
  const uda = aUda(world);
  const [address] = addressesOfHolder(world.db, uda.id).filter(({ network }) => network === NETWORK);
  readIn(world, [{ height: 1, transactions: [{ hash: aHash(1), legs: [{ to: uda.address }] }] }]);
  const before = eventTypes(world);
  readIn(world, [
    { height: 2, transactions: [{ hash: aHash(2), legs: [{ from: uda.address, to: anAddress(3), raw: 500_000n }] }] },
  ]);
  expect(newEvents(world, before)).toEqual([]);
  expect(balance(world, address!.id, "USDC").confirmed).toBe(25_000_000n);
});
