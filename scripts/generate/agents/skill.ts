// The skill for coding agents (G-11): SKILL.md and its references, from the tables of commands, faults, webhooks and operations.
import { type CommandRow, exampleLine, innerOf } from "../../../src/cli/command.ts";
import { COMMANDS } from "../../../src/cli/command-table.ts";
import { GATES } from "../../../src/faults/catalogue.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { METHODS } from "../../../src/spec/operations.ts";
import { signatureRule, traps } from "./rules.ts";
import { numbered } from "./texts.ts";

const NOTE = "<!-- Written by `npm run generate`, never by hand. -->";

/** At most 200 lines: it stands in the context of an agent while it works. */
export async function skillDocument(): Promise<string> {
  return `${[
    FRONT_MATTER,
    `# Work with crypto-payment-sandbox\n\n${INTRO}`,
    START,
    `## The webhook handler\n\n${numbered(signatureRule())}\n\n${HANDLER}`,
    DEPOSIT,
    TIME,
    FAULTS,
    LIBRARY,
    CONTRACT,
    `## Traps\n\n${numbered(traps())}`,
    REFERENCES,
  ].join("\n\n")}\n`;
}

const FRONT_MATTER = `---
name: crypto-payment-sandbox
description: Integrate and test an app against the crypto-payment API with a local sandbox (cpsandbox). Use it when the task mentions deposits, payouts, settlements, UDAs, wallets, webhooks with webhook-signature, SANDBOX_API_BASE_URL, cpsandbox or crypto-payment-sandbox, and when webhooks do not arrive or do not verify.
license: MIT
---`;

const INTRO = `The sandbox emulates the payment service and five EVM chains on this machine: no account, no funds, no network. Never send real funds to its
addresses. Run the commands below in a project that has the package; every command takes \`--json\`, and \`--help\` shows an example and the exit codes.`;

const START = `## Start, and point the app to it

\`\`\`sh
npx cpsandbox start --clock frozen --webhook http://127.0.0.1:3000/webhooks --webhook-secret whsec_mine
\`\`\`

The app reads \`SANDBOX_API_BASE_URL\` (\`http://127.0.0.1:4010/v1\`), \`SANDBOX_API_KEY\` and \`SANDBOX_WEBHOOK_SECRET\` from its environment, so that
production only needs other values. \`npx cpsandbox exec -- COMMAND\` runs a command with a sandbox of its own and sets them.`;

const HANDLER = `\`\`\`js file=receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const seen = new Set(); // in an app: a unique key, in the transaction that books the credit
createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request));
  const { "webhook-id": id, "webhook-timestamp": time = "", "webhook-signature": given = "" } = request.headers;
  const wanted = createHmac("sha256", "whsec_mine").update(\`\${time}.\`).update(body).digest();
  const isGenuine = given.split(" ").map((one) => Buffer.from(one, "hex")).some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  if (!isGenuine || !(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return response.writeHead(401).end();
  response.writeHead(200).end();
  if (seen.has(id)) return;
  seen.add(id);
  const { type, payload } = JSON.parse(body);
  if (type === "deposit.confirmed") console.log(payload.owner, BigInt(payload.balance.raw), payload.symbol);
}).listen(3000, "127.0.0.1", () => console.log("listening"));
\`\`\`
\`\`\`sh terminal=receiver
node receiver.mjs
\`\`\``;

const DEPOSIT = `## A customer pays

\`\`\`sh
curl -s http://127.0.0.1:4010/v1/wallets -H 'X-API-Key: sk_sandbox_77f54f831b349038596c3b991ec0d702' -H 'Content-Type: application/json' -d '{"owner":"alice","network_symbol":"base"}'
npx cpsandbox deposit --network base --asset USDC --amount 25.5 --owner alice
npx cpsandbox run-until-idle --advance
npx cpsandbox deliveries
\`\`\`

No 2xx in that list? \`npx cpsandbox verify\` names the mistake in a signature, \`npx cpsandbox requests\` shows what the app asked and what was wrong with
it, \`npx cpsandbox show alice\` everything that happened to a record and what it waits for.`;

const TIME = `## Time

Never sleep in a test. A frozen clock moves when you say so, and everything due on the way is done.

\`\`\`sh
npx cpsandbox advance 1h
npx cpsandbox snapshot create before
npx cpsandbox restore before
\`\`\``;

