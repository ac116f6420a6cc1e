// What an answer of the app shows of payments and withdrawals, read as the hunt reads books (U-02, U-03).
import type { BooksSource } from "../adapter.ts";
import { BooksFault, creditedSums, type Sum } from "../judge/books.ts";
import { BooksReader } from "../judge/books-reader.ts";
import { compare, type Decimal, decimalOf, minus, sum, textOf, ZERO } from "../judge/decimal.ts";
import type { Place } from "../plan/step.ts";
import { asBalance, type Reading, withdrawalsIn } from "./derive-books.ts";
import { parsedOrNull } from "./service-calls.ts";

/** Amounts of the two payments and the withdrawal: no sum or difference of them is another of them. */
export const FIRST = "41.75";
export const SECOND = "3.5";
export const TAKEN = "11.25";

export type Withdrawn = {
  readonly source: BooksSource;
  readonly place: Place;
  readonly reading: Reading;
  readonly id: string;
};

/** The source with what a withdrawal shows: whether amounts are totals or balances, and where it is listed. A text says what is odd. */
export function afterWithdrawal(
  text: string,
  { source, place, reading, id }: Withdrawn,
): { source: BooksSource } | string {
  const list = withdrawalsIn(parsedOrNull(text), id);
  const names = { ...source.names, ...list?.names };
  const named = Object.keys(names).length === 0 ? {} : { names };
  const listed = list === null ? {} : { withdrawals: list.withdrawals, ...named };
  const rest = creditedIn(text, reading.source);
  const left = rest === null ? null : amountAt(rest.sums, place);
  const all = decimalOf(FIRST) ?? ZERO;
  const less = minus(all, decimalOf(TAKEN) ?? ZERO);
  if (left !== null && compare(left, all) === 0) return { source: { ...source, ...listed } };
  const balance = asBalance(reading);
  if (left === null || balance === null || compare(left, less) !== 0)
    return `after a withdrawal of ${TAKEN} the books show ${left === null ? "no amount" : textOf(left)}: neither ${textOf(all)} nor ${textOf(less)}`;
  const { total: _total, sums: _sums, ...kept } = source;
  return { source: { ...kept, ...balance.source, ...listed } };
}

/** What books say was credited, or what is left; null when they cannot be read so. */
export function creditedIn(text: string, source: BooksSource): { sums: readonly Sum[]; count: number } | null {
  try {
    const books = new BooksReader(source).read(text);
    return { sums: creditedSums(books) ?? books.balances ?? [], count: books.credits?.length ?? 0 };
  } catch (error) {
    if (error instanceof BooksFault) return null;
    throw error;
  }
}

/** The sum of a place. */
export function amountAt(sums: readonly Sum[], { network, asset }: Place): Decimal {
  return sum(sums.filter((one) => one.network === network && one.asset === asset).map(({ amount }) => amount));
}
