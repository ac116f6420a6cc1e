// What the app believes: its books as exact decimals (U-02).
import { type Decimal, sum } from "./decimal.ts";

/** An amount in a network and an asset; null where the books do not tell them apart. */
export type Sum = { readonly network: string | null; readonly asset: string | null; readonly amount: Decimal };
export type Credit = Sum & { readonly deposit_id: string | null; readonly tx_id: string | null };
export type WithdrawalState = "pending" | "paid" | "failed" | "unknown";
export type BookedWithdrawal = { readonly id: string; readonly state: WithdrawalState; readonly word: string };

/** Null: the books do not say it. `sums` are all credits, `balances` credits less withdrawals. */
export type Books = {
  readonly credits: readonly Credit[] | null;
  readonly sums: readonly Sum[] | null;
  readonly balances: readonly Sum[] | null;
  readonly withdrawals: readonly BookedWithdrawal[] | null;
};

/** The books cannot be read: the message says what was expected, and where. */
export class BooksFault extends Error {
  override readonly name = "BooksFault";
}

/** All credits of the books by network and asset: `sums`, or the credits added up. Null when they hold balances only. */
export function creditedSums({ credits, sums }: Books): readonly Sum[] | null {
  if (sums !== null) return sums;
  if (credits === null) return null;
  const groups = Map.groupBy(credits, ({ network, asset }) => JSON.stringify([network, asset]));
  return [...groups.values()].map((group) => ({
    network: group[0]?.network ?? null,
    asset: group[0]?.asset ?? null,
    amount: sum(group.map(({ amount }) => amount)),
  }));
}
