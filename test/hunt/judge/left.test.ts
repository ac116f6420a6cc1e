// What an owner can still withdraw, as the last orders of a world ask for it (B-18): known only where nothing about it is unsure.
import { expect, test } from "vitest";
import { BooksReader } from "../../../src/hunt/judge/books-reader.ts";
import { decimalOf, textOf, ZERO } from "../../../src/hunt/judge/decimal.ts";
import { type KnownWithdrawal, leftOf } from "../../../src/hunt/judge/left.ts";
import type { TrueDeposit } from "../../../src/hunt/judge/truth.ts";

const of = (text: string) => decimalOf(text) ?? ZERO;
const base = { network: "base", asset: "USDC" };
const deposit = (amount: string, more: Partial<TrueDeposit> = {}): TrueDeposit => ({
  ...{ id: amount, owner: "a", state: "confirmed", ...base, tx_id: "0x1", to_address: "0x1", uda_id: null },
  ...{ amount: of(amount), ...more },
});
const order = (amount: string, paid: string, isGone = false): KnownWithdrawal => ({
  ...{ id: amount, owner: "a", ...base, amount: of(amount), paid: of(paid), isGone, isRefused: isGone },
});
const told = new BooksReader({}).read(
  JSON.stringify({ credits: [{ deposit_id: "1", network: "base", asset: "USDC", amount: "100" }] }),
);
const untold = new BooksReader({}).read(JSON.stringify({ credits: [{ deposit_id: "1", amount: "100" }] }));
const left = (deposits: TrueDeposit[], orders: KnownWithdrawal[], books: typeof told | null = told) =>
  leftOf({ books, deposits, orders, accepts: [base] }).map(({ network, most, least }) => [
    network,
    textOf(most),
    least === null ? null : textOf(least),
  ]);

test.each<[string, KnownWithdrawal[], string, string | null]>([
  ["what was paid is gone", [order("40", "40")], "60", "60"],
  ["a fee was taken off", [order("40", "39.5")], "60.5", "60"],
  ["nobody knows what becomes of it", [order("40", "0")], "100", "60"],
  ["it failed", [order("30", "30"), order("40", "0", true)], "70", "70"],
  ["the app refused the only order", [order("40", "0", true)], "100", "100"],
])("B-18 what is left of 100: %s", (_, orders, most, least) => {
  expect(left([deposit("100")], orders)).toEqual([["base", most, least]]);
});

test("B-18 at a place that is not the usual one, an app that took no order may pay nothing at all", () => {
  const at = (isGone: boolean) =>
    leftOf({
      ...{ books: null, deposits: [deposit("100")], orders: [order("40", "0", isGone)] },
      accepts: [{ network: "bsc", asset: "USDC" }, base],
    }).map(({ least }) => least && textOf(least));
  expect([at(true), at(false)]).toEqual([[null], ["60"]]);
});

test("B-18 nothing is known of what may still be confirmed, or was settled elsewhere", () => {
  const paid = [order("40", "40")];
  expect(left([deposit("100"), deposit("1", { state: "seen" })], paid)).toEqual([]);
  expect(left([deposit("100"), deposit("1", { uda_id: "u" })], paid)).toEqual([]);
  expect(left([deposit("100"), deposit("1", { state: "orphaned" })], paid)).toEqual([["base", "60", "60"]]);
});

test("B-18 money in several places is left in each only if the books tell them apart; what is not accepted is not asked for", () => {
  const paid = [order("40", "40")];
  const several = [deposit("100"), deposit("5", { network: "bsc" })];
  expect(left(several, paid)).toEqual([["base", "60", "60"]]);
  expect(left(several, paid, untold)).toEqual([]);
  expect(left(several, paid, null)).toEqual([]);
  expect(left([deposit("100")], paid, untold)).toEqual([["base", "60", "60"]]);
});
