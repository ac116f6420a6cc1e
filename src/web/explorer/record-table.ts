// API records as rows of a table: kind, id, state, amount, tenant, and further members.
import { displayAddress } from "../../domain/address/evm-address.ts";
import type { ApiRecord } from "../../domain/record/of-transaction.ts";
import type { Payment } from "../../domain/settlement/claim.ts";
import { tenantById } from "../../domain/tenant/store.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { type Html, html } from "../../kernel/html.ts";
import { chip, tableSection } from "../looks/page-elements.ts";
import { addressLink, recordLink, transactionLink } from "./cells.ts";
import type { Context } from "./context.ts";

const GOOD = new Set(["confirmed", "completed", "active"]);
const BAD = new Set(["failed", "rejected", "expired", "orphaned"]);

const HEADS = ["Record", "Id", "Status", "Amount", "Tenant", "More"];

/** `nothing` is shown where there is no record; without the admin token no data of tenants is shown. */
export function recordSection(context: Context, records: readonly ApiRecord[], nothing: string): Html {
  if (!context.showsRecords) {
    return html`<section><h2>Records of the API</h2><p class="nothing">Records belong to tenants: <a href="/">open the sandbox's page</a> with the admin token first, then they are shown here too.</p></section>`;
  }
  const rows = records.map((record) => rowOf(context, record));
  return tableSection("Records of the API", HEADS, rows, nothing);
}

type Shown = { name: string; status: string; amount: string; more: Html };

function rowOf(context: Context, record: ApiRecord): Html {
  const { name, status, amount, more } = shownOf(context, record);
  const { id, tenant_id } = record.row;
  const tenant = tenantById(context.world.db, tenant_id)?.name ?? tenant_id;
  const tone = GOOD.has(status) ? "good" : BAD.has(status) ? "bad" : "warn";
  return html`<tr><td>${name}</td><td class="id"><code>${recordLink(kindOf(record), id, id)}</code></td><td>${chip(status, tone)}</td>
<td class="amount">${amount}</td><td>${tenant}</td><td class="grow">${more}</td></tr>`;
}

/** A delegation is told with its deposit address. */
function kindOf({ kind }: ApiRecord): string {
  return kind === "delegation" ? "uda" : kind;
}

function shownOf(context: Context, record: ApiRecord): Shown {
  if (record.kind === "deposit") {
    const { row } = record;
    const more = html`${ownerText(row.owner)} to ${addressLink(context, row.to_address)}`;
    return { name: "deposit", status: row.state, amount: amountText(context, row.network, row.asset, row.raw), more };
  }
  if (record.kind === "transaction") return shownTransaction(context, record.row);
  if (record.kind === "payout") {
    const { row } = record;
    const texts = [`reference ${row.reference_id}`, row.remark, row.error].filter((text) => text !== "");
    const amount = amountText(context, row.network, row.asset, row.raw);
    return { name: "payout", status: row.status, amount, more: html`${texts.join(" · ")}` };
  }
  return shownOfUda(context, record);
}

function shownTransaction(context: Context, row: Extract<ApiRecord, { kind: "transaction" }>["row"]): Shown {
  const link = row.tx_hash === "" ? "" : transactionLink(context, row.tx_hash);
  const texts = [row.owner === "" ? "" : `owner ${row.owner}`, row.memo, row.error].filter((text) => text !== "");
  return {
    name: `transaction: ${row.type.replaceAll("_", " ")}`,
    status: row.status,
    amount: amountText(context, row.network, row.asset, row.raw),
    more: html`${link} ${addressLink(context, row.from_address)} → ${addressLink(context, row.to_address)} ${texts.join(" · ")}
<div class="faint">source <code>${row.source_id}</code></div>`,
  };
}

function shownOfUda(
  context: Context,
  record: Extract<ApiRecord, { kind: "settlement" | "claim" | "delegation" }>,
): Shown {
  if (record.kind === "settlement") {
    const { row } = record;
    const there = networkTransaction(context, row.destination_network, row.destination_tx_hash);
    const here = networkTransaction(context, row.source_network, row.source_tx_hash);
    return {
      name: "settlement",
      status: row.status,
      amount: amountText(context, row.source_network, row.source_asset, row.source_raw),
      more: html`${ownerText(row.owner)} · ${row.source_network} ${here} → ${row.destination_network} ${there} ${row.provider === "" ? "" : `by ${row.provider}`} ${row.error}`,
    };
  }
  if (record.kind === "claim") {
    const { row } = record;
    const payments = JSON.parse(row.payments) as Payment[];
    const total = payments.reduce((sum, { raw }) => sum + BigInt(raw), 0n);
    return {
      name: "claim",
      status: row.state,
      amount: amountText(context, row.network, row.asset, total.toString()),
      more: html`${networkTransaction(context, row.network, row.tx_hash)} settlement <code>${row.settlement_id}</code> ${row.error}`,
    };
  }
  const { row } = record;
  const more = html`delegation of ${displayAddress(row.address)}, ${ownerText(row.owner)}`;
  return { name: "UDA", status: row.status, amount: "", more };
}

/** A link to a transaction of any network. */
function networkTransaction({ world }: Context, symbol: string, hash: string): Html | string {
  const network = world.catalogue.bySymbol(symbol);
  return network === undefined || hash === "" ? "" : transactionLink({ network }, hash);
}

function ownerText(owner: string): string {
  return owner === "" ? "no owner" : `owner ${owner}`;
}

function amountText({ world }: Context, network: string, key: string, raw: string): string {
  const asset = world.catalogue.asset(network, key);
  return `${formatAmount(BigInt(raw), asset.decimals)} ${asset.symbol}`;
}
