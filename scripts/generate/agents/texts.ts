// Texts for coding agents: llms.txt, the guides in one file (G-10), and AGENTS.md from the guide for contributors (G-12).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandRow, innerOf } from "../../../src/cli/command.ts";
import { COMMANDS } from "../../../src/cli/command-table.ts";
import { EVENT_TYPES } from "../../../src/domain/outbox.ts";
import { GATES } from "../../../src/faults/catalogue.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { METHODS } from "../../../src/spec/operations.ts";
import { signatureRule, traps } from "./rules.ts";

const root = join(import.meta.dirname, "../../..");

/** The page that agents read first. At most 6 kB: it stands in their context for the whole of their work. */
export async function llmsText(): Promise<string> {
  return `${[
    "# crypto-payment-sandbox",
    "> A local sandbox of a crypto-payment API with five simulated EVM chains: wallets, deposits, cross-chain settlements, payouts, signed webhooks. No account, no funds, no network. Port 4010: the service under /v1, JSON-RPC under /rpc/{network}, the control API under /admin.",
    TWO_COMMANDS,
    ENVIRONMENT,
    `## Is a webhook genuine?\n\n${numbered(signatureRule())}`,
    `## Ten traps\n\n${numbered(traps())}`,
    TRY,
    `## Tables\n\n${tables()}`,
    LINKS,
  ].join("\n\n")}\n`;
}

const TWO_COMMANDS = `## Two commands

Install the package first (README.md). Tests with a sandbox of their own, their exit code; put your test command behind \`--\`:

\`\`\`sh
npx cpsandbox exec --clock frozen -- printenv SANDBOX_API_BASE_URL
\`\`\`

A sandbox that stays, and sends webhooks to your app. With the default seed, key and addresses are the same each time:

\`\`\`sh
npx cpsandbox start --clock frozen --webhook http://127.0.0.1:3000/webhooks --webhook-secret whsec_mine
\`\`\``;

const ENVIRONMENT = `## Environment

\`exec\` sets them. Your app reads \`SANDBOX_API_BASE_URL\` (ends in /v1), \`SANDBOX_API_KEY\` (header \`X-API-Key\`), \`SANDBOX_WEBHOOK_SECRET\` (of \`--webhook\`), so production needs other values only. Tests also: \`SANDBOX_URL\`, \`SANDBOX_ADMIN_URL\`, \`SANDBOX_TENANT_ID\`, \`SANDBOX_VAULT_ID\`, \`SANDBOX_RPC_BASE\` and so on.`;

const TRY = `## Try it

Beside \`start\`. Commands take \`--json\`; \`--help\` has an example and the exit codes.

\`\`\`sh
curl -s http://127.0.0.1:4010/v1/wallets -H 'X-API-Key: sk_sandbox_77f54f831b349038596c3b991ec0d702' -H 'Content-Type: application/json' -d '{"owner":"alice","network_symbol":"base"}'
npx cpsandbox deposit --network base --asset USDC --amount 25.5 --owner alice
npx cpsandbox run-until-idle --advance
npx cpsandbox events --type deposit.confirmed --json
npx cpsandbox fault add webhook.delivery duplicate
npx cpsandbox advance 1h
npx cpsandbox deliveries
npx cpsandbox requests
npx cpsandbox status
\`\`\`

Before you finish: \`contract receiver\` grades your webhook handler, \`contract report\` says where your app leans on what is not promised, \`contract run\` plays your tests under every allowed answer, \`hunt\` finds mistakes in your books.`;

const LINKS = `## More

/llms-full.txt: all guides in one file. /openapi.json, /admin/openapi.json: every operation. In the package: docs/guides/webhooks.md and others, docs/library.md (TypeScript test library), docs/cli.md, examples/receivers (signature checks in six languages).`;

/** `1. …`, a line each. */
export function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join("\n");
}

