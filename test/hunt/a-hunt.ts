// Hunts of tests: the example shop as a process of its own, with a mistake of choice, beside a sandbox in this process.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, startGroup } from "../../src/cli/child-processes.ts";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import { loadConfig } from "../../src/config/options.ts";
import { type Adapter, atPort } from "../../src/hunt/adapter.ts";
import type { HuntHost, Processes } from "../../src/hunt/host.ts";
import { hunt } from "../../src/hunt/hunt.ts";
import { checkAdapter, type FileOptions, readHuntFile } from "../../src/hunt/hunt-file.ts";
import type { HuntOptions } from "../../src/hunt/options.ts";
import type { HuntReport } from "../../src/hunt/report.ts";
import { createLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";

import { ALL_SHOP_MISTAKES } from "./mistakes/all.ts";
import { changed } from "./mistakes/apply.ts";
import { PYTHON_MISTAKES } from "./mistakes/python.ts";
import type { Mistake } from "./mistakes/shop.ts";
import { RIGHT_VARIANTS } from "./mistakes/variants.ts";

/** Real processes with these variables beside those of this one. */
export function processes(environment: Record<string, string>): Processes {
  return {
    environment: { ...process.env, ...environment },
    spawnGroup: startGroup,
    outputOf: (line, limits, variables = {}) => outputOf(line, limits, variables),
  };
}

const ROOT = join(import.meta.dirname, "../../examples");

type AnExample = {
  app(folder: string): string;
  env: Record<string, string>;
  mistakes: readonly Mistake[];
  /** Changes that leave it right. */
  variants?: readonly Mistake[];
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: a place of the adapter
const BOOKS = { BOOKS_FILE: "${folder}/books.sqlite" };

/** The correct apps, each in its folder of `examples`, and how it is started there. */
export const EXAMPLES = {
  "shop-with-books": {
    app: (folder) => `${process.execPath} --disable-warning=ExperimentalWarning ${join(folder, "server.ts")}`,
    env: BOOKS,
    mistakes: ALL_SHOP_MISTAKES,
    variants: RIGHT_VARIANTS,
  },
  "books-python": { app: (folder) => `python3 -B ${join(folder, "app.py")}`, env: BOOKS, mistakes: PYTHON_MISTAKES },
  shop: { app: () => `${process.execPath} ${join(ROOT, "shop", "server.js")}`, env: {}, mistakes: [] },
} as const satisfies Record<string, AnExample>;
export type Example = keyof typeof EXAMPLES;

/** `mistake`: the name of one in `mistakes/`, or of a variant that is right. */
export type AHunt = Partial<Omit<HuntOptions, "adapter">> & {
  example?: Example;
  mistake?: string;
  adapter?: Partial<Adapter>;
  told?: string[];
};

/** `options`: what stands beside the adapter in the example's own file. */
export type ACopy = { folder: string; port: number; adapter: Adapter; options: FileOptions; remove(): void };

/** A copy of an example with this mistake in a temporary folder, and its adapter at a free port. */
export async function aCopy({
  example = "shop-with-books",
  mistake,
  adapter = {},
}: Pick<AHunt, "example" | "mistake" | "adapter">): Promise<ACopy> {
  const folder = mkdtempSync(join(tmpdir(), "hunt-"));
  const source = join(ROOT, example);
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isFile()) copyFileSync(join(source, entry.name), join(folder, entry.name));
  const { app, env, mistakes, variants = [] }: AnExample = EXAMPLES[example];
  const wrong = [...mistakes, ...variants].find(({ name }) => name === mistake);
  if (mistake !== undefined && wrong === undefined) throw new Error(`there is no mistake ${mistake}`);
  if (wrong !== undefined)
    for (const [file, text] of changed(wrong, (name) => readFileSync(join(folder, name), "utf8")))
      writeFileSync(join(folder, file), text);
  const port = await freePort();
  const { adapter: given, options } = readHuntFile(readFileSync(join(folder, "hunt.json"), "utf8"));
  const full = checkAdapter({
    ...atPort(given, port),
    app: app(folder),
    env: { ...given.env, ...env },
    ...wrong?.adapter,
    ...adapter,
  });
  return { folder, port, adapter: full, options, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Hunts a copy of the example with this mistake; defaults: the shop with books, singles, one finding. */
export async function huntShop({ told = [], example, mistake, adapter, ...options }: AHunt): Promise<HuntReport> {
  const copied = {
    ...(example && { example }),
    ...(mistake !== undefined && { mistake }),
    ...(adapter && { adapter }),
  };
  const copy = await aCopy(copied);
  try {
    return await hunt(
      {
        ...{ adapter: copy.adapter, seed: 1, phases: ["singles"], budgetMs: 300_000, maxWorlds: 1_000, most: 1 },
        ...{ settleMs: 500, deep: false, only: [], without: [], ...options },
      },
      hostOf(copy.port, told),
    );
  } finally {
    copy.remove();
  }
}

export function hostOf(port: number, told: string[]): HuntHost {
  let seed = 0;
  return {
    ...{ wall: systemClock, version: "test", signal: new AbortController().signal },
    processes: processes({ PORT: String(port) }),
    progress: (text) => void told.push(text),
    freePort,
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
      const secrets = {
        apiKey: ready.api_key,
        tenantId: ready.tenant_id,
        vaultId: ready.vault_id,
        webhookSecret: ready.webhook_secret,
      };
      return { url: ready.url, adminToken: null, ...secrets, environment, close: () => sandbox.close() };
    },
  };
}
