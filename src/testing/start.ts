// Two ways to a sandbox in a test: start one in this process, or connect to one that runs (a container, another terminal).
import { type Config, loadConfig } from "../config/options.ts";
import { createLog } from "../kernel/log.ts";
import { createSandbox } from "../runtime/sandbox.ts";
import { Control } from "./control.ts";
import { acceptForeignErrors } from "./cross-realm-errors.ts";
import { TestSandbox } from "./sandbox.ts";
import { openTenant } from "./tenant.ts";

type Plain = Omit<Config, "port" | "startTime" | "config" | "json" | "failpoint">;

/** The options of `start` under their own names; times as RFC 3339. The clock is frozen unless told otherwise, the port a free one. */
export type StartOptions = { [N in keyof Plain]?: NonNullable<Plain[N]> } & { port?: number; startTime?: string };

/**
 * Starts a sandbox in this process on a free port: no child process, nothing global, several can live side by side.
 * `await using sandbox = await startSandbox()` stops it at the end of the block.
 * @throws ConfigError naming the option that cannot be used
 */
export async function startSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  acceptForeignErrors();
  const given = { port: 0, clock: "frozen", logLevel: "error", ...options };
  const flags = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
  const config = loadConfig({ flags });
  const log = createLog(config.logLevel, { write: (line: string) => void process.stderr.write(line) });
  const sandbox = await createSandbox(config, { log });
  const { ready } = sandbox;
  if (config.demo) {
    const { createDemo } = await import("../demo/demo.ts");
    await createDemo({ host: ready, seed: config.seed, runs: config.clock === "running" });
  }
  const facts = {
    url: sandbox.url,
    tenant: { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id },
    webhookSecret: ready.webhook_secret,
    ...(ready.admin_token === undefined ? {} : { adminToken: ready.admin_token }),
  };
  return new TestSandbox(facts, () => sandbox.close());
}

/** What `connectSandbox` needs: the origin, and the admin token where there is one. */
export type ConnectOptions = { url: string; adminToken?: string; tenant?: string };

/**
 * The same handle for a sandbox that runs elsewhere. It opens a tenant of its own (named `tenant`), so that suites that
 * share the sandbox do not see each other; `stop` leaves the sandbox running.
 * @throws SandboxError or the connection's own error when nothing answers at `url`
 */
export async function connectSandbox({ url, adminToken, tenant = "test" }: ConnectOptions): Promise<TestSandbox> {
  const origin = new URL(url).origin;
  const facts = {
    url: origin,
    tenant: await openTenant(new Control(origin, adminToken), { name: tenant }),
    ...(adminToken === undefined ? {} : { adminToken }),
  };
  return new TestSandbox(facts, async () => {});
}
