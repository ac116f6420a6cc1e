// The page of an address: its owner, its balances on the chain and in the ledger, and its movements and records.

import { tenantById } from "../../domain/tenant/store.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { type Html, html } from "../../kernel/html.ts";
import { chip, tableSection } from "../looks/page-elements.ts";
import * as cells from "./cells.ts";
import type { Context } from "./context.ts";
import type { AddressFacts, Booked, Holding } from "./read-address.ts";
import { recordSection } from "./record-table.ts";

const NO_RECORDS = "None: the API has no record from or to this address on this network.";

export function addressMain(context: Context, facts: AddressFacts): Html {
  const { shown, holdings, booked, records } = facts;
  return html`<h1 class="title">Address <code>${shown}</code></h1>
${cells.factSection("Facts", identity(context, facts))}
${holdingSection(holdings, facts.watched !== undefined)}
${booked === undefined ? transferSection(context, facts) : bookSection(context, booked)}
${recordSection(context, records, NO_RECORDS)}`;
}

const ID_NAMES = {
  user: "Wallet id",
  vault: "Vault address id",
  gas_station: "Gas station id",
  uda: "Address id",
} as const;

function identity(context: Context, { shown, watched, nonce, codeBytes, delegate }: AddressFacts) {
  const name = context.names(shown.toLowerCase());
  const facts: (readonly [string, string | number | Html])[] = [
    ["Role", name === "" ? "not known to the sandbox" : name],
  ];
  if (watched !== undefined) {
    const holder = watched.category === "uda" ? "UDA id" : "Vault id";
    facts.push(
      [ID_NAMES[watched.category], html`<code>${watched.id}</code>`],
      [holder, watched.holder_id === "" ? "" : html`<code>${watched.holder_id}</code>`],
      ["Owner", watched.owner],
      ["Tenant", tenantById(context.world.db, watched.tenant_id)?.name ?? watched.tenant_id],
    );
  }
  const code = delegate === "" ? (codeBytes === 0 ? "" : `${codeBytes} bytes`) : "";
  return [
    ...facts,
    ["Transactions sent", nonce],
    ["Code", code],
    ["Delegated to", delegate === "" ? "" : cells.addressLink(context, delegate, true)],
  ] as const;
}

function holdingSection(holdings: readonly Holding[], isWatched: boolean): Html {
  const heads = isWatched ? ["Asset", "On chain", "Confirmed", "Reserved"] : ["Asset", "On chain"];
  const rows = holdings.map(({ asset, onChain, books }) => {
    const cell = (raw: bigint): Html => html`<td class="number">${formatAmount(raw, asset.decimals)}</td>`;
    const ledgerCells = isWatched ? [cell(books.confirmed), cell(books.held)] : [];
    return html`<tr><td>${asset.symbol} <span class="faint">${asset.name}</span></td>${cell(onChain)}${ledgerCells}</tr>`;
  });
  return tableSection("Balances", heads, rows, "");
}

const STATES = { pending: "warn", confirmed: "good", orphaned: "bad" } as const;
const KINDS = { in: "in", out: "out", gas: "gas", grant: "given at birth" } as const;

function bookSection(context: Context, booked: readonly Booked[]): Html {
  const rows = booked.map(
    ({ asset, row }) => html`<tr><td>${row.tx_hash === "" ? "" : cells.transactionLink(context, row.tx_hash)}</td>
<td class="number">${cells.blockLink(context, row.block_height)}</td><td>${KINDS[row.kind]}</td><td>${chip(row.state, STATES[row.state])}</td>
<td class="amount">${row.kind === "in" || row.kind === "grant" ? "+" : "−"}${formatAmount(BigInt(row.raw), asset.decimals)} ${asset.symbol}</td></tr>`,
  );
  return tableSection("Latest movements", ["Transaction", "Block", "Kind", "State", "Amount"], rows, "None yet.");
}

function transferSection(context: Context, { transfers }: AddressFacts): Html {
  const rows = transfers.map(
    (
      one,
    ) => html`<tr><td>${cells.transactionLink(context, one.hash)}</td><td class="number">${cells.blockLink(context, one.height)}</td>
<td>${cells.addressLink(context, one.from)}</td><td>${cells.addressLink(context, one.to)}</td><td class="amount">${cells.amountOf(context, one)}</td></tr>`,
  );
  const heads = ["Transaction", "Block", "From", "To", "Amount"];
  return tableSection("Latest token transfers", heads, rows, "None in the latest blocks.");
}
