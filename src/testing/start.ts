// Two ways to get a sandbox in a test: start one in this process, or connect to a running one (container, other terminal).
import { readFileSync } from "node:fs";
import packageFacts from "../../package.json" with { type: "json" };
import { type Config, loadConfig } from "../config/options.ts";
import type { Choices } from "../contract/readings/table.ts";
import { createLog } from "../kernel/log.ts";
import { prettyLine } from "../kernel/log-lines.ts";
import { nodeVersionError } from "../kernel/node-version.ts";
import { systemClock, type WallClock } from "../kernel/wall-clock.ts";
import type { ObservedSandbox } from "../runtime/sandbox.ts";
import { Control } from "./control.ts";
import { acceptForeignErrors } from "./cross-realm-errors.ts";
import { readingTextsOf } from "./readings.ts";
import { TestSandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox-error.ts";
import { openTenant } from "./tenant.ts";

/** The system clock with timers that let the process end. */
const BACKGROUND_CLOCK: WallClock = {
  ...systemClock,
  after: (delayMs, run) => systemClock.after(delayMs, run, { unref: true }),
};

type Plain = Omit<Config, "port" | "startTime" | "config" | "json" | "failpoint" | "reading">;

/**
 * The options of `start` under their own names; times as RFC 3339. Defaults: a frozen clock, a free port, and the readings of the
 * variable SANDBOX_READING, which `readings` overrules one by one; `strict` overrules SANDBOX_STRICT.
 */
export type StartOptions = { [N in keyof Plain]?: NonNullable<Plain[N]> } & {
  port?: number;
  startTime?: string;
  readings?: Choices;
};

/**
 * Starts a sandbox in this process on a free port: no child process, no global state, several can run at once.
 * `await using sandbox = await startSandbox()` stops it at the end of the block.
 * @throws Error under a version of Node that is not supported; ConfigError that names the invalid option
 */
export async function startSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  prepareProcess();
  const { readings, ...own } = options;
  const others = { ...strictVariable(), ...own };
  const reading = readingTextsOf(readings, readingVariable());
  const folder = summaryPlace()?.folder;
  const basis = { port: 0, clock: "frozen", logLevel: "error", ...(folder && { contractDir: folder }) };
  const given = { ...basis, ...others, ...(reading.length > 0 && { reading }) };
  const flags = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
  const config = loadConfig({ flags, readFile: (path) => readFileSync(path, "utf8") });
  const sandbox = await createHere(config);
  // A sandbox that nobody stops tells what it saw when its process ends.
  process.once("exit", sandbox.writeSummary);
  const { ready } = sandbox;
  if (config.demo) {
    const { createDemo } = await import("../demo/demo.ts");
    await createDemo({ host: ready, seed: config.seed, runs: config.clock === "running" });
  }
  const info = {
    url: sandbox.url,
    tenant: { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id },
    webhookSecret: ready.webhook_secret,
    ...(ready.admin_token === undefined ? {} : { adminToken: ready.admin_token }),
  };
  return new TestSandbox(info, async () => {
    process.off("exit", sandbox.writeSummary);
    await sandbox.close();
  });
}

/** What a sandbox needs of this process. @throws Error under a version of Node that is not supported */
export function prepareProcess(): void {
  const wrongNode = nodeVersionError(process.versions.node, "npm test");
  if (wrongNode !== undefined) throw new Error(wrongNode);
  acceptForeignErrors();
}

/** A sandbox of this configuration in this process, which logs to stderr. */
export async function createHere(config: Config): Promise<ObservedSandbox> {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY);
  const write = (line: string): void => void process.stderr.write(isPretty ? prettyLine(line) : line);
  const log = createLog(config.logLevel, { write });
  // Loads native modules, which crash under an old Node: so only now.
  const { createSandbox } = await import("../runtime/sandbox.ts");
  // A forgotten `stop()` must not keep the test runner's process alive.
  return createSandbox(config, { log, wall: BACKGROUND_CLOCK, letsProcessEnd: true, pid: process.pid });
}

/** The environment of this process, for what must not stand in it. */
export function ownEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** The option `strict` as SANDBOX_STRICT says it: `contract reliance` reaches suites that start their own sandbox by it. */
function strictVariable(): { strict?: string } {
  const strict = strictText();
  return strict === "" ? {} : { strict };
}

/** The text of SANDBOX_STRICT of this process; empty without it. */
export function strictText(): string {
  return process.env["SANDBOX_STRICT"] ?? "";
}

/** The folder of SANDBOX_CONTRACT_DIR, and the number of this process, which its files are named by; undefined without the variable. */
export function summaryPlace(): { folder: string; pid: number } | undefined {
  const folder = process.env["SANDBOX_CONTRACT_DIR"];
  return folder ? { folder, pid: process.pid } : undefined;
}

/** The text of SANDBOX_READING of this process; empty without it. */
export function readingVariable(): string {
  return process.env["SANDBOX_READING"] ?? "";
}

/** The running sandbox that SANDBOX_URL and SANDBOX_ADMIN_TOKEN name, which `exec` and `contract run` set; undefined without them. */
export function sandboxVariable(): { url: string; adminToken?: string } | undefined {
  const { SANDBOX_URL: url, SANDBOX_ADMIN_TOKEN: adminToken } = process.env;
  return url === undefined || !URL.canParse(url) ? undefined : { url, ...(adminToken && { adminToken }) };
}

/** The sandbox's origin, its admin token if it has one, and a name for the new tenant. */
export type ConnectOptions = { url: string; adminToken?: string; tenant?: string };

/**
 * A `TestSandbox` for a running sandbox. Creates a tenant (named `tenant`), so that suites that share the sandbox
 * do not see each other's records; `stop` leaves the sandbox running.
 * @throws SandboxError, also of a sandbox of another version, or the error of the connection when nothing answers at `url`
 */
export async function connectSandbox({ url, adminToken, tenant = "test" }: ConnectOptions): Promise<TestSandbox> {
  const origin = new URL(url).origin;
  const control = new Control(origin, adminToken);
  await demandVersion(control);
  const info = {
    url: origin,
    tenant: await openTenant(control, { name: tenant }),
    ...(adminToken === undefined ? {} : { adminToken }),
  };
  return new TestSandbox(info, async () => {});
}

/** The first two numbers of a version: this library and a sandbox that have them in common go together. */
const lineOf = (version: string): string => version.split(".", 2).join(".");

/** @throws SandboxError that says which version goes with which */
async function demandVersion(control: Control): Promise<void> {
  const { version } = await control.get<{ version: string }>("/status");
  const [own, its] = [lineOf(packageFacts.version), lineOf(version)];
  if (own === its) return;
  const message = `this library goes with crypto-payment-sandbox ${own}.x, and ${control.origin} is ${version}`;
  const nextStep = `install crypto-payment-sandbox@${its}, or start ${own}.x`;
  throw new SandboxError("GET /admin/status", { status: 200, message, nextStep });
}
