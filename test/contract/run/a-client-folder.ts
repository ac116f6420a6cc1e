// Planted clients in folders of their own, under the shipped command and real sandboxes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { COMMAND } from "../../support/the-command.ts";

/** A folder with these files, removed after the test. */
export function aFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "a-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

export type Result = { code: number | null; out: string; err: string; folder: string };

/** Runs `contract <words>` in a folder, without the SANDBOX_* variables of this process. */
export function contract(words: readonly string[], folder: string): Promise<Result> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SANDBOX_|GITHUB_)/.test(name)));
  const child = spawn(process.execPath, [COMMAND, "contract", ...words], { cwd: folder, env: own });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (bytes: Buffer) => (said.out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (said.err += bytes.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...said, folder })));
}

/** Calls the service: `call(method, path, body)` gives status and JSON. The start of every planted client. */
export const CLIENT = `
const { SANDBOX_API_BASE_URL: base, SANDBOX_API_KEY: key, SANDBOX_VAULT_ID: vault, SANDBOX_ADMIN_URL: admin, SANDBOX_TENANT_ID: tenant } = process.env;
async function call(method, path, body) {
  const response = await fetch((path.startsWith("/admin") ? admin.replace("/admin", "") : base) + path, { method,
    headers: { "x-api-key": key, "content-type": "application/json" }, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, json: await response.json() };
}
const uda = { owner: "customer-1", destination: { address: "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", asset_symbol: "USDC", network_id: "9001" } };
`;
