// Serves /explorer: the target of every `scanner_url`, and a page for every address and block of the simulated chains (H-07).
import type { IncomingMessage, ServerResponse } from "node:http";
import { opensPages } from "../../admin/admin-token.ts";
import type { AdminDependencies } from "../../admin/dependencies.ts";
import { waitingOn } from "../../admin/records/pool.ts";
import { findNetwork } from "../../admin/resolve-names.ts";
import type { Network } from "../../domain/network/network.ts";
import type { Target } from "../../http/request-context.ts";
import { HTML_TYPE, sendFile } from "../../http/send-file.ts";
import { chainMain } from "./block-page.ts";
import type { Context } from "./context.ts";
import { serveExplorerFile } from "./files.ts";
import { framed } from "./frame.ts";
import { namesOf } from "./names.ts";
import { missingMain, networksMain, placesMain } from "./not-found-page.ts";
import { type Found, missing, PAGES } from "./pages.ts";
import { MAX_WAITING, poolMain } from "./pool-page.ts";
import { readChain } from "./read-block.ts";
import { placeOf, placesOf } from "./search.ts";
import { EXPLORER_POLICY } from "./style.ts";

/** Answers a GET or HEAD of `/explorer` or below it. */
export function serveExplorer(
  dependencies: AdminDependencies,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (serveExplorerFile(target.path, request, response)) return;
  const headers = { "content-security-policy": EXPLORER_POLICY };
  const show = (status: number, body: string, more: Record<string, string> = {}): void =>
    sendFile(request, response, { status, type: HTML_TYPE, body, headers: { ...headers, ...more } });
  find(dependencies, target, opensPages(dependencies.adminToken, request.headers.authorization)).then(
    (found) => {
      if ("location" in found) show(303, "", { location: found.location });
      else show(found.status, pageOf(dependencies, found));
    },
    (error: unknown) => {
      dependencies.log.error({ error }, "a page of the explorer could not be made");
      show(500, "<!doctype html><title>Explorer</title><p>A mistake of the sandbox: its log says more.\n");
    },
  );
}

function pageOf(
  dependencies: AdminDependencies,
  { status, title, main, here, query = "" }: Exclude<Found, { location: string }>,
) {
  const { networks } = dependencies.flow.world.catalogue;
  return framed({ title, networks, here: here?.network, query, live: status === 200, main });
}

async function find(dependencies: AdminDependencies, { path, search }: Target, showsRecords: boolean): Promise<Found> {
  const { world, chains } = dependencies.flow;
  const [name = "", kind = "", key = "", ...more] = segmentsOf(path);
  const { networks } = world.catalogue;
  const query = new URLSearchParams(search);
  const contextOf = (one: Network): Context => {
    const names = namesOf(world, one, showsRecords);
    return { world, network: one, chain: chains.get(one.symbol), showsRecords, names };
  };
  if (name === "") return ofAllNetworks(networks, networks.map(contextOf), query);
  const network = findNetwork(world, name);
  if (network === undefined) {
    const lead = `There is no network ${JSON.stringify(name)}: use the symbol or the EIP-155 id of one of these.`;
    return { status: 404, title: "Unknown network", main: networksMain(networks, lead) };
  }
  const context = contextOf(network);
  const others = networks.filter((one) => one !== network).map(contextOf);
  if (kind === "") return ofNetwork([context, ...others], query);
  if (kind === "pool" && key === "") return ofPool(dependencies, context);
  const page = more.length === 0 ? await PAGES[kind]?.(context, key.toLowerCase()) : undefined;
  if (page === undefined) {
    return missing(
      context,
      "The explorer has no page at this address.",
      "It has tx/{hash}, address/{address}, block/{number or hash} and pool.",
    );
  }
  return page;
}

/** The segments of the path below /explorer, decoded; one that cannot be decoded is kept as it is. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/$/, "").split("/").slice(2);
  return segments.map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}

const SEARCHABLE = "Search for a transaction or block hash, an address, a block number or the id of a record.";

/** The networks, or what was searched: its page if there is one, a list if several networks have it. */
async function ofAllNetworks(
  networks: readonly Network[],
  contexts: readonly Context[],
  search: URLSearchParams,
): Promise<Found> {
  const query = search.get("q")?.trim() ?? "";
  const [first, ...others] = contexts;
  if (query === "" || first === undefined)
    return { status: 200, title: "Explorer", main: networksMain(networks, "Choose a network.") };
  const [place, ...more] = await placesOf([first, ...others], query);
  if (place === undefined)
    return { status: 404, title: "Not found", main: missingMain(nothingCalled(query), SEARCHABLE), query };
  if (more.length === 0) return { location: place.path };
  return { status: 200, title: "Search", main: placesMain([place, ...more], query), query };
}

function nothingCalled(query: string): string {
  return `Nothing on any network is called ${JSON.stringify(query)}.`;
}

async function ofPool(dependencies: AdminDependencies, context: Context): Promise<Found> {
  const { network } = context;
  const main = poolMain(context, await waitingOn(dependencies, network.symbol, MAX_WAITING));
  return { status: 200, title: `Pool of ${network.name}`, here: context, main };
}

async function ofNetwork(contexts: readonly [Context, ...Context[]], query: URLSearchParams): Promise<Found> {
  const [context] = contexts;
  const wanted = query.get("q")?.trim() ?? "";
  if (wanted !== "") {
    const location = await placeOf(contexts, wanted);
    if (location !== undefined) return { location };
    return { ...missing(context, nothingCalled(wanted), SEARCHABLE), query: wanted };
  }
  const from = query.get("from") ?? "";
  const facts = await readChain(context, /^[0-9]{1,15}$/.test(from) ? Number(from) : context.chain.head.number);
  return { status: 200, title: `${context.network.name} explorer`, here: context, main: chainMain(context, facts) };
}
