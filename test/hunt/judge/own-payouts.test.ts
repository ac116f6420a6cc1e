// Payouts that an app makes by itself: what a deposit is a reason for, as a table (B-07 without an action `withdraw`).
import { expect, test } from "vitest";
import { learnUsual, type OwnPayout, type PayoutCursor, paidAgain } from "../../../src/hunt/judge/own-payouts.ts";

const payout = (parts: Partial<OwnPayout> = {}): OwnPayout => ({
  ...{
    status: "confirmed",
    reference_id: "r",
    network: "base",
    symbol: "USDC",
    amount: "25.5",
    to_address: "0xAb",
    ...parts,
  },
});

test.each<[string, OwnPayout[], number, number, number]>([
  ["one for one deposit", [payout()], 1, 1, 0],
  ["two for one deposit", [payout(), payout({ to_address: "0xaB" })], 1, 1, 1],
  ["two for two deposits", [payout(), payout()], 2, 1, 0],
  ["two for one deposit, as always", [payout(), payout()], 1, 2, 0],
  ["three for one deposit, where two are usual", [payout(), payout(), payout()], 1, 2, 1],
  ["the first of two failed", [payout({ status: "failed" }), payout()], 1, 1, 0],
  ["other amounts", [payout(), payout({ amount: "25" })], 1, 1, 0],
  ["other targets", [payout(), payout({ to_address: "0xcd" })], 1, 1, 0],
  ["nothing is usual yet", [payout(), payout()], 1, 0, 1],
])("B-07 %s", (_, payouts, deposits, usual, breaches) => {
  expect(paidAgain(payouts, deposits, { after: undefined, usual, withdrawable: "all" })).toHaveLength(breaches);
});

test("B-07 what is usual is learned from worlds without trouble", () => {
  const cursor: PayoutCursor = { after: undefined, usual: 0, withdrawable: "all" };
  learnUsual([payout(), payout(), payout(), payout()], 2, cursor);
  learnUsual([payout()], 1, cursor);
  expect(cursor.usual).toBe(2);
});
