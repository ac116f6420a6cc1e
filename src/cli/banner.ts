// What `start` prints when the sandbox is ready: all a person needs for the first calls, or one line of JSON.
import type { ReadyFacts } from "../ready.ts";
import { jsonLine } from "./io.ts";

/** One line of JSON with the facts, for programs. */
export function readyLine(facts: ReadyFacts): string {
  return jsonLine(facts);
}

/** The same facts for people, with a call to copy and what to be careful about (R-216, R-217). `demo` says what is there. */
export function banner(facts: ReadyFacts, demo?: string): string {
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
      ["Signing secret", facts.webhook_secret],
      ...(facts.admin_token === undefined ? [] : [["Admin token", facts.admin_token] satisfies Row]),
    ]),
    ...(demo === undefined ? [] : ["", ...columns([["Demo", demo]])]),
    "",
    "Accounts with native coin and every token on every network (address, private key):",
    ...facts.accounts.map(({ address, private_key }) => `  ${address}  ${private_key}`),
    "",
    "Try:",
    `  curl -s -H ${quoted(`X-API-Key: ${facts.api_key}`)} ${quoted(`${facts.api_base_url}/vault`)}`,
    "",
    "These addresses and keys are for this sandbox only: never send real funds to them.",
    "The networks carry the chain ids of the real ones: a transaction signed here with a key that owns real funds",
    "is valid on the real network. Use only the accounts above or keys made for tests.",
    "",
    "Ctrl+C stops the sandbox.",
    "",
  ];
  return lines.join("\n");
}

type Row = [label: string, value: string];

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}

/** A word as a POSIX shell takes it literally; a user's own key may hold anything printable. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