/** Names only, a line for each table: agents ask `--help` and the documents for the rest. */
function tables(): string {
  const gates = Object.entries(GATES).map(([gate, { effects }]) => `${gate} (${Object.keys(effects).join(", ")})`);
  return [
    `- Commands: ${commandNames(COMMANDS).join(", ")}`,
    `- Webhooks: ${EVENT_TYPES.join(", ")}`,
    `- Faults: ${gates.join("; ")}`,
    `- Operations under /v1 (GET unless named): ${operationPaths().join("; ")}`,
  ].join("\n");
}

function commandNames(rows: readonly CommandRow[]): string[] {
  return rows.map((row) => {
    const inner = row.kind === "group" ? row.commands : innerOf(row);
    return inner.length === 0 ? row.name : `${row.name} (${inner.map(({ name }) => name).join(", ")})`;
  });
}

/** `GET POST /wallets`, one for each path; `/vault` where there is only GET. */
function operationPaths(): string[] {
  return Object.entries(serviceDocument.paths).map(([path, item]) => {
    const methods = METHODS.filter((method) => method in item).map((method) => method.toUpperCase());
    return methods.join() === "GET" ? path : `${methods.join(" ")} ${path}`;
  });
}

/** Every guide, the tables that they name, and the README, each under its path: links in a page are relative to that. */
export async function llmsFullText(): Promise<string> {
  const guides = readdirSync(join(root, "docs/guides"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .toSorted()
    .map((name) => `docs/guides/${name}`);
  const pages = [
    "README.md",
    "docs/tour.md",
    ...guides,
    "docs/options.md",
    "docs/cli.md",
    "docs/faults.md",
    "docs/operations.md",
  ];
  const parts = pages.map((page) => `<!-- ${page} -->\n\n${readFileSync(join(root, page), "utf8").trim()}`);
  return `${[await llmsText(), ...parts].join("\n\n")}\n`;
}

/** The rules for contributors, short enough for the context of an agent; the long form is CONTRIBUTING.md. */
export async function agentsDocument(): Promise<string> {
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  return `${[
    "<!-- Written by `npm run generate` from CONTRIBUTING.md, never by hand. -->",
    "# For coding agents that work on this repository",
    "Read [ARCHITECTURE.md](ARCHITECTURE.md) for the rooms and the three walks through the code, and [CONTRIBUTING.md](CONTRIBUTING.md) for the whole. Agents that build an app against the sandbox read [llms.txt](llms.txt) instead.",
    `## Which command proves what\n\n${sectionOf(page, "Set up")}`,
    `## The house\n\n${sectionOf(page, "The house in short")}`,
    `## Where a change belongs\n\n${placesOf(sectionOf(page, "How do I add …"))}`,
    FINISHED,
  ].join("\n\n")}\n`;
}

const FINISHED = `## When it is finished

- A test fails without the change, and passes with it. \`npm run check\` and the tests of the room are green; \`npm run generate\` writes nothing new.
- \`CHANGELOG.md\` has a line under "Unreleased" for what a user notices; pages that said otherwise are changed.
- A choice that somebody may ask about is written down in \`spec/decisions\`.`;

/** The text below a heading of the second level. */
function sectionOf(page: string, heading: string): string {
  const [, after = ""] = page.split(`## ${heading}\n`);
  const [own = ""] = after.split(/\n## /);
  if (own.trim() === "") throw new Error(`CONTRIBUTING.md has no section "${heading}"`);
  return own.trim();
}

/** A line for each thing that is often added: the files that its steps name, in their order. */
function placesOf(section: string): string {
  const parts = section.split(/^### /m).slice(1);
  return parts
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const named = [...lines.join("\n").matchAll(/`([\w./<>-]+\/[\w./<>-]+)`/g)].map(([, path = ""]) => path);
      // A whole room is named to say what does not belong there.
      const files = named.filter((path) => !/^src\/\w+$/.test(path));
      return `- **${title}**: ${[...new Set(files)].map((path) => `\`${path}\``).join(", ")}`;
    })
    .join("\n");
}
