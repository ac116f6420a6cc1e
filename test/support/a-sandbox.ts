// A running sandbox for tests: defaults for everything, so that a test sets only the options that matter.
import createClient, { type Client } from "openapi-fetch";
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, onTestFinished, vi } from "vitest";
import { type ChainDefinition, readCatalogue } from "../../src/chains/catalogue.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/options.ts";
import { Database } from "../../src/db/database.ts";
import { createLog, type Log } from "../../src/kernel/log.ts";
import type { WallClock } from "../../src/kernel/wall-clock.ts";
import { createSandbox, type ObservedSandbox, type Sandbox } from "../../src/runtime/sandbox.ts";
import type { paths } from "../../src/spec/service.gen.ts";

/** Logged errors of the sandbox; a test fails when there are any. */
export type LoggedMistakes = { level: number; msg: string; [fact: string]: unknown }[];

const ERROR_LEVEL = 50;

export type ASandbox = Omit<Awaited<ReturnType<typeof openSandbox>>, "end">;

type IsAllowed = (invariant: string) => boolean;

/** `hear` gets every line of the log of every level; `log` replaces the log that collects errors. */
type Parts = { log?: Log; wall?: WallClock; maxSteps?: number; hear?: (line: string) => void };

/** A JSON answer of the admin API, any status. */
export type AdminAnswer = { status: number; body: { success: boolean; data?: any; error?: string; details?: any } };

/**
 * Starts one on a free port and stops it with the test. The clock is frozen by default, so that every call
 * responds after all work that it causes is done.
 */
export async function aSandbox(
  options: Partial<Config> = {},
  catalogue?: readonly ChainDefinition[],
  parts: Parts = {},
) {
  const { end, ...sandbox } = await openSandbox(options, catalogue, parts);
  onTestFinished(end);
  return sandbox;
}

/** The same for several tests of a file: the caller calls `end`, which fails when errors were logged. */
export async function openSandbox(
  options: Partial<Config> = {},
  catalogue?: readonly ChainDefinition[],
  parts: Parts = {},
) {
  const mistakes: LoggedMistakes = [];
  const { hear, ...others } = parts;
  const log = createLog(hear === undefined ? "error" : "trace", {
    write(line: string) {
      hear?.(line);
      const entry = JSON.parse(line) as LoggedMistakes[number];
      if (entry.level >= ERROR_LEVEL) mistakes.push(entry);
    },
  });
  const config: Config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen", ...options };
  const opened = vi.spyOn(Database.prototype, "onCommit");
  const sandbox: ObservedSandbox = await createSandbox(config, {
    log,
    ...others,
    ...(catalogue === undefined ? {} : { catalogue }),
  });
  const store = opened.mock.contexts.at(-1) as Database;
  opened.mockRestore();
  let open = true;
  const exceptions = new Map<string, string>();
  // One reading for both looks: at the log, where the check in the background tells a breach whenever it comes, and before the end.
  const isAllowed: IsAllowed = (invariant) => exceptions.has("all") || exceptions.has(invariant);
  const isMistake = ({ invariant, msg }: LoggedMistakes[number]): boolean =>
    typeof invariant === "string"
      ? !isAllowed(invariant)
      : !(exceptions.has("all") && msg.startsWith("checking the invariants failed"));
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    try {
      if (!exceptions.has("all")) await demandInvariants(admin, isAllowed);
    } finally {
      await sandbox.close();
    }
  };
  const end = async (): Promise<void> => {
    await close();
    const others = mistakes.filter(isMistake);
    if (others.length > 0) throw new Error(`the sandbox logged mistakes: ${JSON.stringify(others).slice(0, 2_000)}`);
  };
  const { ready } = sandbox;
  const admin = async (method: string, path: string, body?: unknown): Promise<AdminAnswer> => {
    const response = await fetch(`${ready.admin_url}${path}`, {
      method,
      headers: {
        ...(ready.admin_token === undefined ? {} : { authorization: `Bearer ${ready.admin_token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as AdminAnswer["body"] };
  };
  return {
    ...sandbox,
    close,
    end,
    mistakes,
    /**
     * A test that breaks invariants on purpose names them, and why; "all" leaves the world unchecked. Without this every sandbox
     * checks all of its invariants before it closes, and a broken one fails the test.
     */
    mayBreak(ids: readonly string[] | "all", why: string): void {
      for (const id of ids === "all" ? ["all"] : ids) exceptions.set(id, why);
    },
    /** Its database (until a reset), for states that no operation can create. */
    store,
    /** The typed client of the default tenant. */
    api: clientOf(ready.api_base_url, ready.api_key),
    clientFor: (apiKey: string) => clientOf(ready.api_base_url, apiKey),
    /** Calls the admin API; `path` without `/admin`. */
    admin,
    /** Calls the admin API and returns `data`; anything but 2xx fails the test. */
    async control(method: string, path: string, body?: unknown): Promise<any> {
      const answer = await admin(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    /** viem clients of a network; the account is the first development account by default. */
    chain: (symbol: string, index = 0) => chainOf(ready, catalogue ?? readCatalogue(), symbol, index),
  };
}

/** @throws Error when an invariant is broken that no test has broken on purpose */
async function demandInvariants(
  admin: (method: string, path: string) => Promise<AdminAnswer>,
  isAllowed: IsAllowed,
): Promise<void> {
  const { status, body } = await admin("GET", "/invariants");
  if (status !== 200) throw new Error(`the invariants cannot be checked: ${status} ${body.error}`);
  const { invariants } = body.data as { invariants: { id: string; ok: boolean; breach?: string }[] };
  const broken = invariants.filter(({ id, ok }) => !ok && !isAllowed(id));
  if (broken.length > 0)
    throw new Error(
      `broken when it closed: ${broken
        .map(({ id, breach }) => `${id}: ${breach}`)
        .join("; ")
        .slice(0, 2_000)}`,
    );
}

/**
 * One sandbox for all tests of a file (or of a `describe`): started before the first, stopped after the last. Call it where
 * tests are declared, and the returned function inside tests.
 */
export function sharedSandbox(options: Partial<Config> = {}, parts: Parts = {}): () => ASandbox {
  let shared: ASandbox | undefined;
  beforeAll(async () => {
    const { end, ...sandbox } = await openSandbox(options, undefined, parts);
    shared = sandbox;
    return end;
  });
  return () => {
    if (shared === undefined) throw new Error("the shared sandbox is there inside of tests only");
    return shared;
  };
}

function clientOf(baseUrl: string, apiKey: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { "X-API-Key": apiKey } });
}

function chainOf(ready: Sandbox["ready"], catalogue: readonly ChainDefinition[], symbol: string, index: number) {
  const definition = catalogue.find((row) => row.symbol === symbol);
  const url = ready.rpc[symbol];
  const key = ready.accounts[index]?.private_key;
  if (definition === undefined || url === undefined || key === undefined) throw new Error(`no network ${symbol}`);
  const chain = defineChain({
    id: definition.eip155_id,
    name: definition.name,
    nativeCurrency: definition.native,
    rpcUrls: { default: { http: [url] } },
  });
  const account = privateKeyToAccount(key as Hex);
  const transport = http(url);
  return {
    url,
    account,
    chain,
    definition,
    public: createPublicClient({ chain, transport, pollingInterval: 50 }),
    wallet: createWalletClient({ chain, transport, account }),
    token(ticker: string): Hex {
      const token = definition.tokens.find((row) => row.symbol === ticker);
      if (token === undefined) throw new Error(`${symbol} has no ${ticker}`);
      return token.address;
    },
  };
}
