// Table: the options of the sandbox, from which flags, variables, config-file keys, help and docs are made.

import type { FailpointInput } from "../kernel/failpoint.ts";
import { LOG_LEVELS, type LogLevel } from "../kernel/log.ts";
import { LOG_FORMATS, type LogFormat } from "../kernel/log-lines.ts";
import { MAX_TRANSACTION_GAS } from "../kernel/transaction-gas.ts";
import {
  failpointValue,
  headerValue,
  hostName,
  hostNames,
  integer,
  levelOrFile,
  OptionFault,
  oneOf,
  path,
  type Reader,
  secret,
  startTime,
  toggle,
  webUrl,
} from "./option-values.ts";
import { readingTexts, withFiles } from "./reading-option.ts";

/** One option. Its flag, variable and key follow from its name by rule: `startTime` → `--start-time`, `SANDBOX_START_TIME`, `start-time`. */
export type Option<T> = {
  /** The placeholder of the value in help texts; null for a switch without one. */
  argument: string | null;
  default: T;
  /** The default in words, where the value alone does not say it. */
  defaultText?: string;
  description: string;
  /** Reads a flag's or variable's text or a config file's JSON value; throws `OptionFault` that says what it must be. */
  read: Reader<T>;
  /** May be given several times as a flag, comma-separated as a variable, as a list in the file. */
  repeatable?: true;
  /** Not allowed in the config file. */
  notInFile?: true;
};

const option = <T>(row: Option<T>): Option<T> => row;

