// Elements of tables and lists of the explorer: links to its pages, amounts, confirmations.
import { displayAddress } from "../../domain/address/evm-address.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import { Html, html } from "../../kernel/html.ts";
import { chip, shortened, timeText } from "../looks/page-elements.ts";
import { type Confirmations, type Context, confirmationsOf } from "./context.ts";
import type { Moved } from "./value-transfers.ts";

const NOTHING = new Html("");

/** The path of a network's pages; symbols come from the catalogue. */
export function pathOf({ network }: Pick<Context, "network">): string {
  return `/explorer/${encodeURIComponent(network.symbol)}`;
}

export function transactionLink(context: Pick<Context, "network">, hash: string): Html {
  return html`<a href="${pathOf(context)}/tx/${hash}" title="${hash}"><code>${shortened(hash)}</code></a>`;
}

/** `full` shows every digit. */
export function addressLink(context: Context, address: string, full = false): Html {
  if (address === "") return html`<span class="faint">none</span>`;
  const name = context.names(address.toLowerCase());
  const shown = displayAddress(address);
  const text = full ? shown : `${shown.slice(0, 8)}…${shown.slice(-4)}`;
  const label = name === "" ? NOTHING : html` <span class="faint">${name}</span>`;
  return html`<a href="${pathOf(context)}/address/${shown}" title="${shown}"><code>${text}</code></a>${label}`;
}

export function blockLink(context: Pick<Context, "network">, height: number): Html {
  return html`<a href="${pathOf(context)}/block/${height}">${height}</a>`;
}

/** A link to the timeline of a record on the page at `/` (D-54). */
export function recordLink(kind: string, id: string, text: string): Html {
  return html`<a href="/ui/records/${encodeURIComponent(kind)}/${encodeURIComponent(id)}">${text}</a>`;
}

/** Unix seconds. */
export function secondsText(timestamp: number): string {
  return timeText(isoTime(timestamp * 1_000));
}

export function nativeText({ network }: Pick<Context, "network">, raw: bigint): string {
  return `${formatAmount(raw, network.native.decimals)} ${network.native.symbol}`;
}

/** Wei per gas, shown in gwei. */
export function gasPriceText(price: bigint): string {
  return `${formatAmount(price, 9)} gwei`;
}

/** A token that the catalogue lacks has no known decimals, so its base units are shown. */
export function amountOf(context: Context, { asset, token, raw }: Moved): Html {
  if (asset !== undefined) return html`${formatAmount(raw, asset.decimals)} ${asset.symbol}`;
  return html`${raw.toString()} base units of ${addressLink(context, token)}`;
}

export function confirmationChip({ count, wanted }: Confirmations): Html {
  return count >= wanted ? chip("confirmed", "good") : chip(`${count} of ${wanted} confirmations`, "warn");
}

export function confirmationText(context: Context, height: number): Html {
  const confirmations = confirmationsOf(context, height);
  return html`${confirmations.count} <span class="faint">(final at ${confirmations.wanted})</span>`;
}

/** A list of names and values; an empty value is left out. */
function listOf(facts: readonly (readonly [string, string | number | Html])[]): Html {
  const shown = facts.filter(([, value]) => value !== "");
  return html`<dl class="list">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

export function factSection(title: string, facts: readonly (readonly [string, string | number | Html])[]): Html {
  return html`<section><h2>${title}</h2>${listOf(facts)}</section>`;
}
