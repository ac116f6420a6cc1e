// Submitting payouts: the order of the checks, what is frozen, what is reserved, and a reference that counts once (H-13, H-35).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { insertAddress } from "../../src/domain/address/store.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import { available } from "../../src/domain/movement/movement.ts";
import { balanceOf, holdOf } from "../../src/domain/movement/store.ts";
import { putRate } from "../../src/domain/network/store.ts";
import { createPayout } from "../../src/domain/payout/create.ts";
import { payoutById, queuedAt } from "../../src/domain/payout/store.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { putTenantNetwork } from "../../src/domain/tenant/store.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { insertVault } from "../../src/domain/vault/store.ts";
import { EPOCH_MS, isoTime } from "../../src/kernel/clock.ts";
import {
  type AWorld,
  anAddress,
  aPayout,
  aPayoutOrder,
  aTenant,
  aWallet,
  aWorld,
  eventTypes,
  fund,
  type PayoutFacts,
  problemOf,
  rowCounts,
} from "../support/worlds/a-world.ts";

const USDT = 1_000_000n;
const HOUR = 3_600_000;

function aRichWorld(raw = 1_000n * USDT): AWorld {
  const world = aWorld();
  fund(world, world.vaultOn("ethereum"), "USDT", raw);
  return world;
}

const submit = (world: AWorld, facts: PayoutFacts) => () => aPayout(world, facts);

function balance(world: AWorld, symbol = "USDT", network = "ethereum") {
  return balanceOf(world.db, world.vaultOn(network).id, world.asset(network, symbol).key);
}

describe("a payout that is accepted", () => {
  test("is queued, unsent, and shows what was asked for (S-105, S-114, S-116, S-318)", () => {
    const world = aRichWorld();
    const row = aPayout(world, { amount: "100.50", remark: "Payment for order #12345", referenceId: "order-12345" });
    expect(row).toMatchObject({
      status: "queued",
      amount: "100.50",
      raw: "100500000",
      usd_amount: "100.50",
      rate: "",
      tx_hash: "",
      error: "",
      reference_id: "order-12345",
      remark: "Payment for order #12345",
      symbol: "USDT",
      network: "ethereum",
      confirmed_at: null,
      expires_at: null,
      created_at: world.clock.now(),
    });
  });

  test("has a unified transaction of its own, created, out of the vault (H-10, H-22)", () => {
    const world = aRichWorld();
    const row = aPayout(world, { referenceId: "r-1", remark: "note" });
    expect(transactionById(world.db, row.transaction_id)).toMatchObject({
      type: "payout",
      side: "out",
      status: "created",
      source_id: row.id,
      memo: "note",
      raw: row.raw,
      from_address: world.vaultOn("ethereum").address,
      from_category: "vault",
      to_category: "external",
      meta: JSON.stringify({ reference_id: "r-1", vault_id: world.vaultId }),
    });
    expect(eventTypes(world)).toEqual([]);
  });

  test("to an address of the tenant says what that address is (H-08)", () => {
    const world = aRichWorld();
    const wallet = aWallet(world);
    const row = aPayout(world, { toAddress: wallet.address });
    expect(transactionById(world.db, row.transaction_id)?.to_category).toBe("user");
  });

  test("is planned to be sent now, and to expire at its cutoff", () => {
    const world = aRichWorld();
    const at = world.clock.now() + HOUR;
    const row = aPayout(world, { expiredAt: isoTime(at) });
    expect(upcoming(world.db, 10).map(({ job, ref, due_at }) => ({ job, ref, due_at }))).toEqual([
      { job: "submit", ref: row.transaction_id, due_at: world.clock.now() },
      { job: "expire-payout", ref: row.id, due_at: at },
    ]);
  });

  test("takes the asset and the network in any case", () => {
    const world = aRichWorld();
    expect(aPayout(world, { asset: "usdt", networkSymbol: "Ethereum" })).toMatchObject({
      symbol: "USDT",
      network: "ethereum",
    });
  });

  test("reserves exactly its amount and touches nothing else (H-14, R-069)", () => {
    const world = aRichWorld();
    const row = aPayout(world, { amount: "100.5" });
    expect(balance(world)).toEqual({ confirmed: 1_000n * USDT, held: 100_500_000n });
    expect(holdOf(world.db, row.transaction_id)).toMatchObject({ raw: "100500000", state: "open" });
    expect(balance(world, "USDC")).toEqual({ confirmed: 0n, held: 0n });
  });

  test("may take the whole available balance, but not one unit more", () => {
    const world = aRichWorld(10n * USDT);
    expect(problemOf(submit(world, { amount: "10.000001", referenceId: "a" }))).toBe("insufficientBalance");
    expect(problemOf(submit(world, { amount: "10", referenceId: "b" }))).toBe("none");
    expect(available(balance(world))).toBe(0n);
  });

  test("of the native coin is not charged for gas at submission (H-35)", () => {
    const world = aWorld();
    fund(world, world.vaultOn("bsc"), "BNB", 10n ** 18n);
    expect(problemOf(submit(world, { asset: "BNB", networkSymbol: "bsc", amount: "1" }))).toBe("none");
  });
});

