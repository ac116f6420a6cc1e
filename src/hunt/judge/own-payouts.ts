// Payouts that the app makes by itself, such as a refund of what was paid too much: no order of the hunt says what is right, but a deposit
// is no reason to pay the same amount to the same target more often than in a world without trouble (B-07 without an action `withdraw`).
import { control, type Host } from "../../scenario/http-client.ts";
import type { Breach } from "../report.ts";

export type OwnPayout = {
  readonly status: string;
  readonly reference_id: string;
  readonly network: string;
  readonly symbol: string;
  readonly amount: string;
  readonly to_address: string;
};

/**
 * What of the money that is left an owner may withdraw without any trouble: all of it; a part, where the app keeps some of it, such as a fee;
 * nothing, where it takes so many orders and no more. "unknown" until a world without trouble has shown it.
 */
export type Withdrawable = "unknown" | "all" | "part" | "nothing";

/** What worlds without trouble showed: how many equal payouts a deposit leads to, and what of the money that is left can be withdrawn. */
export type PayoutHabits = { usual: number; withdrawable: Withdrawable };
/** With where the reading of earlier worlds ended. */
export type PayoutCursor = PayoutHabits & { after: unknown };

/** The payouts that were made since the cursor, which is moved on. @throws HostFault */
export async function ownPayoutsAfter(host: Host, cursor: PayoutCursor): Promise<readonly OwnPayout[]> {
  const after = cursor.after === undefined ? {} : { after: cursor.after };
  const { payouts, cursors } = await control(host, "POST", "/judge", { owners: ["none"], ...after });
  cursor.after = cursors;
  return payouts as OwnPayout[];
}

/** Payouts that reached the chain, equal ones together: same target, place and amount. */
function groupsOf(payouts: readonly OwnPayout[]): (readonly OwnPayout[])[] {
  const confirmed = payouts.filter(({ status }) => status === "confirmed");
  const key = ({ to_address, network, symbol, amount }: OwnPayout): string =>
    `${to_address.toLowerCase()} ${network} ${symbol} ${amount}`;
  return [...Map.groupBy(confirmed, key).values()];
}

/** Learns from a world without trouble how many equal payouts a deposit leads to. */
export function learnUsual(payouts: readonly OwnPayout[], deposits: number, cursor: PayoutCursor): void {
  for (const group of groupsOf(payouts))
    cursor.usual = Math.max(cursor.usual, Math.ceil(group.length / Math.max(1, deposits)));
}

/** More equal payouts on the chain than the deposits of the world are a reason for. */
export function paidAgain(payouts: readonly OwnPayout[], deposits: number, { usual }: PayoutCursor): Breach[] {
  const most = Math.max(1, deposits) * Math.max(1, usual);
  return groupsOf(payouts)
    .filter((group) => group.length > most)
    .map((group) => {
      const [{ amount, symbol, network, to_address } = { amount: "", symbol: "", network: "", to_address: "" }] = group;
      const references = group.map(({ reference_id }) => reference_id).join(", ");
      const what = `your app paid ${amount} ${symbol} on ${network} to ${to_address.slice(0, 6)}…${to_address.slice(-4)} ${group.length} times for ${deposits} ${deposits === 1 ? "deposit" : "deposits"}, as ${references}`;
      return { rule: "B-07", level: "error", owner: null, what };
    });
}
