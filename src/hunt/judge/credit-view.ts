// What the rules about credits look at: the books of one owner beside the owner's deposits, by place.
import { type Books, creditedSums, type Sum } from "./books.ts";
import { type Decimal, sum, ZERO } from "./decimal.ts";
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

export type Place = { readonly network: string | null; readonly asset: string | null };

/** The groups of the books, those that nothing was credited in left out. */
export function groupsOf({ books }: CreditView): readonly Sum[] {
  return creditedSums(books) ?? [];
}

/** Accepted places with deposits: what is credited in the books' group of that place, and the least that must be. */
export function lowerGroups(view: CreditView): { place: Place; credited: Decimal; least: Decimal }[] {
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

export function heldAt(view: CreditView, place: Place, states: readonly TrueDeposit["state"][]): Decimal {
  return sum(
    depositsAt(view, place)
      .filter(({ state }) => states.includes(state))
      .map(({ amount }) => amount),
  );
}

export function depositsAt(view: CreditView, place: Place): TrueDeposit[] {
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

/** ` USDC on base`, as far as it is known. */
export function placeText({ network, asset }: Place): string {
  return `${asset === null ? "" : ` ${asset}`}${network === null ? "" : ` on ${network}`}`;
}
