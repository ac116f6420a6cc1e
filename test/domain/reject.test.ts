// Rejecting a queued payout (H-22, H-69): it ends, its amount is free, its reason is stored, and no event is sent.
import { describe, expect, test } from "vitest";
import { upcoming } from "../../src/domain/agenda.ts";
import { moveAttempt, prepareAttempt } from "../../src/domain/attempt/transitions.ts";
import { balanceOf, holdOf } from "../../src/domain/movement/store.ts";
import { rejectPayout } from "../../src/domain/payout/reject.ts";
import { movePayout } from "../../src/domain/payout/transitions.ts";
import { transactionById } from "../../src/domain/transaction/store.ts";
import { isoTime } from "../../src/kernel/clock.ts";
import { anAddress, aPayout, aTenant, aWorld, eventTypes, fund, problemOf } from "../support/worlds/a-world.ts";

const HOUR = 3_600_000;

function aQueuedPayout() {
  const world = aWorld();
  fund(world, world.vaultOn("ethereum"), "USDT", 100_000_000n);
  const payout = aPayout(world, { amount: "10", expiredAt: isoTime(world.clock.now() + HOUR) });
  const reject = (reason?: string) => world.write(() => rejectPayout(world, world.tenant, payout.id, reason));
  return { world, payout, reject, record: () => transactionById(world.db, payout.transaction_id)! };
}

test("a queued payout ends as expired, its transaction as rejected, the only difference between the two (S-209, S-435)", () => {
  const { world, payout, reject, record } = aQueuedPayout();
  world.clock.moveTo(world.clock.now() + 1_000);
  expect(reject("customer cancelled")).toMatchObject({
    id: payout.id,
    status: "expired",
    tx_hash: "",
    error: "",
    expires_at: payout.expires_at,
    confirmed_at: null,
  });
  expect(record()).toMatchObject({ status: "rejected", rejected_at: world.clock.now(), expired_at: null, error: "" });
  expect(JSON.parse(record().meta!)).toMatchObject({ reject_reason: "customer cancelled", reference_id: "order-1" });
});

test("its amount is free again, nothing of it is planned any more, and no event is sent", () => {
  const { world, payout, reject } = aQueuedPayout();
  reject();
  const usdt = world.asset("ethereum", "USDT").key;
  expect(balanceOf(world.db, payout.address_id, usdt)).toEqual({ confirmed: 100_000_000n, held: 0n });
  expect(holdOf(world.db, payout.transaction_id)?.state).toBe("voided");
  expect(upcoming(world.db, 10)).toEqual([]);
  expect(eventTypes(world)).toEqual([]);
});

test("without a reason none is stored", () => {
  const { reject, record } = aQueuedPayout();
  reject();
  expect(JSON.parse(record().meta!)).not.toHaveProperty("reject_reason");
});

describe("is refused and changes nothing", () => {
  test("a second time (R-090)", () => {
    const { world, reject, record } = aQueuedPayout();
    reject("first");
    const before = [record(), world.db.all("select * from payout")];
    expect(problemOf(() => reject("second"))).toBe("payoutIsNotPending");
    expect([record(), world.db.all("select * from payout")]).toEqual(before);
  });

  test.each([["start"], ["start", "confirm"], ["start", "fail"], ["expire"]] as const)("after %s", (...moves) => {
    const { world, payout, reject } = aQueuedPayout();
    world.write(() => {
      for (const move of moves) movePayout(world, payout.id, move);
    });
    expect(problemOf(() => reject())).toBe("payoutIsNotPending");
  });

  test("while an attempt of it can be mined, so that nothing is rejected that may be paid (R-086)", () => {
    const { world, payout, reject } = aQueuedPayout();
    const { network, address: sender, derivation } = world.vaultOn("ethereum");
    const plan = { to: anAddress(), value: "0", data: "0x", gas: "1", maxFeePerGas: "1", maxPriorityFeePerGas: "1" };
    const order = { network, sender, derivation, purpose: "payout", subject: payout.transaction_id, plan } as const;
    const attempt = world.write(() => prepareAttempt(world, order));
    expect(problemOf(() => reject())).toBe("payoutIsNotPending");
    world.write(() => moveAttempt(world, attempt, "void"));
    expect(problemOf(() => reject())).toBe("none");
  });

  test("for another tenant, and for a payout that is not there (K-3)", () => {
    const { world, payout } = aQueuedPayout();
    const other = world.write(() => aTenant(world, "other").tenant);
    expect(problemOf(() => rejectPayout(world, other, payout.id, undefined))).toBe("payoutNotFound");
    expect(problemOf(() => rejectPayout(world, world.tenant, "missing", undefined))).toBe("payoutNotFound");
  });
});
