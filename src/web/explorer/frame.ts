// The frame of every page of the explorer: the header of all pages, search, and the networks.
import type { Network } from "../../domain/network/network.ts";
import { type Html, html } from "../../kernel/html.ts";
import { FAVICON } from "../looks/page-elements.ts";
import { pageHeader } from "../looks/page-header.ts";
import { EXPLORER_FILES } from "./files.ts";

export type Frame = {
  title: string;
  networks: readonly Network[];
  /** The present network; undefined where the URL names none. */
  here: Network | undefined;
  /** The text of the search. */
  query?: string;
  /** False for a page that will not change. */
  live: boolean;
  main: Html;
};

export function framed({ title, networks, here, query = "", live, main }: Frame): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${EXPLORER_FILES.style}">
<script src="${EXPLORER_FILES.script}"></script>
</head>
<body data-live="${live ? "yes" : "no"}">
${pageHeader("/explorer", searchForm(here, query))}
<nav class="networks" aria-label="Networks">${networks.map((network) => networkLink(network, network === here))}</nav>
<main>
${main}
</main>
<footer>A simulated chain on this machine: nothing here exists on the real ${here?.name ?? "network"}.</footer>
</body>
</html>
`;
  return page.markup;
}

/** From the pages of a network the search begins there; it finds what is on the other networks too. */
function searchForm(here: Network | undefined, query: string): Html {
  const hint = "hash, address, block number or record id, on any network";
  return html`<form action="${here === undefined ? "/explorer" : pathTo(here)}" method="get"><input type="search" name="q" value="${query}" placeholder="${hint}" aria-label="${hint}" maxlength="200" spellcheck="false" autocomplete="off"><button>Search</button></form>`;
}

function networkLink(network: Network, isHere: boolean): Html {
  return html`<a class="${isHere ? "here" : ""}" href="${pathTo(network)}">${network.name}</a>`;
}

function pathTo(network: Network): string {
  return `/explorer/${encodeURIComponent(network.symbol)}`;
}
