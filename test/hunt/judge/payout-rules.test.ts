// The rules about withdrawals and webhooks, as tables (B-07…B-10, B-12, B-13).
import { expect, test } from "vitest";
import { BooksReader } from "../../../src/hunt/judge/books-reader.ts";
import { decimalOf, ZERO } from "../../../src/hunt/judge/decimal.ts";
import { believed, metIn, refused } from "../../../src/hunt/judge/delivery-rules.ts";
import { type JudgedWithdrawal, payoutBounds, payoutsAtRest } from "../../../src/hunt/judge/payout-rules.ts";
import type { DeliveryAttempt, TrueDelivery, TrueDeposit } from "../../../src/hunt/judge/truth.ts";

const of = (text: string) => decimalOf(text) ?? ZERO;
const order = (id: string, amount: string, paid: string): JudgedWithdrawal => ({
  id,
  owner: "a",
  network: "base",
  asset: "USDC",
  amount: of(amount),
  paid: of(paid),
});
const hundred: TrueDeposit = {
  ...{
    id: "1",
    owner: "a",
    state: "confirmed",
    network: "base",
    asset: "USDC",
    tx_id: "0x1",
    to_address: "0x1",
    uda_id: null,
  },
  amount: of("100"),
};
const books = (state: string, balance?: string) =>
  new BooksReader({}).read(
    JSON.stringify({ credits: [], ...(balance && { balance }), withdrawals: [{ id: "w", state }] }),
  );
const view = (orders: JudgedWithdrawal[], state = "paid", balance?: string) => ({
  ...{ owner: "a", books: books(state, balance), orders, deposits: [hundred], accepts: [] },
});
const rules = (breaches: readonly { rule: string }[]) => breaches.map(({ rule }) => rule);

test.each<[string, JudgedWithdrawal[], string[]]>([
  ["paid once", [order("w", "40", "40")], []],
  ["not paid", [order("w", "40", "0")], []],
  ["paid twice", [order("w", "40", "80")], ["B-07"]],
  ["overdrawn by two", [order("w", "70", "70"), order("v", "70", "70")], ["B-08"]],
])("B-07 B-08 %s", (_, orders, expected) => {
  expect(rules(payoutBounds(view(orders)))).toEqual(expected);
});

test.each<[string, string, string, string | undefined, string[] | null, string[]]>([
  ["paid and paid", "40", "paid", undefined, null, []],
  ["failed and not paid", "0", "failed", undefined, null, []],
  ["failed and paid", "40", "failed", undefined, null, ["B-09"]],
  ["paid and not paid", "0", "paid", undefined, null, ["B-09"]],
  ["still pending", "40", "pending", undefined, null, ["B-10"]],
  ["rightly pending: its payout has not ended", "open", "pending", undefined, null, []],
  ["paid in the books and open at the service", "open", "paid", undefined, null, ["B-09"]],
  ["settled by the repair job only", "40", "paid", undefined, ["w"], ["B-10"]],
  ["the balance is right", "40", "paid", "60", null, []],
  ["a failed one was given back", "0", "failed", "100", null, []],
  ["a failed one was never given back", "0", "failed", "60", null, ["B-09"]],
  ["a paid one was given back", "40", "paid", "100", null, ["B-09"]],
])("B-09 B-10 %s", (_, paid, state, balance, before, expected) => {
  const isOpen = paid === "open";
  const orders = [{ ...order("w", "40", isOpen ? "0" : paid), isOpen }];
  expect(rules(payoutsAtRest(view(orders, state, balance), before))).toEqual(expected);
});

const attempt = (status: number | null, fault: string | null = null): DeliveryAttempt => ({
  at: "",
  status,
  duration_ms: 1,
  error: "",
  fault,
});
const delivery = (
  attempts: DeliveryAttempt[],
  state: TrueDelivery["state"] = "delivered",
  type = "deposit.confirmed",
): TrueDelivery => ({
  ...{ id: 1, event_id: "e", type, resource_id: "r", state, body: null, attempts },
});

test.each<[string, DeliveryAttempt, string[]]>([
  ["genuine", attempt(200), []],
  ["refused", attempt(401, "wrong-secret"), []],
  ["forged", attempt(200, "wrong-secret"), ["error"]],
  ["unsigned", attempt(200, "unsigned"), ["error"]],
  ["cut", attempt(204, "truncate"), ["error"]],
  ["stale", attempt(200, "stale-timestamp"), ["warning"]],
  ["lost answer", attempt(200, "answer-lost"), []],
])("B-12 %s", (_, one, levels) => {
  expect(believed([delivery([one])]).map(({ level }) => level)).toEqual(levels);
});

test("B-13 a genuine webhook that is refused until it is dead is a breach, unless the service answered badly or a fault touched it", () => {
  const dead = delivery(
    Array.from({ length: 6 }, () => attempt(500)),
    "dead",
  );
  const well = { wellServed: true, wasThere: true };
  expect(rules(refused([dead], well))).toEqual(["B-13"]);
  expect(refused([dead], { ...well, wellServed: false })).toEqual([]);
  expect(refused([delivery([...dead.attempts.slice(1), attempt(503, "status")], "dead")], well)).toEqual([]);
  expect(refused([delivery([attempt(500), attempt(200)])], well)).toEqual([]);
});

test("B-13 a handler that throws and answers nothing refuses too, unless the app was not there", () => {
  const reset = { ...attempt(null), error: "the connection was reset" };
  const dead = delivery([reset, reset, attempt(500)], "dead");
  const well = { wellServed: true, wasThere: true };
  expect(refused([dead], well).map(({ what }) => what)).toEqual([
    "your handler refused a genuine deposit.confirmed until it was dead: no answer, the connection was reset, 500",
  ]);
  expect(refused([dead], { ...well, wasThere: false })).toEqual([]);
  expect(refused([delivery([{ ...reset, fault: "drop" }, reset], "dead")], well)).toEqual([]);
});

test("U-23 rare situations are seen in the deliveries", () => {
  expect(metIn([delivery([attempt(null, "answer-lost"), attempt(200)])], true)).toEqual([
    "answer to a webhook lost, sent again",
    "restart between two attempts",
  ]);
  const failed = delivery([attempt(200)], "delivered", "transaction.failed");
  expect(metIn([failed, delivery([attempt(200)])], false)).toEqual(["confirmed after orphaned under the same id"]);
});
