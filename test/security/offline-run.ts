// Runs in its own process for no-network.test.ts: starts the command, sends a deposit, receives the webhook, and prints the result.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sandbox-lonely-"));
const outgoing = join(folder, "outgoing");
writeFileSync(outgoing, "");

const types: string[] = [];
const confirmed = Promise.withResolvers<void>();
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  types.push(JSON.parse(body).type);
  response.end();
  if (types.includes("deposit.confirmed")) confirmed.resolve();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const { port } = receiver.address() as AddressInfo;

// As for a user: no environment variable that disables telemetry of a library.
const child = spawn(
  process.execPath,
  [
    "--import",
    here("record-connections.ts"),
    here("../../src/main.ts"),
    "start",
    "--port",
    "0",
    "--json",
    "--webhook",
    `http://127.0.0.1:${port}/`,
  ],
  { env: { PATH: process.env["PATH"] ?? "", HOME: folder, OUTGOING: outgoing }, stdio: ["ignore", "pipe", "inherit"] },
);
const [line] = (await once(createInterface(child.stdout), "line")) as [string];
const ready = JSON.parse(line);

async function call(url: string, body: object): Promise<any> {
  const headers = { "content-type": "application/json", "x-api-key": ready.api_key };
  return (await (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json()) as unknown;
}

const wallet = await call(`${ready.api_base_url}/wallets`, { owner: "ann", network_symbol: "base" });
const paid = await call(`${ready.admin_url}/deposits`, { network: "base", asset: "USDC", amount: "5", owner: "ann" });
await confirmed.promise;
child.kill("SIGTERM");
const [code] = (await once(child, "exit")) as [number];
receiver.close();
const asked = readFileSync(outgoing, "utf8")
  .split("\n")
  .filter((text) => text !== "");
rmSync(folder, { recursive: true, force: true });
const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
process.stdout.write(
  JSON.stringify({
    ...{ code, wallet: wallet.success, paid: paid.success, types },
    // The user configured the receiver; no other connection is allowed.
    ...{ asked: asked.map((text) => text.replace(`127.0.0.1:${port}`, "the receiver")) },
    outside: interfaces.filter(({ internal }) => !internal).length,
  }),
);
