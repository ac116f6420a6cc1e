// The rules about withdrawals: what their targets hold on the chain, and what the books say of them (B-07…B-10).
import type { Breach } from "../report.ts";
import type { BookedWithdrawal, Books, Sum } from "./books.ts";
import { isAccepted, placeText } from "./credit-view.ts";
import { compare, type Decimal, minus, plus, sum, textOf } from "./decimal.ts";
import type { RuleId } from "./rule.ts";
import type { TrueDeposit } from "./truth.ts";

/** A withdrawal that the hunt asked the app for. `paid`: what its target holds on the chain. */
export type JudgedWithdrawal = {
  readonly id: string;
  readonly owner: string;
  readonly network: string;
  readonly asset: string;
  readonly amount: Decimal;
  readonly paid: Decimal;
  /** Its payout has not ended at the service: nobody knows its end yet. */
  readonly isOpen?: boolean;
};

export type PayoutView = {
  readonly owner: string;
  readonly books: Books | null;
  readonly orders: readonly JudgedWithdrawal[];
  readonly deposits: readonly TrueDeposit[];
  readonly accepts: readonly { readonly network: string; readonly asset: string }[];
};

/** What may be paid at most, at any time (B-07, B-08). */
export function payoutBounds(view: PayoutView): Breach[] {
  const twice = view.orders
    .filter(({ paid, amount }) => compare(paid, amount) > 0)
    .map(({ id, paid, amount, network, asset }) =>
      breachOf(
        "B-07",
        view,
        `withdrawal ${id} of ${textOf(amount)}${placeText({ network, asset })} was paid ${textOf(paid)}`,
      ),
    );
  const places = Map.groupBy(view.orders, ({ network, asset }) => `${network} ${asset}`);
  const overdrawn = [...places.values()].flatMap((orders) => {
    const [{ network, asset } = { network: "", asset: "" }] = orders;
    const paid = sum(orders.map((order) => order.paid));
    const credited = confirmedAt(view, network, asset);
    if (compare(paid, credited) <= 0) return [];
    const what = `${view.owner} was paid ${textOf(paid)}${placeText({ network, asset })}, and ${textOf(credited)} was ever credited`;
    return [breachOf("B-08", view, what)];
  });
  return [...twice, ...overdrawn];
}

/** What books and chain must agree on at rest (B-09, B-10). `reconciled`: the app's repair job ran, and what was pending before it. */
export function payoutsAtRest(view: PayoutView, pendingBefore: readonly string[] | null): Breach[] {
  const booked = new Map((view.books?.withdrawals ?? []).map((one) => [one.id, one]));
  const states = view.orders.flatMap((order) => stateBreaches(view, order, booked.get(order.id), pendingBefore));
  return [...states, ...balanceBreaches(view, booked)];
}

function stateBreaches(
  view: PayoutView,
  order: JudgedWithdrawal,
  booked: BookedWithdrawal | undefined,
  before: readonly string[] | null,
): Breach[] {
  if (booked === undefined) return [];
  const paid = order.paid.units > 0n;
  const name = `withdrawal ${order.id} of ${textOf(order.amount)}${placeText(order)}`;
  if (booked.state === "failed" && paid)
    return [breachOf("B-09", view, `${name} is ${booked.word} in the books and was paid on the chain`)];
  if (booked.state === "paid" && !paid)
    return [breachOf("B-09", view, `${name} is ${booked.word} in the books and was never paid on the chain`)];
  if (booked.state === "pending" && order.isOpen === true) return [];
  if (booked.state === "pending")
    return [breachOf("B-10", view, `${name} is still ${booked.word}, although nothing more will come`)];
  if (before?.includes(order.id))
    return [
      {
        ...breachOf("B-10", view, `${name} was settled by your repair job only, although every webhook came`),
        level: "warning",
      },
    ];
  return [];
}

/** A balance is what was credited less what was paid and what is still pending: a failed payout is given back. */
function balanceBreaches(view: PayoutView, booked: ReadonlyMap<string, BookedWithdrawal>): Breach[] {
  return (view.books?.balances ?? []).flatMap((balance) => {
    // Another asset is credited as what it is, or not at all.
    if (isForeign(view, balance) && isWithin(view, balance)) return [];
    const expected = expectedBalance(view, balance, booked);
    const difference = compare(balance.amount, expected);
    if (difference === 0) return [];
    const what = `the balance of ${view.owner} is ${textOf(balance.amount)}${placeText(balance)}, and ${textOf(expected)} is right: ${textOf(confirmedIn(view, balance))} came, ${textOf(paidIn(view, balance))} was paid`;
    const rule: RuleId = view.orders.length > 0 ? "B-09" : difference > 0 ? "B-02" : "B-05";
    return [breachOf(rule, view, what)];
  });
}

/** Neither below zero nor more than what came. */
function isWithin({ deposits }: PayoutView, balance: Sum): boolean {
  const came = sum(
    deposits.filter((one) => one.state === "confirmed" && isIn(balance, one)).map(({ amount }) => amount),
  );
  return balance.amount.units >= 0n && compare(balance.amount, came) <= 0;
}

function expectedBalance(view: PayoutView, place: Sum, booked: ReadonlyMap<string, BookedWithdrawal>): Decimal {
  const pending = view.orders.filter(
    (order) => isIn(place, order) && order.paid.units === 0n && booked.get(order.id)?.state === "pending",
  );
  const gone = plus(paidIn(view, place), sum(pending.map(({ amount }) => amount)));
  return minus(confirmedIn(view, place), gone);
}

function confirmedIn(view: PayoutView, place: Sum): Decimal {
  const counted = view.deposits.filter(
    (deposit) => deposit.state === "confirmed" && isIn(place, deposit) && isAccepted(view, deposit),
  );
  return sum(counted.map(({ amount }) => amount));
}

function paidIn(view: PayoutView, place: Sum): Decimal {
  return sum(view.orders.filter((order) => isIn(place, order)).map(({ paid }) => paid));
}

function isIn(place: Pick<Sum, "network" | "asset">, { network, asset }: { network: string; asset: string }): boolean {
  return (place.network === null || place.network === network) && (place.asset === null || place.asset === asset);
}

function isForeign({ accepts, deposits }: PayoutView, { network, asset }: Sum): boolean {
  if (accepts.length === 0 || (network === null && asset === null)) return false;
  if (deposits.some((one) => one.isSettlement === true && isIn({ network, asset }, one))) return false;
  return !accepts.some((one) => (network ?? one.network) === one.network && (asset ?? one.asset) === one.asset);
}

function confirmedAt({ deposits }: PayoutView, network: string, asset: string): Decimal {
  const here = deposits.filter((one) => one.state === "confirmed" && one.network === network && one.asset === asset);
  return sum(here.map(({ amount }) => amount));
}

function breachOf(rule: RuleId, { owner }: PayoutView, what: string): Breach {
  return { rule, level: "error", owner, what };
}
