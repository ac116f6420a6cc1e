// What `start` prints when the sandbox is ready: addresses, keys and first calls for a person, or one line of JSON.
import type { ReadyInfo } from "../runtime/ready-info.ts";
import { jsonLine } from "./process-io.ts";

/** One line of JSON, for programs. */
export function readyLine(ready: ReadyInfo): string {
  return jsonLine(ready);
}

/** The same for people, with calls to copy and the warnings of R-216 and R-217. `world` and `demo` describe the data. */
export function banner(
  facts: ReadyInfo,
  { world, demo }: { world?: string | undefined; demo?: string | undefined } = {},
): string {
  const lines = [
    "crypto-payment-sandbox is ready.",
    "",
    ...columns([
      ["API", facts.api_base_url],
      ["Admin API", facts.admin_url],
      ["Dashboard", facts.dashboard_url],
      ...Object.entries(facts.rpc).map(([network, url], i): Row => [i === 0 ? "RPC" : "", `${network}  ${url}`]),
    ]),
    "",
    ...columns([
      ["API key", facts.api_key],
      ["Tenant id", facts.tenant_id],
      ["Vault id", facts.vault_id],
      [
        "Signing secret",
        `${facts.webhook_secret}  (of --webhook; an endpoint that you register has its own, in the response)`,
      ],
      ...(facts.admin_token === undefined ? [] : [["Admin token", facts.admin_token] satisfies Row]),
    ]),
    ...optionalRows([
      ["World", world],
      ["Demo", demo],
    ]),
    "",
    "Accounts with native coin and every token on every network (address, private key):",
    ...facts.accounts.map(({ address, private_key }) => `  ${address}  ${private_key}`),
    "",
    "Try:",
    ...firstCalls(facts),
    "",
    "These addresses and keys are for this sandbox only: never send real funds to them.",
    "The networks have the chain ids of the real ones: a transaction signed here with a key that owns real funds",
    "is valid on the real network. Use only the accounts above or keys made for tests.",
    "",
    "Ctrl+C stops the sandbox.",
    "",
  ];
  return lines.join("\n");
}

function optionalRows(rows: readonly (readonly [string, string | undefined])[]): string[] {
  const known = rows.flatMap(([label, value]): Row[] => (value === undefined ? [] : [[label, value]]));
  return known.length === 0 ? [] : ["", ...columns(known)];
}

/** A wallet to pay to, a webhook endpoint, and the page to open. */
function firstCalls({ api_base_url, admin_url, api_key, admin_token, tenant_id, dashboard_url }: ReadyInfo): string[] {
  const token = admin_token === undefined ? [] : [`Authorization: Bearer ${admin_token}`];
  const endpoint = { url: "http://127.0.0.1:3000/hooks", secret: "whsec_mine" };
  return [
    post(`${api_base_url}/wallets`, [`X-API-Key: ${api_key}`], { owner: "alice", network_symbol: "base" }),
    post(`${admin_url}/tenants/${tenant_id}/webhook-endpoints`, token, endpoint),
    `  open ${dashboard_url}`,
  ];
}

function post(url: string, headers: readonly string[], body: object): string {
  const all = [...headers, "Content-Type: application/json"].map((header) => `-H ${quoted(header)} `).join("");
  return `  curl -s ${all}-d ${quoted(JSON.stringify(body))} ${quoted(url)}`;
}

type Row = [label: string, value: string];

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}

/** A word that a POSIX shell takes literally; a key chosen by the user may contain any printable character. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
