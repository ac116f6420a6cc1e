// The page at `/`: the status of the sandbox, for people. Rendered on the server, every value escaped.

import { Html, html } from "../../kernel/html.ts";
import type { components } from "../../spec/admin.gen.ts";
import { SCRIPT, STYLE } from "./page-assets.ts";
import { chip, FAVICON, shortened, tableSection, timeText } from "./page-elements.ts";

type Schemas = components["schemas"];
export type PageEvent = Omit<Schemas["Event"], "deliveries"> & { deliveries: readonly Schemas["Delivery"][] };
/** Newest event first. */
export type PageFacts = { status: Schemas["Status"]; events: readonly PageEvent[] };

/** Number of planned jobs on the page. */
const SHOWN_DUE = 10;

const LINKS = [
  ["/admin/status", "status"],
  ["/admin/clock", "clock"],
  ["/admin/networks", "networks"],
  ["/admin/tenants", "tenants"],
  ["/admin/events", "events"],
  ["/admin/deliveries", "deliveries"],
  ["/admin/faults/catalogue", "fault catalogue"],
  ["/healthz", "health"],
  ["/docs", "API reference"],
] as const;

export function pageHtml({ status, events }: PageFacts): string {
  const names = new Map(status.tenants.map(({ tenant_id, name }) => [tenant_id, name]));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Crypto payment sandbox</title>
<link rel="icon" href="${FAVICON}">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><h1>Crypto payment sandbox</h1><span class="faint">${status.version}</span>
<nav>${LINKS.map(([href, text]) => html`<a href="${href}">${text}</a>`)}</nav></header>
<main>
${clockSection(status)}
${brokenSection(status.breaches)}
${heldSection(status.pending.held_back)}
${networkSection(status.networks)}
${tenantSection(status.tenants)}
${faultSection(status.faults)}
${eventSection(events, names)}
${pendingSection(status)}
</main>
<footer>Simulated chains on this machine: the addresses hold play money, never send real funds to them. How everything works is in the README.</footer>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`;
  return page.markup;
}

function clockSection({ clock, seed, environment, pending }: Schemas["Status"]): Html {
  const facts: readonly (readonly [string, string | Html])[] = [
    ["Sandbox time", timeText(clock.now)],
    ["Clock", chip(clock.mode, clock.mode === "frozen" ? "warn" : "good")],
    ["Environment", environment],
    ["Seed", String(seed)],
    ["Planned work", String(Object.values(pending.planned).reduce((sum, count) => sum + count, 0))],
    ["Waiting transactions", String(pending.waiting_transactions)],
  ];
  return html`<section class="wide"><h2>Status</h2><dl class="facts">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
}

/** Broken invariants: shown only when there are any. */
function brokenSection(breaches: readonly Schemas["Breach"][]): Html | "" {
  const rows = breaches.map(
    ({ id, breach }) => html`<tr><td>${chip(id, "bad")}</td><td class="grow">${breach}</td></tr>`,
  );
  return rows.length === 0
    ? ""
    : tableSection("Broken invariants", ["Invariant", "What does not agree"], rows, "", "wide");
}

/** Why work is held back, and the call that helps. */
function heldSection(held: Schemas["Status"]["pending"]["held_back"]): Html | "" {
  const rows = held.map(
    ({ reason, message }) => html`<tr><td>${chip(reason, "warn")}</td><td class="grow">${message}</td></tr>`,
  );
  return rows.length === 0 ? "" : tableSection("Held back", ["Reason", "What waits, and what helps"], rows, "", "wide");
}

function networkSection(networks: readonly Schemas["Network"][]): Html {
  const rows = networks.map(
    ({ network, name, eip155_id, head, mining, confirmations, waiting_transactions }) => html`<tr>
<td><a href="/explorer/${encodeURIComponent(network)}">${name}</a> <span class="faint">${network}, ${eip155_id}</span></td><td class="number">${head.number}</td>
<td><code title="${head.hash}">${shortened(head.hash)}</code></td><td>${chip(mining, mining === "instant" ? "" : "warn")}</td>
<td class="number">${confirmations}</td><td class="number">${waiting_transactions}</td></tr>`,
  );
  return tableSection(
    "Networks",
    ["Network", "Head", "Hash", "Mining", "Confirmations", "Waiting"],
    rows,
    "No networks.",
    "wide",
  );
}

function tenantSection(tenants: readonly Schemas["Tenant"][]): Html {
  const rows = tenants.map(
    ({ tenant_id, name, tier, rate_limit }) => html`<tr>
<td class="grow">${name}</td><td><code>${tenant_id}</code></td><td>${tier}</td><td class="number">${rate_limit.toLocaleString("en-US")}</td></tr>`,
  );
  return tableSection("Tenants", ["Name", "Id", "Tier", "Rate limit"], rows, "No tenants.");
}

function pendingSection({ clock, pending }: Schemas["Status"]): Html {
  const rows = clock.next_due
    .slice(0, SHOWN_DUE)
    .map(({ at, what, ref }) => html`<tr><td>${timeText(at)}</td><td>${what}</td><td><code>${ref}</code></td></tr>`);
  const all = Object.values(pending.planned).reduce((sum, count) => sum + count, 0);
  const title = all > rows.length ? `Due next (${rows.length} of ${all})` : "Due next";
  return tableSection(title, ["When", "What", "For"], rows, "Nothing is planned.");
}

function faultSection(faults: readonly Schemas["Fault"][]): Html {
  const rows = faults.map(
    ({ gate, effect, match, times, hits }) => html`<tr><td>${gate}</td><td>${chip(effect, "bad")}</td>
<td class="grow"><code>${JSON.stringify(match)}</code></td><td class="number">${hits} of ${times ?? "∞"}</td></tr>`,
  );
  return tableSection("Active faults", ["Gate", "Effect", "Match", "Fired"], rows, "None: everything goes well.");
}

function eventSection(events: readonly PageEvent[], names: ReadonlyMap<string, string>): Html {
  const rows = events.map(
    ({ sequence, time, type, tenant_id, resource_id, deliveries }) => html`<tr><td class="number faint">${sequence}</td>
<td>${time.slice(0, 19)}</td><td>${type}</td><td>${names.get(tenant_id) ?? tenant_id}</td><td><code>${resource_id}</code></td>
<td class="grow">${deliveries.map(deliveryLine)}</td></tr>`,
  );
  const heads = ["#", "Time", "Event", "Tenant", "Record", "Deliveries"];
  return tableSection(
    "Latest events",
    heads,
    rows,
    "No events yet: create a wallet with POST /v1/wallets and pay it.",
    "wide",
  );
}

const DELIVERY_TONES = { due: "warn", sending: "warn", delivered: "good", dead: "bad" } as const;

function deliveryLine({ state, url, attempts }: Schemas["Delivery"]): Html {
  const last = attempts.at(-1);
  const outcome = last === undefined ? "" : `#${last.number} ${last.error || (last.status ?? "under way")}`;
  return html`<div>${chip(state, DELIVERY_TONES[state])} ${url} <span class="faint">${outcome}</span></div>`;
}