const FAULTS = `## Failures on request

\`\`\`sh
npx cpsandbox fault add webhook.delivery duplicate --match type=deposit.confirmed
npx cpsandbox fault add webhook.delivery answer-lost
npx cpsandbox fault add api.request after-commit-close --match operation_id=createPayout
npx cpsandbox reorg base 1
npx cpsandbox fault list
npx cpsandbox fault clear
\`\`\`

Under each of them the balances of the app must stay right. \`npx cpsandbox hunt\` looks for worlds in which they do not.`;

const LIBRARY = `## In a test of a Node project

\`\`\`ts
import { startSandbox } from "crypto-payment-sandbox/testing";

const sandbox = await startSandbox();
const hooks = await sandbox.webhooks.receive({ types: ["deposit.confirmed"] });
await sandbox.client.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
await sandbox.deposit({ network: "base", asset: "USDC", amount: "25.5", owner: "alice" });
const { payload } = await hooks.next(); // throws when the signature is wrong
console.log(payload.owner);
await sandbox.stop();
\`\`\`
\`\`\`
alice
\`\`\`

Other languages: \`npx cpsandbox exec -- COMMAND\`, with the addresses and keys in \`SANDBOX_*\`.`;

const CONTRACT = `## Before you finish

Grade the handler, ask what the app leans on that nobody promised, and run the tests under other allowed answers. Exit code 1: found something; 3: could not
be judged, and stderr says why.

\`\`\`js file=check.mjs
const { SANDBOX_API_BASE_URL: url, SANDBOX_API_KEY: key } = process.env;
const { data } = await (await fetch(\`\${url}/vault\`, { headers: { "X-API-Key": key } })).json();
if (!(data.length > 0)) throw new Error("no vault");
\`\`\`
\`\`\`sh
npx cpsandbox contract receiver http://127.0.0.1:3000/webhooks --secret whsec_mine --cases W-01,W-03,W-14
npx cpsandbox contract report
npx cpsandbox contract run --readings record -- node check.mjs
\`\`\``;

const REFERENCES = `## References

- [Commands](references/commands.md), [faults](references/faults.md), [operations of the service](references/operations.md)
- \`http://127.0.0.1:4010/llms-full.txt\`: all guides; \`/openapi.json\`: the document of the service
- \`npx cpsandbox mcp\`: the same as tools of the Model Context Protocol`;

export async function commandsReference(): Promise<string> {
  return `${NOTE}\n\n# Commands\n\n${commandLines(COMMANDS, []).join("\n")}\n`;
}

function commandLines(rows: readonly CommandRow[], before: readonly string[]): string[] {
  return rows.flatMap((row) => {
    const words = [...before, row.name];
    const inner = commandLines(row.kind === "group" ? row.commands : innerOf(row), words);
    if (row.kind === "group") return inner;
    return [`- \`${words.join(" ")}\`: ${row.about}. \`${exampleLine(row.examples[0] ?? "")}\``, ...inner];
  });
}

export async function faultsReference(): Promise<string> {
  const gates = Object.entries(GATES).map(([gate, { about, match, effects }]) => {
    const rows = Object.entries(effects as Record<string, { about: string; needs?: readonly string[] }>).map(
      ([effect, { about: what, needs = [] }]) =>
        `- \`${effect}\`${needs.length === 0 ? "" : ` (--param ${needs.join(", ")})`}: ${what}`,
    );
    return `## ${gate}\n\n${about}. --match: ${match.join(", ")}.\n\n${rows.join("\n")}`;
  });
  return `${NOTE}\n\n# Faults\n\n\`cpsandbox fault add GATE EFFECT\`\n\n${gates.join("\n\n")}\n`;
}

export async function operationsReference(): Promise<string> {
  const rows = Object.entries(serviceDocument.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as { operationId: string; summary?: string } | undefined;
      if (operation === undefined) return [];
      return [`- \`${method.toUpperCase()} ${path}\` (${operation.operationId}): ${operation.summary ?? ""}`];
    }),
  );
  const intro = "Below `/v1`, with the header `X-API-Key`. `/openapi.json` of a sandbox has the schemas and examples.";
  return `${NOTE}\n\n# Operations of the service\n\n${intro}\n\n${rows.join("\n")}\n`;
}
