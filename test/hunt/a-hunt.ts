// Hunts of tests: the example shop as a process of its own, with a mistake of choice, beside a sandbox in this process.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../src/config/options.ts";
import { type Adapter, atPort, checkAdapter, readAdapter } from "../../src/hunt/adapter.ts";
import type { HuntHost, Processes } from "../../src/hunt/host.ts";
import { type HuntOptions, hunt } from "../../src/hunt/hunt.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { createLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";

import { changed } from "./mistakes/apply.ts";
import { SHOP_MISTAKES } from "./mistakes/shop.ts";

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

/** `mistake`: the name of one in `mistakes/shop.ts`. */
export type AHunt = Partial<Omit<HuntOptions, "adapter">> & {
  mistake?: string;
  adapter?: Partial<Adapter>;
  told?: string[];
};

const EXAMPLE = join(import.meta.dirname, "../../examples/shop-with-books");

/** Hunts a copy of the example shop with this mistake; defaults: singles, one finding. */
export async function huntShop({ mistake, adapter = {}, told = [], ...options }: AHunt): Promise<HuntReport> {
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  for (const file of readdirSync(EXAMPLE)) copyFileSync(join(EXAMPLE, file), join(folder, file));
  const wrong = SHOP_MISTAKES.find(({ name }) => name === mistake);
  if (mistake !== undefined && wrong === undefined) throw new Error(`there is no mistake ${mistake}`);
  if (wrong !== undefined)
    for (const [file, text] of changed(wrong, (name) => readFileSync(join(folder, name), "utf8")))
      writeFileSync(join(folder, file), text);
  const port = await freePort();
  const given = readAdapter(readFileSync(join(folder, "hunt.json"), "utf8"));
  const app = `${process.execPath} --disable-warning=ExperimentalWarning ${join(folder, "server.ts")}`;
  const env = { BOOKS_FILE: "${folder}/books.sqlite" };
  const full = checkAdapter({ ...atPort(given, port), app, env, ...wrong?.adapter, ...adapter });
  try {
    return await hunt(
      {
        ...{ adapter: full, seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 1_000, most: 1, settleMs: 500 },
        ...{ deep: false, only: [], without: [], ...options },
      },
      hostOf(port, told),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hostOf(port: number, told: string[]): HuntHost {
  let seed = 0;
  return {
    ...{ wall: systemClock, version: "test", signal: new AbortController().signal },
    processes: processes({ PORT: String(port) }),
    progress: (text) => void told.push(text),
    freshSeed() {
      seed += 1;
      return seed;
    },
    temporaryFolder: () => mkdtempSync(join(tmpdir(), "hunt-")),
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
    async startSandbox({ seed, webhook }) {
      const flags = { port: "0", clock: "frozen", seed: String(seed), tier: "enterprise", logLevel: "error" };
      const config = loadConfig({ flags: { ...flags, ...(webhook && { webhook }) }, readFile: () => "" });
      const sandbox = await createSandbox(config, {
        log: createLog("error", { write: (line) => void told.push(line) }),
      });
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
}
