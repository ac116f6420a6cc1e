// Shared elements of the pages: tables, chips, times and hashes.
import { Html, html } from "../../kernel/html.ts";

/** The favicon. */
export const FAVICON = new Html(
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233056d3'/%3E%3Cpath d='M4 8h8M8 4v8' stroke='white' stroke-width='2'/%3E%3C/svg%3E",
);

/** Right-aligned columns. */
const NUMBERS = new Set([
  ...["Head", "Confirmations", "Waiting", "Rate limit", "Fired", "#"],
  ...["Amount", "Value", "Block", "Transactions", "Gas used", "On chain", "Confirmed", "Reserved", "Nonce"],
]);

export function tableSection(title: string, heads: readonly string[], rows: readonly Html[], nothing: string): Html {
  const head = heads.map((text) => html`<th class="${NUMBERS.has(text) ? "number" : ""}">${text}</th>`);
  const table = html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p class="nothing">${nothing}</p>` : table}</section>`;
}

export function chip(text: string, tone: "" | "good" | "bad" | "warn"): Html {
  return html`<span class="chip ${tone}">${text}</span>`;
}

export function timeText(iso: string): string {
  return iso.replace("T", " ").replace(/\.000Z$|Z$/, "");
}

export function shortened(hash: string): string {
  return `${hash.slice(0, 10)}…`;
}
