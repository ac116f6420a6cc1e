// The virtual clock, the jobs that are due next and what a time travel did, as text for a terminal.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { recordsOf } from "../../http-client.ts";
import { table, wrapped } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

type Screen = Pick<ProcessIo, "terminal" | "environment">;
type Row = Record<string, unknown>;

/** Time and mode of the clock, then one line for each of the next jobs. */
export function clockText(io: Screen, clock: unknown): string {
  if (!isObject(clock)) return "";
  const due = recordsOf(clock["next_due"]);
  const head = `${clock["now"]}, ${clock["mode"]}${due.length === 0 ? ", nothing is planned" : "; next:"}`;
  return `${wrappedLine(io, head)}${due.length === 0 ? "" : jobTable(io, due)}`;
}

/** Jobs of the agenda: due time, name, and the record that each is about. */
export function jobTable(io: Screen, jobs: readonly Row[]): string {
  const columns = [
    { head: "AT", cell: ({ at }: Row) => at },
    { head: "WHAT", cell: ({ title, what }: Row) => title ?? what },
    { head: "RECORD", cell: ({ ref }: Row) => ref, shrinks: true as const },
  ];
  return table(io, columns, jobs, "");
}

/** The names of the numbers of a time travel, for one and for many. */
const COUNTS: readonly (readonly [key: string, one: string, many: string])[] = [
  ["blocks", "block", "blocks"],
  ["deposits_confirmed", "deposit confirmed", "deposits confirmed"],
  ["payouts_confirmed", "payout confirmed", "payouts confirmed"],
  ["payouts_failed", "payout failed or expired", "payouts failed or expired"],
  ["settlements_completed", "settlement completed", "settlements completed"],
  ["settlements_failed", "settlement failed", "settlements failed"],
  ["webhooks_delivered", "webhook delivered", "webhooks delivered"],
  ["webhook_attempts_failed", "webhook attempt failed", "webhook attempts failed"],
  ["webhooks_dead", "webhook dead", "webhooks dead"],
];

/** What happened on the way: `3 blocks, 1 deposit confirmed, 2 webhooks delivered`; empty when nothing counts. */
export function countsText(summary: unknown): string {
  if (!isObject(summary)) return "";
  const counts = COUNTS.filter(([key]) => Number(summary[key] ?? 0) > 0);
  return counts.map(([key, one, many]) => pluralize(Number(summary[key]), one, many)).join(", ");
}

/** A line of text with a line break, wrapped at the terminal's width. */
export function wrappedLine(io: Screen, text: string): string {
  return text === "" ? "" : `${wrapped(io, escapeControl(text))}\n`;
}
