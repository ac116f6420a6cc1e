// Hunts of tests: the small shop of `shop/` as a process of its own, with a mistake of choice, beside a sandbox in this process.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../src/config/options.ts";
import { type Adapter, checkAdapter } from "../../src/hunt/adapter.ts";
import type { HuntHost, Processes } from "../../src/hunt/host.ts";
import { type HuntOptions, hunt } from "../../src/hunt/hunt.ts";
import { createLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";

/** A free port of the loopback address, at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function processes(environment: Record<string, string>): Processes {
  return {
    environment: { ...process.env, ...environment },
    spawnGroup(command, args, variables, onOutput) {
      const child = spawn(command, args, { env: variables, stdio: ["ignore", "pipe", "pipe"], detached: true });
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
      return {
        ended: new Promise((resolve, reject) => {
          child.once("error", reject);
          child.once("exit", (code, signal) => resolve({ code, signal }));
        }),
        kill(signal) {
          try {
            if (child.pid !== undefined) process.kill(-child.pid, signal);
          } catch {
            // The group is gone.
          }
        },
      };
    },
    outputOf: () => Promise.reject(new Error("no test of this folder runs a command")),
  };
}

export type AHunt = Partial<Omit<HuntOptions, "adapter">> & {
  mistake?: string;
  adapter?: Partial<Adapter>;
  told?: string[];
};

/** Hunts the shop with this mistake; defaults: singles of the given troubles, one finding. */
export async function huntShop({ mistake = "", adapter = {}, told = [], ...options }: AHunt) {
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const shop = join(import.meta.dirname, "shop/shop.mjs");
  const host: HuntHost = {
    ...{ wall: systemClock, version: "test", signal: new AbortController().signal },
    processes: processes({ PORT: String(port), MISTAKE: mistake, SHOP_FILE: join(folder, "books.json") }),
    progress: (text) => void told.push(text),
    async startSandbox({ seed, webhook }) {
      const flags = {
        port: "0",
        clock: "frozen",
        seed: String(seed),
        tier: "enterprise",
        logLevel: "silent",
        ...(webhook && { webhook }),
      };
      const sandbox = await createSandbox(loadConfig({ flags, readFile: () => "" }), { log: createLog("silent") });
      const { ready } = sandbox;
      const environment = {
        SANDBOX_API_BASE_URL: ready.api_base_url,
        SANDBOX_API_KEY: ready.api_key,
        SANDBOX_VAULT_ID: ready.vault_id,
        SANDBOX_WEBHOOK_SECRET: ready.webhook_secret,
      };
      const secrets = { apiKey: ready.api_key, tenantId: ready.tenant_id, webhookSecret: ready.webhook_secret };
      return { url: ready.url, adminToken: null, ...secrets, environment, close: () => sandbox.close() };
    },
  };
  try {
    return await hunt(
      {
        adapter: checkAdapter({
          ...{ app: `${process.execPath} ${shop}`, ready: `${base}/books?owner=none`, webhook: `${base}/webhooks` },
          accepts: [{ network: "base", asset: "USDC" }],
          books: { url: `${base}/books?owner=\${owner}` },
          actions: {
            open: {
              url: `${base}/customers`,
              body: { owner: "${owner}", network_symbol: "${network}" },
              address: "/address",
            },
            withdraw: {
              url: `${base}/withdrawals`,
              body: { id: "${id}", owner: "${owner}", amount: "${amount}", to: "${to}" },
            },
            reconcile: { url: `${base}/reconcile` },
          },
          ...adapter,
        }),
        ...{ seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 400, most: 1, settleMs: 500, deep: false },
        ...{ only: [], without: [], ...options },
      },
      host,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
