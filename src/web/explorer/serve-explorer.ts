// Serves /explorer: the target of every `scanner_url`, and a page for every address and block of the simulated chains (H-07).
import type { IncomingMessage, ServerResponse } from "node:http";
import { opensPages } from "../../admin/admin-token.ts";
import type { AdminDependencies } from "../../admin/dependencies.ts";
import { findNetwork } from "../../admin/resolve-names.ts";
import type { Hex } from "../../chains/chain.ts";
import type { Network } from "../../domain/network/network.ts";
import { recordsOfTransaction } from "../../domain/record/of-transaction.ts";
import type { Target } from "../../http/request-context.ts";
import { HTML_TYPE, sendFile } from "../../http/send-file.ts";
import type { Html } from "../../kernel/html.ts";
import { addressMain } from "./address-page.ts";
import { blockMain, chainMain } from "./block-page.ts";
import type { Context } from "./context.ts";
import { serveExplorerFile } from "./files.ts";
import { framed } from "./frame.ts";
import { namesOf } from "./names.ts";
import { missingMain, networksMain, placesMain } from "./not-found-page.ts";
import { readAddress } from "./read-address.ts";
import { readBlock, readChain } from "./read-block.ts";
import { readTransaction } from "./read-transaction.ts";
import { placeOf, placesOf } from "./search.ts";
import { EXPLORER_POLICY } from "./style.ts";
import { transactionMain } from "./transaction-page.ts";

/** A page, or a redirect. */
type Found = { status: number; title: string; main: Html; here?: Context; query?: string } | { location: string };

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
  const page = more.length === 0 ? await PAGES[kind]?.(context, key.toLowerCase()) : undefined;
  if (page === undefined) {
    return missing(
      context,
      "The explorer has no page at this address.",
      "It has tx/{hash}, address/{address} and block/{number or hash}.",
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

const HASH = /^0x[0-9a-f]{64}$/;

/** The page of a path below a network's name; `key` in lower case. */
const PAGES: Readonly<Record<string, (context: Context, key: string) => Promise<Found>>> = {
  async tx(context, key) {
    if (!HASH.test(key)) return missing(context, "This is not a transaction hash.", "A hash is 0x and 64 hex digits.");
    const facts = await readTransaction(context, key as Hex);
    const { world, network, showsRecords } = context;
    const records = recordsOfTransaction(world, network.symbol, key);
    if (facts === undefined && records.length === 0) {
      return missing(
        context,
        `${network.name} has no transaction ${key}.`,
        "It may have been dropped, or be on another network: the search above looks on all of them.",
      );
    }
    const main = transactionMain(context, key, facts, showsRecords ? records : []);
    return { status: 200, title: `Transaction ${key.slice(0, 10)}…`, here: context, main };
  },
  async address(context, key) {
    if (!/^0x[0-9a-f]{40}$/.test(key)) {
      return missing(context, "This is not an EVM address.", "An address is 0x and 40 hex digits.");
    }
    const main = addressMain(context, await readAddress(context, key as Hex));
    return { status: 200, title: `Address ${key.slice(0, 10)}…`, here: context, main };
  },
  async block(context, key) {
    const number = /^[0-9]{1,15}$/.test(key) ? Number(key) : undefined;
    if (number === undefined && !HASH.test(key)) {
      return missing(
        context,
        "This is neither a block number nor a hash.",
        "Use a decimal number, or 0x and 64 hex digits.",
      );
    }
    const facts = await readBlock(context, number ?? (key as Hex));
    if (facts === undefined) {
      return missing(
        context,
        `${context.network.name} has no block ${key}.`,
        `Its head is block ${context.chain.head.number}; a reorg takes blocks away for good.`,
      );
    }
    return {
      status: 200,
      title: `Block ${Number(facts.block.number)}`,
      here: context,
      main: blockMain(context, facts),
    };
  },
};

function missing(context: Context, what: string, hint: string): Exclude<Found, { location: string }> {
  return { status: 404, title: "Not found", here: context, main: missingMain(what, hint) };
}