/** `null` stands for "not given": the sandbox then derives the value from the seed, the clock mode or the host. */
export const OPTIONS = {
  port: option<number>({
    argument: "PORT",
    default: 4010,
    description: "TCP port to listen on; 0 takes a free one",
    read: integer(0, 65_535),
  }),
  host: option<string>({
    argument: "HOST",
    default: "127.0.0.1",
    description: "Address to listen on; anything but loopback switches the admin token on",
    read: hostName,
  }),
  data: option<string | null>({
    argument: "DIR",
    default: null,
    defaultText: "in memory",
    description: "Folder that keeps the world: the first start creates it, later starts continue it",
    read: path,
  }),
  durability: option<"normal" | "full">({
    argument: "LEVEL",
    default: "normal",
    description:
      "What commits to the folder of --data survive: normal any end of the process, full also a loss of power (each commit waits for the disk)",
    read: oneOf("normal", "full"),
  }),
  catchUp: option<boolean>({
    argument: null,
    default: false,
    description:
      "Moves a running clock of --data on as if the sandbox had never stopped; work that fell due meanwhile is done once",
    read: toggle,
  }),
  acceptLoss: option<boolean>({
    argument: null,
    default: false,
    description:
      "Continues a world of --data that lacks commits or was changed from outside; without it such a folder is refused",
    read: toggle,
    notInFile: true,
  }),
  import: option<string | null>({
    argument: "FILE",
    default: null,
    defaultText: "a new world",
    description: "World to start from: a file that export -o FILE (GET /admin/export) of another sandbox wrote",
    read: path,
  }),
  record: option<string | null>({
    argument: "FILE",
    default: null,
    defaultText: "none",
    description: "Records the requests to the sandbox and writes them as a scenario when it stops",
    read: path,
  }),
  config: option<string | null>({
    argument: "FILE",
    default: null,
    defaultText: "none",
    description: "JSON file with any of these options",
    read: path,
    notInFile: true,
  }),
  seed: option<number>({
    argument: "N",
    default: 1,
    description: "Seed of all ids, addresses and keys: the same seed gives the same first world",
    read: integer(0, Number.MAX_SAFE_INTEGER),
  }),
  clock: option<"running" | "frozen">({
    argument: "MODE",
    default: "running",
    description: "Whether the virtual clock runs on its own or only when it is advanced",
    read: oneOf("running", "frozen"),
  }),
  startTime: option<number | null>({
    argument: "ISO",
    default: null,
    defaultText: "now; frozen: 2026-01-01T00:00:00Z",
    description: "Virtual time at the start, RFC 3339 with an offset",
    read: startTime,
  }),
  mining: option<"instant" | "interval" | "manual">({
    argument: "MODE",
    default: "instant",
    description: "When blocks are mined: with each transaction, at the network's block time, or on request",
    read: oneOf("instant", "interval", "manual"),
  }),
  finality: option<"confirmed" | "real">({
    argument: "PRESET",
    default: "confirmed",
    description:
      "Which block safe and finalized name: the last confirmed one, or one as old as on the real network (docs/networks.md)",
    read: oneOf("confirmed", "real"),
  }),
  tier: option<"standard" | "pro" | "enterprise">({
    argument: "TIER",
    default: "enterprise",
    description: "Rate-limit tier of the default tenant: 100, 1,000 or 100,000 requests a minute",
    read: oneOf("standard", "pro", "enterprise"),
  }),
  env: option<"sandbox" | "production">({
    argument: "ENV",
    default: "sandbox",
    description: "Environment that the service simulates; API keys of the other one are refused",
    read: oneOf("sandbox", "production"),
  }),
  webhook: option<string | null>({
    argument: "URL",
    default: null,
    defaultText: "none",
    description: "Registers this webhook endpoint for the default tenant, for all events",
    read: webUrl,
  }),
  webhookSecret: option<string | null>({
    argument: "SECRET",
    default: null,
    defaultText: "from the seed",
    description:
      "Signing secret of the endpoint of --webhook, the whole text as it is; an endpoint that you register has its own, in that answer",
    read: secret,
  }),
  webhookTimeout: option<number>({
    argument: "MS",
    default: 10_000,
    description: "Real milliseconds that a webhook receiver may take to answer",
    read: integer(50, 60_000),
  }),
  apiKey: option<string | null>({
    argument: "KEY",
    default: null,
    defaultText: "from the seed",
    description: "API key of the default tenant",
    read: headerValue,
  }),
  allowHost: option<readonly string[]>({
    argument: "HOST",
    default: [],
    defaultText: "none",
    description:
      "Further name under which the sandbox may be called, beside loopback, IP addresses and single-label names",
    read: hostNames,
    repeatable: true,
  }),
  rpcGas: option<number | null>({
    argument: "GAS",
    default: null,
    defaultText: "5000000; 8000000 for deployments and large data",
    description: "Gas of an eth_call or eth_estimateGas that names none; a million gas can take 190 MB of memory",
    read: integer(21_000, MAX_TRANSACTION_GAS),
  }),
  rpcTraceGas: option<number>({
    argument: "GAS",
    default: 1_000_000,
    description: "Gas up to which single steps are traced (debug_trace… without a tracer); a million can take 650 MB",
    read: integer(21_000, MAX_TRANSACTION_GAS),
  }),
  transactionGasCap: option<number>({
    argument: "GAS",
    default: MAX_TRANSACTION_GAS,
    description: "Gas limit of a transaction that a client sends; mining one of 16 million gas can take 3 GB of memory",
    read: integer(21_000, MAX_TRANSACTION_GAS),
  }),
  reading: option<readonly string[]>({
    argument: "NAME=VALUE",
    default: [],
    defaultText: "the first value of each",
    description:
      "How the specification is read where it leaves something open (docs/readings.md), for all tenants; @FILE reads a JSON object of them",
    read: readingTexts,
    repeatable: true,
  }),
  adminToken: option<string | null>({
    argument: "TOKEN",
    default: null,
    defaultText: "none; generated on a public address",
    description: "Bearer token that /admin requires",
    read: headerValue,
  }),
  strict: option<string | null>({
    argument: "LEVEL",
    default: null,
    defaultText: "off",
    description:
      "Leaves out what the specification does not show: invented, or inferred as well; @FILE: what a file says, with the body of PUT /admin/contract/strict",
    read: levelOrFile("invented", "inferred"),
  }),
  demo: option<boolean>({
    argument: null,
    default: false,
    description:
      "Starts with demo data: tenants, deposits, payouts in every state, settlements, a receiver that is down",
    read: toggle,
  }),
  noProvenanceHeader: option<boolean>({
    argument: null,
    default: false,
    description: "Leaves the header X-Sandbox-Provenance out of the answers of /v1",
    read: toggle,
  }),
  requestLog: option<number>({
    argument: "N",
    default: 1_000,
    description: "Finished requests of each surface (/v1, /admin, /rpc) that GET /admin/requests keeps; 0 keeps none",
    read: integer(0, 10_000),
  }),
  logLevel: option<LogLevel>({
    argument: "LEVEL",
    default: "warn",
    description: "How much is logged to stderr",
    read: oneOf(...LOG_LEVELS),
  }),
  logFormat: option<LogFormat>({
    argument: "FORMAT",
    default: "auto",
    description: "How log lines look: auto is pretty in a terminal and json elsewhere",
    read: oneOf(...LOG_FORMATS),
  }),
  json: option<boolean>({
    argument: null,
    default: false,
    description: "Prints one line of JSON when ready instead of the banner",
    read: toggle,
  }),
  failpoint: option<FailpointInput | null>({
    argument: "NAME[:N]",
    default: null,
    defaultText: "none",
    description:
      "For tests of recovery: ends the process as kill -9 does, the N-th time it passes this place (docs/failpoints.md)",
    read: failpointValue,
  }),
};

