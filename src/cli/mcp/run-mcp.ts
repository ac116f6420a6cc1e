// Runs `mcp`: finds or starts the sandbox, then serves stdin and stdout until the client or a signal ends it. The server is loaded when it runs.
import packageFacts from "../../../package.json" with { type: "json" };
import { flagOf, OPTION_NAMES, variableOf } from "../../config/options.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { createLog } from "../../kernel/log.ts";
import { systemClock } from "../../kernel/wall-clock.ts";
import type { Data, Session } from "../../mcp/tool.ts";
import type { Sandbox } from "../../runtime/sandbox.ts";
import type { OwnCall } from "../command.ts";
import { closeSandbox } from "../commands/sandbox/start.ts";
import { configOf } from "../commands/sandbox/start-command.ts";
import { DEFAULT_URL, httpClient, parseExact } from "../http-client.ts";
import { startOwnSandbox } from "../own-sandbox.ts";
import { CommandError, type ProcessIo } from "../process-io.ts";
import { logLines } from "../stderr.ts";

export type McpFlags = Record<string, unknown> & {
  url?: string;
  start?: true;
  readOnly?: true;
  adminToken?: string;
  apiKey?: string;
};

/** Exit code 0 when the client or a signal ends it. @throws CommandError */
export async function runMcp({ options, io, create }: OwnCall<McpFlags>): Promise<number> {
  const { url, start, readOnly = false, ...given } = options;
  const stopped = Promise.withResolvers<void>();
  io.onStop(() => stopped.resolve());
  refuseMixed(options);
  const sandbox = start ? await startOwn(given, io, create) : undefined;
  try {
    const session = sandbox === undefined ? sessionFor(options, io) : ownSession(sandbox, readOnly);
    // A bundle of its own, with the library of the protocol (G-2).
    const { serveOnStdio } = await import("../../mcp/serve.ts");
    const report = (line: string): void => io.err(`${escapeControl(line)}\n`);
    const served = serveOnStdio(session, { version: packageFacts.version, report });
    await Promise.race([served.closed, stopped.promise]);
    await served.stop();
  } finally {
    if (sandbox !== undefined) await closeSandbox(sandbox, io, systemClock);
  }
  return 0;
}

/** @throws CommandError for options that exclude each other */
function refuseMixed({ url, start, ...options }: McpFlags): void {
  if (start && url !== undefined) throw new CommandError("--start and --url exclude each other", 2);
  if (start) return;
  const stray = OPTION_NAMES.find((name) => name !== "adminToken" && name !== "apiKey" && options[name] !== undefined);
  if (stray !== undefined) throw new CommandError(`${flagOf(stray)} is an option of the sandbox: it needs --start`, 2);
}

async function startOwn(given: object, io: ProcessIo, create: OwnCall<McpFlags>["create"]): Promise<Sandbox> {
  const options = { ...given } as Record<string, unknown>;
  // A free port, whatever SANDBOX_PORT says: another sandbox may have that.
  const config = configOf({ port: "0", ...options }, io);
  const log = createLog(config.logLevel, { write: logLines(io, config) });
  const { sandbox, demo } = await startOwnSandbox(config, { create, log, pid: io.pid, wall: systemClock });
  try {
    await demo.create(sandbox.ready, io);
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function sessionFor({ url, adminToken, apiKey, readOnly }: McpFlags, io: ProcessIo): Session {
  const token = adminToken ?? (io.environment[variableOf("adminToken")] || undefined);
  const key = apiKey ?? (io.environment[variableOf("apiKey")] || undefined);
  const origin = url ?? (io.environment["SANDBOX_URL"] || DEFAULT_URL);
  return {
    ask: asker(origin, { token, key }),
    readOnly: readOnly === true,
    own: undefined,
    secrets: [token, key].filter((one) => one !== undefined),
  };
}

function ownSession({ ready }: Pick<Sandbox, "ready">, readOnly: boolean): Session {
  const { accounts, ...facts } = ready;
  const { url, admin_token: token, api_key: key, webhook_secret: secret } = ready;
  return {
    ask: asker(url, { token, key }),
    readOnly,
    // One account is enough to send a transfer with.
    own: { ...facts, account: accounts[0] } satisfies Data,
    secrets: [token, key, secret, ...accounts.map((one) => one.private_key)].filter((one) => one !== undefined),
  };
}

/** The service gets the key, the control API the token: neither goes where it is not needed. */
function asker(url: string, { token, key }: { token: string | undefined; key: string | undefined }): Session["ask"] {
  const keyHint = "give the token with --token, the key with --api-key";
  const admin = httpClient({ url, keyHint, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const service = httpClient({ url, keyHint, headers: key === undefined ? {} : { "x-api-key": key } });
  return async (method, path, body) => {
    const reply = await (path.startsWith("/v1") ? service : admin).send(method, path, body);
    return {
      status: reply.status,
      body: parseExact(reply.text),
      explained: reply.header("x-sandbox-error"),
      warned: reply.header("x-sandbox-warning"),
    };
  };
}
