// The rules about credits: what the books of an owner may hold, given the deposits of the owner (B-01…B-06).
import type { BooksDifference, Breach } from "../report.ts";
import type { Credit, Sum } from "./books.ts";
import { type CreditView, depositsAt, groupsOf, heldAt, lowerGroups, type Place, placeText } from "./credit-view.ts";
import { compare, type Decimal, isRounding, minus, sum, textOf, ZERO } from "./decimal.ts";
import type { RuleId } from "./rule.ts";

/** What may be credited at most, at any time (B-01, B-02, B-03). */
export function upperBounds(view: CreditView): Breach[] {
  const breaches = [...creditedTwice(view), ...outOfNothing(view)];
  for (const { network, asset, amount } of groupsOf(view)) {
    const held = heldAt(view, { network, asset }, view.creditAt === "seen" ? ["seen", "confirmed"] : ["confirmed"]);
    if (compare(amount, held) <= 0 || isRounding(amount, held)) continue;
    breaches.push(breachOf("B-02", view, whatOf(view, { network, asset }, amount, held)));
  }
  return breaches;
}

/** What must be credited when nothing more will come (B-04, B-05, B-06); upper bounds hold then too. */
export function atRest(view: CreditView): Breach[] {
  const breaches = [...upperBounds({ ...view, creditAt: "confirmed" })].map((breach) => namedByCause(view, breach));
  for (const { place, credited, least } of lowerGroups(view)) {
    const what = `${whatOf(view, place, credited, least)}${debitText(view, place)}`;
    if (isRounding(credited, least)) breaches.push(breachOf("B-06", view, what));
    else if (compare(credited, least) < 0) breaches.push(breachOf("B-05", view, what));
  }
  breaches.push(...belowZero(view));
  for (const { network, asset, amount } of groupsOf(view)) {
    const held = heldAt(view, { network, asset }, ["confirmed"]);
    if (isRounding(amount, held) && compare(amount, held) > 0 && !breaches.some(({ rule }) => rule === "B-06"))
      breaches.push(breachOf("B-06", view, whatOf(view, { network, asset }, amount, held)));
  }
  return breaches;
}

/** Books and chain side by side, where they differ. */
export function differencesOf(view: CreditView): BooksDifference[] {
  const rows = lowerGroups(view).map(({ place, credited, least }) => ({ place, credited, held: least }));
  const above = groupsOf(view).map((group) => ({
    place: group,
    credited: group.amount,
    held: heldAt(view, group, ["confirmed"]),
  }));
  const below = groupsBelowZero(view).map((group) => ({ place: group, credited: group.amount, held: ZERO }));
  const differing = [
    ...below,
    ...rows.filter(({ credited, held }) => compare(credited, held) < 0),
    ...above.filter(({ credited, held }) => compare(credited, held) > 0),
  ];
  return differing.map(({ place, credited, held }) => ({
    ...{ owner: view.owner, network: place.network, asset: place.asset },
    ...{ credited: textOf(credited), held: textOf(held) },
  }));
}

function creditedTwice(view: CreditView): Breach[] {
  const { credits } = view.books;
  if (credits === null) return [];
  const positive = credits.filter(({ amount }) => amount.units > 0n);
  const byId = Map.groupBy(
    positive.filter(({ deposit_id }) => deposit_id !== null),
    ({ deposit_id }) => deposit_id,
  );
  const twice = [...byId].filter(([, list]) => compare(sum(allOf(credits, list)), largest(list)) > 0);
  const byTx = Map.groupBy(
    positive.filter(({ deposit_id, tx_id }) => deposit_id === null && tx_id !== null),
    ({ tx_id }) => tx_id,
  );
  const legs = [...byTx].filter(([tx, list]) => list.length > view.deposits.filter(({ tx_id }) => tx_id === tx).length);
  return [
    ...twice.map(([id, list]) => `${list.length} credits of one deposit, ${id}`),
    ...legs.map(
      ([tx, list]) => `${list.length} credits of transaction ${tx}, which has fewer payments to ${view.owner}`,
    ),
  ].map((what) => breachOf("B-03", view, `${view.owner} has ${what}`));
}

/** The amounts of these credits and of what took them back. */
function allOf(credits: readonly Credit[], list: readonly Credit[]): Decimal[] {
  return credits.filter(({ deposit_id }) => deposit_id === list[0]?.deposit_id).map(({ amount }) => amount);
}

function largest(list: readonly Credit[]): Decimal {
  return list.reduce((most, { amount }) => (compare(amount, most) > 0 ? amount : most), ZERO);
}

function outOfNothing(view: CreditView): Breach[] {
  return groupsOf(view)
    .filter(({ network, asset, amount }) => amount.units > 0n && depositsAt(view, { network, asset }).length === 0)
    .map(({ network, asset, amount }) =>
      breachOf(
        "B-01",
        view,
        `the books of ${view.owner} are ${textOf(amount)}${placeText({ network, asset })}, where nothing was ever paid`,
      ),
    );
}

/** Less than nothing, where nothing that came is missing: what was never credited was taken back, or taken back twice. */
function belowZero(view: CreditView): Breach[] {
  return groupsBelowZero(view).map((group) => {
    const what = `the books of ${view.owner} are ${textOf(group.amount)}${placeText(group)}, less than nothing`;
    return breachOf(isRounding(group.amount, ZERO) ? "B-06" : "B-05", view, what);
  });
}

function groupsBelowZero(view: CreditView): Sum[] {
  const judged = lowerGroups(view).map(({ place }) => place);
  const isJudged = ({ network, asset }: Sum): boolean =>
    judged.some((one) => one.network === network && one.asset === asset);
  return groupsOf(view).filter((group) => group.amount.units < 0n && !isJudged(group));
}

/** A surplus that is the amount of an orphaned deposit was not taken back. */
function namedByCause(view: CreditView, breach: Breach): Breach {
  if (breach.rule !== "B-02") return breach;
  const orphaned = view.deposits.filter(({ state }) => state === "orphaned");
  const isOrphans = groupsOf(view).some((group) => {
    const surplus = minus(group.amount, heldAt(view, group, ["confirmed"]));
    return orphaned.some(({ amount }) => compare(amount, surplus) === 0);
  });
  return isOrphans ? { ...breach, rule: "B-04" } : breach;
}

function breachOf(rule: RuleId, { owner }: CreditView, what: string): Breach {
  return { rule, level: "error", owner, what };
}

function whatOf({ owner }: CreditView, place: Place, credited: Decimal, held: Decimal): string {
  return `the books of ${owner} are ${textOf(credited)}${placeText(place)}, the chain says ${textOf(held)}`;
}

/** Lines below zero that name no deposit of the owner may be withdrawals, which are no credits: the reader has to know of them. */
function debitText({ books, deposits }: CreditView, place: Place): string {
  const ids = new Set(deposits.flatMap(({ id, tx_id }) => [id, tx_id]));
  const isKnown = ({ deposit_id, tx_id }: Credit): boolean => ids.has(deposit_id ?? "") || ids.has(tx_id ?? "");
  const debits = (books.sums === null ? (books.credits ?? []) : []).filter(
    (one) => one.amount.units < 0n && one.network === place.network && one.asset === place.asset && !isKnown(one),
  );
  if (debits.length === 0) return "";
  const taken = textOf(sum(debits.map(({ amount }) => amount)));
  return ` (${taken} of it in lines below zero that name no deposit: if these are withdrawals, name the balance instead, books.balance)`;
}
