// The rules about credits: what the books of an owner may hold, given the deposits of the owner (B-01…B-06).
import type { BooksDifference, Breach } from "../report.ts";
import { type Books, type Credit, creditedSums, type Sum } from "./books.ts";
import { compare, type Decimal, isRounding, minus, sum, textOf, ZERO } from "./decimal.ts";
import type { RuleId } from "./rule.ts";
import type { TrueDeposit } from "./truth.ts";

export type CreditView = {
  readonly owner: string;
  readonly books: Books;
  readonly deposits: readonly TrueDeposit[];
  /** The places that the app credits; another one is credited as what it is, or not at all. */
  readonly accepts: readonly { readonly network: string; readonly asset: string }[];
  readonly creditAt: "confirmed" | "seen";
  /** Deposits to a universal address are settled elsewhere: another rule judges them. */
  readonly settled: boolean;
};

type Place = { readonly network: string | null; readonly asset: string | null };

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
    if (isRounding(credited, least)) breaches.push(breachOf("B-06", view, whatOf(view, place, credited, least)));
    else if (compare(credited, least) < 0) breaches.push(breachOf("B-05", view, whatOf(view, place, credited, least)));
  }
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
  const differing = [
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

/** The groups of the books, those that nothing was credited in left out. */
function groupsOf({ books }: CreditView): readonly Sum[] {
  return creditedSums(books) ?? [];
}

/** Accepted places with deposits: what is credited in the books' group of that place, and the least that must be. */
function lowerGroups(view: CreditView): { place: Place; credited: Decimal; least: Decimal }[] {
  const groups = creditedSums(view.books);
  if (groups === null) return [];
  const found = new Map<string, { place: Place; credited: Decimal; least: Decimal }>();
  for (const deposit of view.deposits) {
    if (deposit.state !== "confirmed" || !isAccepted(view, deposit) || isLeftOut(view, deposit)) continue;
    const group = groups.find((one) => matches(one, deposit));
    const place: Place = group ?? deposit;
    const key = JSON.stringify([place.network, place.asset]);
    const before = found.get(key) ?? { place, credited: group?.amount ?? ZERO, least: ZERO };
    found.set(key, { ...before, least: sum([before.least, deposit.amount]) });
  }
  return [...found.values()];
}

function heldAt(view: CreditView, place: Place, states: readonly TrueDeposit["state"][]): Decimal {
  return sum(
    depositsAt(view, place)
      .filter(({ state }) => states.includes(state))
      .map(({ amount }) => amount),
  );
}

function depositsAt(view: CreditView, place: Place): TrueDeposit[] {
  return view.deposits.filter((deposit) => matches(place, deposit) && !isLeftOut(view, deposit));
}

function matches({ network, asset }: Place, deposit: TrueDeposit): boolean {
  return (network === null || network === deposit.network) && (asset === null || asset === deposit.asset);
}

/** The app credits what comes here; what a settlement paid out comes where the app asked for it. */
export function isAccepted(
  { accepts }: Pick<CreditView, "accepts">,
  { network, asset, isSettlement }: TrueDeposit,
): boolean {
  if (accepts.length === 0 || isSettlement === true) return true;
  return accepts.some((one) => one.network === network && one.asset === asset);
}

function isLeftOut({ settled }: CreditView, { uda_id }: TrueDeposit): boolean {
  return uda_id !== null && !settled;
}

function breachOf(rule: RuleId, { owner }: CreditView, what: string): Breach {
  return { rule, level: "error", owner, what };
}

function whatOf({ owner }: CreditView, place: Place, credited: Decimal, held: Decimal): string {
  return `the books of ${owner} are ${textOf(credited)}${placeText(place)}, the chain says ${textOf(held)}`;
}

/** ` USDC on base`, as far as it is known. */
export function placeText({ network, asset }: Place): string {
  return `${asset === null ? "" : ` ${asset}`}${network === null ? "" : ` on ${network}`}`;
}
