// The calls inside a transaction as a tree, from the engine's trace (D-51).
import type { Hex } from "../../../chains/chain.ts";
import { type Html, html } from "../../../kernel/html.ts";
import { chip } from "../../looks/page-elements.ts";
import * as cells from "../cells.ts";
import type { Context } from "../context.ts";
import { contractAt, decodeCall } from "./known-contracts.ts";
import { shownValue } from "./log-section.ts";
import type { TraceFrame } from "./read-transaction.ts";

/** What a page shows of a tree. */
const MAX_CALLS = 200;
const MAX_DEPTH = 20;

/** The whole tree with the transaction's own call at its root; nothing where no contract called another one. */
export function callSection(context: Context, root: TraceFrame | undefined): Html | "" {
  const all = root === undefined ? 0 : countOf(root) - 1;
  if (root === undefined || all === 0) return "";
  const left = { calls: MAX_CALLS };
  const tree = callItem(context, root, 0, left);
  const hidden = all + 1 - (MAX_CALLS - left.calls);
  return html`<section><h2>Internal calls ${all}</h2><ul class="calls">${tree}</ul>
${hidden > 0 ? html`<p class="nothing">${hidden} more are left out: debug_traceTransaction has all of them.</p>` : ""}</section>`;
}

function countOf(frame: TraceFrame): number {
  return (frame.calls ?? []).reduce((sum, call) => sum + countOf(call), 1);
}

/** `left` counts down over the whole tree. */
function callItem(context: Context, frame: TraceFrame, depth: number, left: { calls: number }): Html | "" {
  if (left.calls <= 0 || depth > MAX_DEPTH) return "";
  left.calls -= 1;
  const value = BigInt(frame.value ?? "0x0");
  const why = frame.revertReason ?? frame.error;
  const inner = (frame.calls ?? []).map((call) => callItem(context, call, depth + 1, left));
  return html`<li><code>${frame.type}</code> ${frame.to === undefined ? "" : cells.addressLink(context, frame.to)} ${functionText(context, frame)}
${value === 0n ? "" : html`<strong>${cells.nativeText(context, value)}</strong>`} <span class="faint">${BigInt(frame.gasUsed ?? "0x0").toLocaleString("en-US")} gas</span>
${why === undefined ? "" : html`${chip("failed", "bad")} ${why}`}${inner.length === 0 ? "" : html`<ul>${inner}</ul>`}</li>`;
}

/** The function with its values, of a known contract; the first four bytes otherwise. */
function functionText(context: Context, { to = "", input = "0x", type }: TraceFrame): Html | "" {
  if (type.startsWith("CREATE") || input === "0x") return "";
  const contract = contractAt(context, to.toLowerCase());
  const call = contract === undefined ? undefined : decodeCall(contract, input as Hex);
  if (contract === undefined || call === undefined) return html`<code>${input.slice(0, 10)}</code>`;
  const values = call.values.map(
    (one, at) =>
      html`${at === 0 ? "" : ", "}<span class="faint">${one.name}</span> ${shownValue(context, contract, one)}`,
  );
  return html`<code>${call.name}</code>(${values})`;
}
