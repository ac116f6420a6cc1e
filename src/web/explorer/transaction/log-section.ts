// The logs of a transaction: names and values of known contracts, topics and data of all others (D-50).
import { formatAmount } from "../../../kernel/amount.ts";
import { type Html, html } from "../../../kernel/html.ts";
import * as cells from "../cells.ts";
import type { Context } from "../context.ts";
import type { EngineLog } from "../engine-shapes.ts";
import { contractAt, type Decoded, decodeLog, type KnownContract, type Value } from "./known-contracts.ts";

/** Logs of a page, and characters of a text that is shown whole. */
const MAX_LOGS = 100;
const LONGEST = 1_000;
const MAX_OF_LIST = 20;

/** Nothing for a transaction without logs. */
export function logSection(context: Context, logs: readonly EngineLog[]): Html | "" {
  if (logs.length === 0) return "";
  const rest = logs.length - MAX_LOGS;
  return html`<section><h2>Logs ${logs.length}</h2><ol class="logs">${logs.slice(0, MAX_LOGS).map((log, at) => logItem(context, log, at))}</ol>
${rest > 0 ? html`<p class="nothing">${rest} more are left out: eth_getTransactionReceipt has all of them.</p>` : ""}</section>`;
}

function logItem(context: Context, log: EngineLog, at: number): Html {
  const contract = contractAt(context, log.address.toLowerCase());
  const event = contract === undefined ? undefined : decodeLog(contract, log);
  const place = html`<span class="faint">#${at} of</span> ${cells.addressLink(context, log.address)}`;
  if (contract === undefined || event === undefined)
    return html`<li>${place} <span class="faint">not decoded</span>${rawLog(log)}</li>`;
  return html`<li><strong>${event.name}</strong> ${place}${valueList(context, contract, event)}</li>`;
}

function rawLog({ topics, data }: EngineLog): Html {
  const shown = topics.map((topic, at) => html`<dt>topic ${at}</dt><dd><code>${topic}</code></dd>`);
  return html`<dl class="list">${shown}<dt>data</dt><dd><code>${data === "0x" ? "none" : cut(data)}</code></dd></dl>`;
}

function valueList(context: Context, contract: KnownContract, { values }: Decoded): Html {
  const rows = values.map(
    ({ name, ...value }) => html`<dt>${name}</dt><dd>${shownValue(context, contract, { name, ...value })}</dd>`,
  );
  return values.length === 0 ? html`` : html`<dl class="list">${rows}</dl>`;
}

/** Names of token amounts in the ABIs that the sandbox has. */
const AMOUNTS = new Set([
  "value",
  "wad",
  "amount",
  "_value",
  "addedValue",
  "subtractedValue",
  "increment",
  "decrement",
]);

/** A value as text; addresses are links, amounts of a token have its decimals. */
export function shownValue(context: Context, contract: KnownContract, { name, type, value }: Value): Html {
  if (Array.isArray(value)) return shownList(context, contract, value);
  if (type === "address") return cells.addressLink(context, String(value));
  if (typeof value === "bigint" && contract.asset !== undefined && AMOUNTS.has(name)) {
    const { symbol, decimals } = contract.asset;
    return html`${formatAmount(value, decimals)} ${symbol} <span class="faint">${value.toString()} base units</span>`;
  }
  return html`<code>${cut(String(value))}</code>`;
}

function shownList(context: Context, contract: KnownContract, list: readonly Value[]): Html {
  const shown = list
    .slice(0, MAX_OF_LIST)
    .map(
      (one, at) =>
        html`${at === 0 ? "" : ", "}${/^[0-9]+$/.test(one.name) ? "" : html`<span class="faint">${one.name}</span> `}${shownValue(context, contract, one)}`,
    );
  return html`[${shown}${list.length > MAX_OF_LIST ? `, and ${list.length - MAX_OF_LIST} more` : ""}]`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
