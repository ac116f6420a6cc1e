// The page for an explorer URL that names nothing: which part was not found, and where to go on.
import type { Network } from "../../domain/network/network.ts";
import { type Html, html } from "../../kernel/html.ts";
import type { Place } from "./search.ts";

export function missingMain(what: string, hint: string): Html {
  return html`<h1 class="title">Not found</h1><section><p class="nothing">${what}</p><p>${hint}</p></section>`;
}

/** The pages of several networks that show what was searched. */
export function placesMain(places: readonly Place[], query: string): Html {
  const rows = places.map(
    ({ network, path }) => html`<tr><td><a href="${path}">${network.name}</a></td><td><code>${path}</code></td></tr>`,
  );
  return html`<h1 class="title">Found on ${places.length} networks</h1><section><p><code>${query}</code></p>
<table><thead><tr><th>Network</th><th>Page</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

/** All networks with the URLs of their pages. */
export function networksMain(networks: readonly Network[], lead: string): Html {
  const rows = networks.map(
    ({ symbol, name, chainId }) => html`<tr><td><a href="/explorer/${encodeURIComponent(symbol)}">${name}</a></td>
<td><code>${symbol}</code></td><td>${chainId}</td></tr>`,
  );
  return html`<h1 class="title">Networks</h1><section><p>${lead}</p>
<table><thead><tr><th>Network</th><th>Symbol</th><th>EIP-155 id</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}
