// What `start` prints when the sandbox is ready: addresses, keys and a first call for a person, or one line of JSON.
import { shellQuoted } from "../kernel/shell.ts";
import type { ReadyInfo } from "../runtime/ready-info.ts";
import { jsonLine } from "./process-io.ts";

/** The banner fits a terminal of 24 lines with the command above it and the prompt below. */
const MAX_LINES = 20;
/** The column in which the values begin. */
const INDENT = 11;

/** One line of JSON, for programs. */
export function readyLine(ready: ReadyInfo): string {
  return jsonLine(ready);
}

/**
 * The same for people, with a call to copy and the warnings of R-216 and R-217. It ends with what is needed first: base URL and API
 * key. `world` and `demo` describe the data.
 */
export function banner(
  facts: ReadyInfo,
  { world, demo }: { world?: string | undefined; demo?: string | undefined } = {},
): string {
  const sections = [
    ["crypto-payment-sandbox is ready. Ctrl+C stops it.", ...table(facts, { World: world, Demo: demo })],
    WARNING,
    firstCall(facts),
    rows({ URL: facts.api_base_url, "API key": facts.api_key }),
  ];
  // As many blank lines as there is room for, the last ones first: what is below stands out.
  const isSeparate = (at: number): boolean => sections.length - at <= MAX_LINES - sections.flat().length;
  const lines = sections.flatMap((section, at) => [...(at > 0 && isSeparate(at) ? [""] : []), ...section]);
  return `${lines.join("\n")}\n`;
}

const WARNING = [
  "Never send real funds to an address of the sandbox. A transaction that is signed",
  "here with a key that owns real funds is valid on the real network.",
];

function table({ dashboard_url, admin_url, rpc, accounts, ...facts }: ReadyInfo, data: Rows): string[] {
  return rows({
    Pages: pageLink(dashboard_url, facts.admin_token),
    Admin: admin_url,
    RPC: rpcText(rpc),
    Tenant: facts.tenant_id,
    Vault: facts.vault_id,
    Secret: `${facts.webhook_secret}\n${" ".repeat(INDENT)}of --webhook; an endpoint that you register has its own`,
    Token: facts.admin_token,
    // Every account would take ten lines: --json and the guide for wallets list them.
    Account: `${accounts[0]?.address} has every coin`,
    Key: accounts[0]?.private_key,
    ...data,
  });
}

/** With an admin token the link brings it along: the page keeps it for its tab, and takes it out of the address (D-81). */
function pageLink(url: string, token: string | undefined): string {
  const plain = `${url} (/docs: the API reference)`;
  const link = `${url}#token=${encodeURIComponent(token ?? "")}`;
  // A link that is cut in two is none.
  return token === undefined || link.length + INDENT > MAX_COLUMNS ? plain : link;
}

/** `http://…/rpc/{ethereum,base}`: the addresses differ in their last part only. */
function rpcText(rpc: ReadyInfo["rpc"]): string {
  const [url = ""] = Object.values(rpc);
  return `${url.slice(0, url.lastIndexOf("/"))}/{${Object.keys(rpc).join(",")}}`;
}

function firstCall({ api_base_url, api_key }: ReadyInfo): string[] {
  const body = { owner: "alice", network_symbol: "base" };
  return [
    `  curl -s ${shellQuoted(`${api_base_url}/wallets`)} -H content-type:application/json \\`,
    `    -H ${shellQuoted(`X-API-Key: ${api_key}`)} \\`,
    `    -d ${shellQuoted(JSON.stringify(body))}`,
  ];
}

const MAX_COLUMNS = 80;

type Rows = Readonly<Record<string, string | undefined>>;

/** Labels and values in two columns; what is undefined is left out. */
function rows(all: Rows): string[] {
  return Object.entries(all).flatMap(([label, value]) =>
    value === undefined ? [] : `  ${label.padEnd(INDENT - 2)}${value}`.split("\n"),
  );
}