describe("a payout in dollars (H-13, S-315)", () => {
  test("buys the asset at the price of that moment, and keeps price and text", () => {
    const world = aWorld();
    fund(world, world.vaultOn("ethereum"), "ETH", 10n ** 18n);
    const row = aPayout(world, { asset: "ETH", usdAmount: "7.5" });
    putRate(world.db, "ETH", "1.00");
    expect(payoutById(world.db, row.id)).toMatchObject({
      usd_amount: "7.5",
      rate: "2500",
      amount: "0.003",
      raw: "3000000000000000",
    });
  });

  test("is rounded down to the token's decimals", () => {
    const world = aRichWorld();
    putRate(world.db, "USDT", "3");
    expect(aPayout(world, { usdAmount: "1" })).toMatchObject({ raw: "333333", amount: "0.333333", rate: "3" });
  });

  test("that buys less than one unit is an invalid amount (K-6, R-093)", () => {
    const world = aRichWorld();
    putRate(world.db, "USDT", "1000000");
    expect(problemOf(submit(world, { usdAmount: "0.999999" }))).toBe("invalidAmount");
  });

  test("is worth no more than was asked for, and less by under one unit, at any price (R-052, R-093)", () => {
    const world = aRichWorld(10n ** 60n);
    let count = 0;
    const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const price = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(cents, price, (micros, priceMicros) => {
        const text = (value: bigint): string =>
          `${value / 1_000_000n}.${(value % 1_000_000n).toString().padStart(6, "0")}`;
        putRate(world.db, "USDT", text(priceMicros));
        count += 1;
        const facts = { usdAmount: text(micros), referenceId: `r-${count}` };
        if (micros * 1_000_000n < priceMicros) {
          expect(problemOf(submit(world, facts))).toBe("invalidAmount");
          return;
        }
        const raw = BigInt(aPayout(world, facts).raw);
        const worth = (units: bigint): bigint => units * priceMicros;
        expect(worth(raw) <= micros * 1_000_000n && worth(raw + 1n) > micros * 1_000_000n).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.each(["0", "0.0000001", "-1", "1e3", "abc", "1,5", ""])("of %j is an invalid amount", (usdAmount) => {
    expect(problemOf(submit(aRichWorld(), { usdAmount }))).toBe("invalidAmount");
  });

  test("of more base units than a token can hold is an invalid amount (K-6)", () => {
    const world = aWorld();
    putRate(world.db, "USDT", "0.000000000000000001");
    const facts = { networkSymbol: "bsc", usdAmount: "9".repeat(60) };
    expect(problemOf(submit(world, facts))).toBe("invalidAmount");
  });

  test("of an asset without a price is an invalid amount", () => {
    const world = aRichWorld();
    putRate(world.db, "USDT", "0");
    expect(problemOf(submit(world, { usdAmount: "1" }))).toBe("invalidAmount");
  });
});

describe("validation comes first: invalid request, even for a vault that is not there (H-35)", () => {
  const world = () => aRichWorld();
  const wrong = (facts: PayoutFacts) => problemOf(submit(world(), { vaultId: "missing", ...facts }));

  test.each<[string, PayoutFacts]>([
    ["neither amount nor usd_amount", { amount: undefined, usdAmount: undefined }],
    ["both amount and usd_amount", { amount: "1", usdAmount: "1" }],
    ["an unknown network", { networkSymbol: "solana" }],
    ["an asset that the network lacks", { asset: "POL" }],
    ["a receiver that is no address", { toAddress: "0x12" }],
    ["a receiver with a wrong checksum", { toAddress: "0xab5801a7D398351b8bE11C439e05C5B3259aeC9B" }],
    ["the zero address", { toAddress: `0x${"0".repeat(40)}` }],
    ["the token contract itself", { toAddress: "0xdAC17F958D2ee523a2206206994597C13D831ec7" }],
    ["a cutoff without offset", { expiredAt: "2030-01-01T00:00:00" }],
    ["a cutoff that is no time", { expiredAt: "tomorrow" }],
    ["a cutoff in the past", { expiredAt: isoTime(EPOCH_MS - 1) }],
    ["a cutoff at this very moment (R-234)", { expiredAt: isoTime(EPOCH_MS) }],
  ])("%s", (_name, facts) => {
    expect(wrong(facts)).toBe("invalidRequest"); // S-322
  });

  test.each(["0", "0.0000001", "-1", "+1", "1e3", "0x10", " 1", "NaN", "１", "-0"])(
    "the amount %j is an invalid amount",
    (amount) => {
      expect(wrong({ amount })).toBe("invalidAmount");
    },
  );

  test("the vault's own address", () => {
    const rich = world();
    expect(problemOf(submit(rich, { toAddress: rich.vaultOn("ethereum").address }))).toBe("invalidRequest");
  });

  test("one millisecond before its cutoff a payout is taken", () => {
    expect(problemOf(submit(world(), { expiredAt: isoTime(EPOCH_MS + 1) }))).toBe("none");
  });
});

describe("then, in this order (H-35)", () => {
  /** A payout that is wrong in every later point as well. */
  function everythingWrong(world: AWorld): PayoutFacts {
    const usdt = world.asset("ethereum", "USDT");
    putTenantNetwork(world.db, world.tenant.id, "ethereum", usdt.key, false);
    return { amount: "999999", referenceId: "taken" };
  }

  test("a missing vault is not found (S-324)", () => {
    const world = aRichWorld();
    aPayout(world, { referenceId: "taken" });
    expect(problemOf(submit(world, { ...everythingWrong(world), vaultId: "missing" }))).toBe("vaultNotFound");
  });

  test("another tenant's vault is not found either (R-061, K-3)", () => {
    const world = aRichWorld();
    const other = world.write(() => aTenant(world, "other"));
    expect(problemOf(submit(world, { vaultId: other.vaultId }))).toBe("vaultNotFound");
  });

  test("a known reference is a duplicate, though the asset is disabled and the vault empty (S-319, S-325)", () => {
    const world = aRichWorld();
    aPayout(world, { referenceId: "taken" });
    expect(problemOf(submit(world, everythingWrong(world)))).toBe("duplicateReferenceId");
  });

  test("a disabled asset is reported before the missing balance", () => {
    const world = aRichWorld();
    expect(problemOf(submit(world, everythingWrong(world)))).toBe("networkNotEnabled");
  });

  test("a balance that does not reach comes last (S-323)", () => {
    expect(problemOf(submit(aRichWorld(), { amount: "1000.000001" }))).toBe("insufficientBalance");
  });
});

describe("a reference", () => {
  test("is not used up by a refused order: no row of any kind is left (R-060)", () => {
    const world = aRichWorld();
    const before = rowCounts(world);
    const refusals: PayoutFacts[] = [
      { amount: "1e3" },
      { amount: "5000" },
      { vaultId: "missing" },
      { toAddress: "0x12" },
      { amount: undefined },
    ];
    for (const facts of refusals) expect(problemOf(submit(world, { referenceId: "mine", ...facts }))).not.toBe("none");
    expect(rowCounts(world)).toEqual(before);
    expect(problemOf(submit(world, { referenceId: "mine" }))).toBe("none");
  });

  test("stays taken for ever, also with another body and after the payout has ended (R-059, S-320)", () => {
    const world = aRichWorld();
    for (const [index, end] of (["expire", "fail", "confirm"] as const).entries()) {
      const row = aPayout(world, { referenceId: `r-${index}` });
      world.write(() => {
        if (end !== "expire") movePayout(world, row.id, "start");
        movePayout(world, row.id, end);
      });
      const again = submit(world, { referenceId: `r-${index}`, amount: "3", toAddress: anAddress(9) });
      expect(problemOf(again)).toBe("duplicateReferenceId");
    }
    expect(world.db.all("select id from payout")).toHaveLength(3);
  });

  test("counts per vault: the same one is free at another vault (S-110, S-321)", () => {
    const world = aRichWorld();
    const second = aSecondVault(world);
    aPayout(world, { referenceId: "same" });
    expect(problemOf(submit(world, { referenceId: "same", vaultId: second }))).toBe("none");
  });

  test("is compared exactly", () => {
    const world = aRichWorld();
    aPayout(world, { referenceId: "Order-1" });
    expect(problemOf(submit(world, { referenceId: "order-1" }))).toBe("none");
  });
});

function aSecondVault(world: AWorld): string {
  const id = world.ids.next("vault");
  const address = {
    ...world.vaultOn("ethereum"),
    id: world.ids.next("vault_address"),
    address: anAddress(0xabc),
    holder_id: id,
  };
  world.write(() => {
    insertVault(world.db, { id, tenant_id: world.tenant.id, label: "second", created_at: world.clock.now() });
    insertAddress(world.db, address);
  });
  fund(world, address, "USDT", 1_000n * USDT);
  return id;
}

/** What a world of payouts must look like after each step: a model that only adds numbers up. */
class Ledger {
  readonly world = aRichWorld(500n * USDT);
  confirmed = 500n * USDT;
  promised = 0n;
  accepted = 0;

  fund(raw: bigint): void {
    fund(this.world, this.world.vaultOn("ethereum"), "USDT", raw);
    this.confirmed += raw;
  }

  create(raw: bigint): void {
    const amount = `${raw / USDT}.${(raw % USDT).toString().padStart(6, "0")}`;
    const fits = this.promised + raw <= this.confirmed;
    const order = submit(this.world, { amount, referenceId: `r-${this.accepted}` });
    expect(problemOf(order)).toBe(fits ? "none" : "insufficientBalance");
    if (!fits) return;
    this.promised += raw;
    this.accepted += 1;
  }

  repeat(reference: number): void {
    if (reference >= this.accepted) return;
    expect(problemOf(submit(this.world, { referenceId: `r-${reference}` }))).toBe("duplicateReferenceId");
  }
}

test("however orders come, holds never exceed what is there, and open holds are the sum of queued payouts (R-069, I-08, I-09)", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("create" as const), by: fc.bigInt({ min: 1n, max: 400n * USDT }) }),
    fc.record({ kind: fc.constant("repeat" as const), by: fc.nat(5) }),
    fc.record({ kind: fc.constant("fund" as const), by: fc.bigInt({ min: 1n, max: 300n * USDT }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const ledger = new Ledger();
      for (const { kind, by } of steps) {
        ledger[kind](by as never);
        expect(balance(ledger.world)).toEqual({ confirmed: ledger.confirmed, held: ledger.promised });
      }
      const queued = queuedAt(ledger.world.db, ledger.world.vaultOn("ethereum").id);
      expect(queued.reduce((sum, { raw }) => sum + BigInt(raw), 0n)).toBe(ledger.promised);
    }),
    { numRuns: 40 },
  );
});

test("payouts wait in the order they were submitted", () => {
  const world = aRichWorld();
  const rows = ["a", "b", "c"].map((referenceId) => aPayout(world, { referenceId }));
  expect(queuedAt(world.db, world.vaultOn("ethereum").id).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("a payout that has ended has no cutoff waiting any more", () => {
  const world = aRichWorld();
  const row = aPayout(world, { expiredAt: isoTime(world.clock.now() + HOUR) });
  world.write(() => movePayout(world, row.id, "start"));
  expect(upcoming(world.db, 10).map(({ job }) => job)).toContain("expire-payout");
  world.write(() => movePayout(world, row.id, "confirm"));
  expect(upcoming(world.db, 10).map(({ job }) => job)).not.toContain("expire-payout");
});

test("a request that is rolled back leaves no payout, no hold and no job", () => {
  const world = aRichWorld();
  const before = rowCounts(world);
  const failing = () =>
    world.write(() => {
      createPayout(world, world.tenant, aPayoutOrder(world));
      throw new RangeError("stopped");
    });
  expect(failing).toThrow(RangeError);
  expect(rowCounts(world)).toEqual(before);
  expect(balance(world).held).toBe(0n);
});