export type OptionName = keyof typeof OPTIONS;

/** The options of one sandbox, frozen. Each module gets the values it needs as arguments. */
export type Config = { readonly [N in OptionName]: (typeof OPTIONS)[N] extends Option<infer T> ? T : never } & {
  /** The options that were set explicitly. */
  readonly given: readonly OptionName[];
};

/** An invalid option. The message is one line that names it and says what it must be. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];
/** `startTime` → `start-time`: the config file's key, and the flag without its dashes. */
export const keyOf = (name: OptionName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const flagOf = (name: OptionName): string => `--${keyOf(name)}`;
export const variableOf = (name: OptionName): string => `SANDBOX_${keyOf(name).replaceAll("-", "_").toUpperCase()}`;

/** SANDBOX_ variables that are not options of `start`: those that `exec` passes to its command and client commands read. */
function isOtherVariable(name: string): boolean {
  const isOption = OPTION_NAMES.some((option) => variableOf(option) === name);
  return !isOption && /^SANDBOX_(URL|API_BASE_URL|ADMIN_URL|TENANT_ID|VAULT_ID|RPC_[A-Z0-9_]+)$/.test(name);
}

/** All options at their defaults: for tests and callers that set a few themselves. */
export const DEFAULT_CONFIG: Config = freeze(new Map());

export type ConfigSources = {
  /** Texts by option, as the command line gave them; a switch is `true`, a repeatable option a list. */
  flags?: Readonly<Record<string, unknown>>;
  /** Environment variables; only `SANDBOX_*` are looked at. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Reads the file of `--config`; called only when it is given. */
  readFile?: ((path: string) => string) | undefined;
};

/** Precedence: flags, environment, config file, defaults. Throws `ConfigError`. */
export function loadConfig({ flags = {}, environment = {}, readFile }: ConfigSources): Config {
  const fromFlags = readSource(
    Object.entries(flags).filter(([, raw]) => raw !== undefined),
    (key) => OPTION_NAMES.find((name) => name === key),
    flagOf,
  );
  const fromEnvironment = readSource(
    Object.entries(environment).filter(([key, raw]) => /^SANDBOX_/.test(key) && !isOtherVariable(key) && raw),
    (key) => OPTION_NAMES.find((name) => variableOf(name) === key),
    variableOf,
  );
  const file = (fromFlags.get("config") ?? fromEnvironment.get("config")) as string | undefined;
  const fromFile = file === undefined ? new Map<OptionName, unknown>() : readConfigFile(file, readFile);
  const values = new Map([...fromFile, ...fromEnvironment, ...fromFlags]);
  readReadingFiles(values, readFile);
  const config = freeze(values);
  const conflicting = (["import", "data"] as const).find((name) => config.record !== null && config[name] !== null);
  if (conflicting !== undefined) {
    throw new ConfigError(`--record: a recording begins with a new world, so leave ${flagOf(conflicting)} out`);
  }
  const foreignPrefix = config.env === "production" ? "sk_sandbox_" : "sk_live_";
  if (config.apiKey?.startsWith(foreignPrefix)) {
    throw new ConfigError(
      `--api-key: a key that begins with ${foreignPrefix} opens the other environment: change the key or --env`,
    );
  }
  return config;
}

/** The options as a Markdown table, for the docs. */
export function optionTable(): string {
  const rows = OPTION_NAMES.map((name) => {
    const { argument, description, repeatable, notInFile } = OPTIONS[name] as Option<unknown>;
    const flag = `\`${flagOf(name)}${argument === null ? "" : ` ${argument}`}\`${repeatable ? " (repeatable)" : ""}`;
    return `| ${flag} | \`${variableOf(name)}\` | ${notInFile ? "–" : `\`${keyOf(name)}\``} | ${defaultTextOf(name)} | ${description} |`;
  });
  return ["| Flag | Variable | Config key | Default | Meaning |", "|---|---|---|---|---|", ...rows, ""].join("\n");
}

/** JSON Schema of a config file, for editors and the docs. */
export function configSchema(): object {
  const rows = OPTION_NAMES.filter((name) => !("notInFile" in OPTIONS[name]));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Config file of crypto-payment-sandbox",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(
        rows.map((name) => {
          const { description, read } = OPTIONS[name] as Option<unknown>;
          return [keyOf(name), { description: `${description} (default: ${defaultTextOf(name)})`, ...read.schema }];
        }),
      ),
    },
  };
}

/** The default in words, as help and docs show it. */
export function defaultTextOf(name: OptionName): string {
  const row = OPTIONS[name] as Option<unknown>;
  return row.defaultText ?? (row.argument === null ? "off" : String(row.default));
}

/** True for an address that only this machine can reach (R-185). */
export function isLoopback(host: string): boolean {
  return /^(localhost\.?|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

function readSource(
  entries: readonly (readonly [string, unknown])[],
  nameOf: (key: string) => OptionName | undefined,
  labelOf: (name: OptionName) => string,
): Map<OptionName, unknown> {
  const values = new Map<OptionName, unknown>();
  for (const [key, raw] of entries) {
    const name = nameOf(key);
    if (name === undefined) {
      const or = labelOf === variableOf ? ", or unset it" : "";
      throw new ConfigError(`${shortened(key)} is no option: see "cpsandbox start --help"${or}`);
    }
    if (values.has(name)) throw new ConfigError(`${labelOf(name)} is given twice: keep one`);
    try {
      values.set(name, OPTIONS[name].read(raw));
    } catch (error) {
      if (error instanceof OptionFault) throw new ConfigError(`${labelOf(name)} ${error.message}`);
      throw error;
    }
  }
  return values;
}

function readConfigFile(file: string, readFile: ConfigSources["readFile"]): Map<OptionName, unknown> {
  const where = `config file ${shortened(file)}`;
  let content: unknown;
  try {
    content = JSON.parse((readFile?.(file) ?? "").replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ConfigError(`${where} is not JSON: it must hold one object such as {"port": 4010}`);
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new ConfigError(`${where} cannot be read${code}: check the path and its permissions`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new ConfigError(`${where} must hold one JSON object such as {"port": 4010}`);
  }
  // `start-time`, `start_time` and `startTime` are the same key.
  const bare = (key: string): string => key.replace(/[-_]/g, "").toLowerCase();
  try {
    return readSource(
      // The schema reference is for editors only.
      Object.entries(content).filter(([key]) => key !== "$schema"),
      (key) => OPTION_NAMES.find((name) => bare(name) === bare(key) && !("notInFile" in OPTIONS[name])),
      keyOf,
    );
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${where}: ${error.message}`);
    throw error;
  }
}

/** Replaces the names of readings files by what stands in them. */
function readReadingFiles(values: Map<OptionName, unknown>, readFile: ConfigSources["readFile"]): void {
  const texts = values.get("reading") as readonly string[] | undefined;
  if (texts === undefined) return;
  const read = (file: string): string => {
    try {
      return readFile?.(file) ?? "";
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      throw new ConfigError(`--reading @${shortened(file)} cannot be read${code}: check the path and its permissions`);
    }
  };
  try {
    values.set("reading", withFiles(texts, read));
  } catch (error) {
    if (error instanceof OptionFault) throw new ConfigError(`--reading @FILE ${error.message}`);
    throw error;
  }
}

function freeze(values: ReadonlyMap<OptionName, unknown>): Config {
  const settings = OPTION_NAMES.map((name) => [name, values.has(name) ? values.get(name) : OPTIONS[name].default]);
  const given = OPTION_NAMES.filter((name) => values.has(name));
  return Object.freeze({ ...Object.fromEntries(settings), given }) as unknown as Config;
}

/** A name from outside, shortened for a message. */
function shortened(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 120);
}
