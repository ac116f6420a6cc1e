// A world as a file: another process opens it in the same state and continues the same way.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../../src/runtime/sandbox.ts";
import { importWorld } from "../../../src/storage/export-file.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { payToken } from "../../support/payments/on-chain.ts";
import { COMMAND } from "../../support/the-command.ts";
import { liveTwoBlocks } from "../../support/worlds/a-used-world.ts";
import { statusOfWorld } from "../../support/worlds/status-of-world.ts";

type Ready = Sandbox["ready"];
type Call = readonly [method: string, path: string, body?: unknown];

const AFTER: readonly Call[] = [
  ["POST", "/v1/wallets", { owner: "bob", network_symbol: "base" }],
  ["POST", "/admin/deposits", { network: "base", asset: "USDC", amount: "3", owner: "bob" }],
  ["POST", "/admin/networks/base/mine", { blocks: 3 }],
  ["POST", "/admin/tenants", { name: "another" }],
  ["POST", "/admin/clock/advance", { by: "10m" }],
  ["POST", "/admin/run-until-idle", { advance: true }],
  ["GET", "/v1/deposits"],
  ["GET", "/v1/transactions?limit=100"],
  ["GET", "/admin/events?limit=1000"],
  ["GET", "/admin/networks"],
  ["GET", "/admin/status"],
];

/** Without the port of the process in links, which an event keeps for ever, and without its count of requests. */
async function play({ url, ready }: { url: string; ready: Ready }, calls: readonly Call[]): Promise<string[]> {
  const seen: string[] = [];
  for (const [method, path, body] of calls) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "x-api-key": ready.api_key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = (await response.text())
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "here")
      .replace(/"requests":\d+/, '"requests":0');
    seen.push(`${method} ${path} ${response.status} ${text}`);
  }
  return seen;
}

/** Deposits, a payout in progress, a settlement, a reorg, a granted token, a pending mempool, a fault, a changed setting. */
async function live(sandbox: ASandbox): Promise<void> {
  const { control } = sandbox;
  const address = await liveTwoBlocks(sandbox);
  await control("POST", "/networks/base/reorg", { depth: 1, transactions: "keep" });
  await payToken(sandbox, { to: address, amount: "1" });
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: 2 });
  await control("POST", "/clock/advance", { by: "1h" });
}

function aFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "world-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "world.json");
  writeFileSync(path, text);
  return path;
}

/** Starts the built command; returns what it prints when it is ready. */
async function aProcess(flags: readonly string[]): Promise<Ready> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_")));
  const child = spawn(process.execPath, [COMMAND, "start", "--port", "0", "--json", ...flags], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once("data", (bytes: Buffer) => resolve(String(bytes))),
  );
  return JSON.parse(line) as Ready;
}

test("another process opens an exported world and continues exactly as the first one", async () => {
  const sandbox = await aSandbox({ seed: 7 });
  await live(sandbox);
  const answer = await fetch(`${sandbox.ready.admin_url}/export`);
  const text = await answer.text();
  expect(text.slice(0, 400)).toContain("carries the seed");
  const here = await play(sandbox, AFTER);
  const ready = await aProcess(["--import", aFile(text)]);
  const { url, pid: _pid, rpc: _rpc, ...facts } = ready as Ready & { pid: number };
  expect(facts).toMatchObject({
    tenant_id: sandbox.ready.tenant_id,
    api_key: sandbox.ready.api_key,
    vault_id: sandbox.ready.vault_id,
    webhook_secret: sandbox.ready.webhook_secret,
    accounts: sandbox.ready.accounts,
  });
  const there = await play({ url, ready }, AFTER);
  expect(there).toEqual(here);
});

test("the document alone opens too; a reset returns to the imported world, and so do its snapshots and exports", async () => {
  const sandbox = await aSandbox();
  await live(sandbox);
  const file = await sandbox.control("GET", "/export");
  const opened = await aSandbox({ import: aFile(JSON.stringify(file)) });
  expect(await opened.control("GET", "/export")).toEqual(file);
  const status = await opened.control("GET", "/status");
  await opened.control("POST", "/clock/advance", { by: "1d" });
  expect(statusOfWorld(await opened.control("POST", "/reset"))).toEqual(statusOfWorld(status));
  expect(await opened.control("GET", "/export")).toEqual(file);
});

test("a running clock continues from its stored time, a frozen one keeps it", async () => {
  const running = await aSandbox({ clock: "running", startTime: Date.UTC(2027, 0, 1) });
  const file = await running.control("GET", "/export");
  const opened = await aSandbox({ import: aFile(JSON.stringify(file)) });
  const clock = await opened.control("GET", "/clock");
  expect(clock.mode).toBe("running");
  expect(Date.parse(clock.now) - Date.UTC(2027, 0, 1)).toBeGreaterThanOrEqual(0);
  expect(Date.parse(clock.now) - Date.UTC(2027, 0, 1)).toBeLessThan(600_000);
});

test("a configured API key is shown only to a start that names it, and the world opens all the same", async () => {
  const sandbox = await aSandbox({ apiKey: "my-own-key" });
  const path = aFile(JSON.stringify(await sandbox.control("GET", "/export")));
  const named = await aSandbox({ import: path, apiKey: "my-own-key" });
  const unnamed = await aSandbox({ import: path });
  expect([named.ready.api_key, unnamed.ready.api_key]).toEqual(["my-own-key", ""]);
  expect((await unnamed.clientFor("my-own-key").GET("/vault")).response.status).toBe(200);
});

test("a snapshot is exported as it was taken, whatever happened since, and the present world stays as it is (D-60)", async () => {
  const sandbox = await aSandbox({ seed: 5 });
  await live(sandbox);
  const { id } = await sandbox.control("POST", "/snapshots", { name: "then" });
  const then = await sandbox.control("GET", "/export");
  await sandbox.control("POST", "/tenants", { name: "later" });
  const now = await sandbox.control("GET", "/export");
  const file = await sandbox.control("GET", `/snapshots/${id}/export`);
  expect(file).toEqual(then);
  expect(file).not.toEqual(now);
  expect(await sandbox.control("GET", "/export")).toEqual(now);
  importWorld(aFile(JSON.stringify(file))).close();
  expect((await sandbox.admin("GET", "/snapshots/snapshot-99/export")).status).toBe(404);
});
