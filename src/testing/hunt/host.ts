// What the test library hands to a hunt: sandboxes in this process, and the adapter of an app of functions.
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageFacts from "../../../package.json" with { type: "json" };
import { DEFAULT_CONFIG } from "../../config/options.ts";
import type { Adapter } from "../../hunt/adapter.ts";
import type { HuntHost, HuntSandbox } from "../../hunt/host.ts";
import { AdapterFault, checkAdapter } from "../../hunt/hunt-file.ts";
import type { HuntOptions } from "../../hunt/options.ts";
import { realKeyIn, remoteUrlIn } from "../../hunt/safety.ts";
import { freshSecret } from "../../kernel/random.ts";
import { systemClock } from "../../kernel/wall-clock.ts";
import { readyVariables } from "../../runtime/ready-variables.ts";
import { createHere, ownEnvironment, prepareProcess } from "../start.ts";
import { FunctionApp } from "./function-app.ts";
import type { HuntedApp } from "./hunted-app.ts";

const SETTLE_MS = 2_000;

/** The adapter of the functions: what of them is data. @throws Error for a webhook that is no URL of this machine, and for a key of the real service */
export function adapterOf({ webhook, keeps = false, accepts, creditAt }: HuntedApp): Adapter {
  const key = realKeyIn(ownEnvironment());
  if (key !== undefined)
    throw new Error(`${key} holds a key of the real service, and your app may read it: take it out of the environment`);
  const given = { webhook, keeps, ...(accepts && { accepts }), ...(creditAt && { credit_at: creditAt }) };
  const adapter = checked(given);
  const remote = remoteUrlIn(adapter, []);
  if (remote !== undefined)
    throw new Error(`${remote.url} is not on this machine: an app of this process listens here`);
  return adapter;
}

/** The options of a hunt that an app of functions decides. */
export function optionsOf(
  app: HuntedApp & { settleMs?: number },
  guessed: (text: string) => void,
): Pick<HuntOptions, "adapter" | "app" | "settleMs"> {
  const { settleMs = SETTLE_MS } = app;
  return { adapter: adapterOf(app), app: new FunctionApp(app, { wall: systemClock, guessed }), settleMs };
}

export function libraryHost(progress: (text: string) => void): HuntHost {
  return {
    ...{ wall: systemClock, version: packageFacts.version, signal: new AbortController().signal, progress },
    processes: { environment: {}, spawnGroup: noProcess, outputOf: noProcess },
    startSandbox,
    // Several pairs need apps of their own processes, which the command line starts.
    freePort: noProcess,
    freshSeed: () => Number.parseInt(hash("sha256", freshSecret()).slice(0, 8), 16),
    temporaryFolder: () => mkdtempSync(join(tmpdir(), "hunt-")),
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
  };
}

function noProcess(): never {
  throw new Error("an app of this process starts no command");
}

async function startSandbox({ seed, webhook }: { seed: number; webhook: string | null }): Promise<HuntSandbox> {
  prepareProcess();
  const own = { port: 0, clock: "frozen", tier: "enterprise", logLevel: "error" } as const;
  const sandbox = await createHere({ ...DEFAULT_CONFIG, ...own, seed, webhook });
  const { ready } = sandbox;
  return {
    ...{ url: ready.url, adminToken: ready.admin_token ?? null, apiKey: ready.api_key },
    ...{ tenantId: ready.tenant_id, vaultId: ready.vault_id, webhookSecret: ready.webhook_secret },
    environment: readyVariables(ready),
    close: () => sandbox.close(),
  };
}

function checked(value: unknown): Adapter {
  try {
    return checkAdapter(value);
  } catch (error) {
    if (error instanceof AdapterFault) throw new Error(`hunt: ${error.message}`);
    throw error;
  }
}
