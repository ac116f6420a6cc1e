// What an owner can still withdraw when nothing more will come: credits less payouts, as far as the truth alone says it.
import type { Books } from "./books.ts";
import { isAccepted } from "./credit-view.ts";
import { type Decimal, minus, sum } from "./decimal.ts";
import type { JudgedWithdrawal } from "./payout-rules.ts";
import type { TrueDeposit } from "./truth.ts";

/** `isGone`: it was refused, or the app was told that it failed. What is not paid and not gone may rightly be reserved. */
export type KnownWithdrawal = JudgedWithdrawal & { readonly isGone: boolean; readonly isRefused: boolean };

export type LeftView = {
  readonly books: Books | null;
  readonly deposits: readonly TrueDeposit[];
  readonly orders: readonly KnownWithdrawal[];
  readonly accepts: readonly { readonly network: string; readonly asset: string }[];
};

/** `most`: more than that is never the owner's. `least`: so much surely is; null at a place that is not the usual one, where the app took no order. */
export type Left = {
  readonly network: string;
  readonly asset: string;
  readonly most: Decimal;
  readonly least: Decimal | null;
};

/**
 * By place. None while a deposit may still be confirmed, where settlements play a part, and where the books do not tell the places apart that
 * an owner has money in.
 */
export function leftOf(view: LeftView): Left[] {
  const { deposits, orders } = view;
  const confirmed = deposits.filter(({ state }) => state === "confirmed");
  const isUnsure = deposits.some((one) => one.state === "seen" || one.uda_id !== null || one.isSettlement === true);
  const all = new Set([...confirmed, ...orders].map(keyOf));
  if (isUnsure || (all.size > 1 && !areToldApart(view.books))) return [];
  const places = Map.groupBy(
    confirmed.filter((one) => isAccepted(view, one)),
    keyOf,
  );
  return [...places.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const here = orders.filter((one) => keyOf(one) === keyOf(first));
    const came = sum([first, ...more].map(({ amount }) => amount));
    // Where customers usually withdraw, an app that takes no order at all has no reason either.
    const isUsual = view.accepts[0] !== undefined && keyOf(view.accepts[0]) === keyOf(first);
    const isTaken = isUsual || here.some(({ isRefused }) => !isRefused);
    const least = minus(came, sum(here.filter(isReserved).map(({ amount }) => amount)));
    const most = minus(came, sum(here.map(({ paid }) => paid)));
    return [{ network: first.network, asset: first.asset, most, least: isTaken ? least : null }];
  });
}

/** A fee may have been taken off what was paid: the owner has given the whole amount. */
function isReserved({ paid, isGone }: KnownWithdrawal): boolean {
  return paid.units > 0n || !isGone;
}

function keyOf({ network, asset }: { readonly network: string; readonly asset: string }): string {
  return `${network} ${asset}`;
}

function areToldApart(books: Books | null): boolean {
  const rows = [...(books?.credits ?? []), ...(books?.sums ?? []), ...(books?.balances ?? [])];
  return rows.length > 0 && rows.every(({ network, asset }) => network !== null && asset !== null);
}
