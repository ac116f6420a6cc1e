// The page of a pool (D-53): what waits for a block, from whom, at which nonce and fee, for what, since when, and what has to happen first.
import type { Waiting } from "../../admin/records/pool.ts";
import { type Html, html } from "../../kernel/html.ts";
import { tableSection, timeText } from "../looks/page-elements.ts";
import * as cells from "./cells.ts";
import type { Context } from "./context.ts";

/** Transactions of the page. */
export const MAX_WAITING = 200;

const HEADS = ["Transaction", "From", "Nonce", "To", "Value", "Most fee", "For", "Since", "Waits for"];

const WAITS: Readonly<Record<Waiting["waits_for"], string>> = {
  next_block: "the next block",
  earlier_nonce: "an earlier nonce of its sender",
  lower_base_fee: "a lower base fee",
};

/** Without the admin token it is not said for whom a transaction was sent. */
export function poolMain(context: Context, { items, total }: { items: readonly Waiting[]; total: number }): Html {
  const rest = total - items.length;
  const rows = items.map((one) => waitingRow(context, one));
  return html`<h1 class="title">Pool of ${context.network.name} <span class="faint">${total} waiting, head ${cells.blockLink(context, context.chain.head.number)}</span></h1>
${tableSection(rest > 0 ? `Waiting for a block (the first ${items.length} of ${total})` : "Waiting for a block", HEADS, rows, "Nothing waits: what is sent here stays until a block takes it.")}
<nav class="pages" aria-label="More"><a href="${cells.pathOf(context)}">Latest blocks</a></nav>`;
}

function waitingRow(
  context: Context,
  { hash, sender, to, nonce, value, max_fee_gwei, since, waits_for, ...one }: Waiting,
): Html {
  const target = to === null ? html`<span class="faint">new contract</span>` : cells.addressLink(context, to);
  return html`<tr><td>${cells.transactionLink(context, hash)}</td><td>${cells.addressLink(context, sender)}</td><td class="number">${nonce}</td><td>${target}</td>
<td class="amount">${value} ${context.network.native.symbol}</td><td class="number">${max_fee_gwei} gwei</td><td class="grow">${purposeOf(context, one)}</td>
<td>${since === null ? html`<span class="faint">not known</span>` : timeText(since)}</td><td>${WAITS[waits_for]}</td></tr>`;
}

function purposeOf({ showsRecords }: Context, { purpose, records }: Pick<Waiting, "purpose" | "records">): Html {
  if (!showsRecords) return html`<span class="faint">shown with the admin token</span>`;
  const links = records.map(({ kind, id, title }) => html`<div>${cells.recordLink(kind, id, title)}</div>`);
  return html`${purpose ?? "a client"}${links}`;
}
