// The options of `contract run`: declared, read and checked.
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import type { Config, OptionName } from "../../config/options.ts";
import { flagOf, OPTION_NAMES } from "../../config/options.ts";
import { parseReadings, ReadingFault } from "../../contract/readings/parse.ts";
import { READING_NAMES } from "../../contract/readings/table.ts";
import { cover, STRENGTHS, type Strength } from "../../contract/run/cover.ts";
import type { Row } from "../../contract/run/row.ts";
import { CLASSES, changesOf, FAIL_ON, type FailOn, selectReadings } from "../../contract/run/selection.ts";
import { parseDuration } from "../../kernel/duration.ts";
import { MAX_TIMER_MS } from "../../kernel/wall-clock.ts";
import { type CliOption, count } from "../command.ts";
import { configOf, START_OPTIONS } from "../commands/sandbox/start-command.ts";
import { CommandError, type ProcessIo } from "../process-io.ts";

export type RunOptions = Record<string, unknown> & {
  readings?: string;
  strength?: Strength;
  maxRuns?: number;
  jobs?: number;
  shard?: Shard;
  failOn?: FailOn;
  retries?: number;
  runTimeout?: number;
  report?: string;
  shuffle?: number;
  withBodies?: true;
  json?: true;
};

export type Shard = { index: number; total: number; text: string };

/** Sandboxes that run beside each other: each has its chains and some 150 MB. */
const MAX_JOBS = 32;
const MAX_SHARDS = 1_000;

export const REPORT_OPTION: CliOption = {
  flags: "--report <DIR>",
  about: "write contract.json, contract.junit.xml, contract.html and contract.md into this folder",
};

export const BODIES_OPTION: CliOption = {
  flags: "--with-bodies",
  about: "with the last requests of failing runs, and their bodies",
};

export const RUN_EXITS = {
  0: "no reading that --fail-on counts breaks your tests",
  1: "a reading that --fail-on counts breaks them",
};

export const FAIL_ON_OPTION: CliOption = {
  flags: "--fail-on <CLASS>",
  about: "exit code 1 for what fails in this class or one before it (default: stated)",
  choices: FAIL_ON,
};

/** Options of the sandboxes, without those that several runs cannot share or that belong to the banner. */
export const SANDBOX_OPTIONS = START_OPTIONS.filter(({ flags }) => !/^--(json|data|record|contract-dir)\b/.test(flags));

export const MAX_RUNS_OPTION: CliOption = {
  flags: "--max-runs <N>",
  about: "play at most so many runs; the rest is not judged",
  read: count(1),
};

export const TIMEOUT_OPTION: CliOption = {
  flags: "--run-timeout <DURATION>",
  about: "end a run that takes longer, as failed",
  read: readTimeout,
};

export const RUN_OPTIONS: readonly CliOption[] = [
  {
    flags: "--readings <LIST>",
    about: "which are played: all (default), classes, names, or NAME=VALUE, with commas between",
    suggests: () => ["all", ...CLASSES, ...READING_NAMES],
  },
  { flags: "--strength <S>", about: "each value once (default), or all pairs of values", choices: STRENGTHS },
  MAX_RUNS_OPTION,
  { flags: "--jobs <N>", about: "runs beside each other, if your tests can (default: 1)", read: between(1, MAX_JOBS) },
  { flags: "--shard <I/N>", about: "play run 0 and the I-th of N parts; contract merge joins them", read: readShard },
  FAIL_ON_OPTION,
  {
    flags: "--retries <N>",
    about: "repeat a failing run so often before it counts (default: 1)",
    read: between(0, 100),
  },
  TIMEOUT_OPTION,
  REPORT_OPTION,
  { flags: "--shuffle <N>", about: "other combinations, by this seed (default: 0)", read: count(0) },
  BODIES_OPTION,
  { flags: "--json", about: "print the result as one line of JSON" },
  ...SANDBOX_OPTIONS,
];

/** A run as it is asked for. `values` are all that this shard judges. */
export type RunPlan = {
  readonly config: Config;
  readonly startOptions: readonly string[];
  readonly rows: readonly Row[];
  readonly values: Row;
};

/** Reads the start options and chooses the rows. @throws CommandError (code 2), ConfigError */
export function planOf(given: RunOptions, io: ProcessIo): RunPlan {
  const { readings = "all", strength = "each", shuffle = 0, shard, jobs = 1 } = given;
  const { config, startOptions } = configForRuns(given, io, jobs);
  try {
    const factors = selectReadings(readings, parseReadings(config.reading));
    const all = cover(factors, strength, shuffle);
    const rows = shard === undefined ? all : all.filter((_, at) => at % shard.total === shard.index - 1);
    const values = shard === undefined ? changesOf(factors) : [...new Set(rows.flat())];
    if (all.length === 0) throw new ReadingFault(`nothing differs from the start options: name other values`);
    return { config, startOptions, rows, values };
  } catch (error) {
    if (error instanceof ReadingFault) throw new CommandError(`--readings: ${error.message}`, 2);
    throw error;
  }
}

/**
 * The configuration of every run, and the start options as they were given: a free port, and no world that one run would leave to the next.
 * @throws CommandError (code 2), ConfigError
 */
export function configForRuns(
  given: Record<string, unknown>,
  io: ProcessIo,
  jobs = 1,
): { config: Config; startOptions: readonly string[] } {
  const known = Object.entries(given).filter(([name]) => name !== "json" && OPTION_NAMES.some((one) => one === name));
  const flags = Object.fromEntries(known);
  const fixedPort = flags["port"] ?? io.environment["SANDBOX_PORT"];
  if (jobs > 1 && fixedPort && fixedPort !== "0")
    throw new CommandError("--jobs needs a port for each run: leave --port (SANDBOX_PORT) out", 2);
  const config = configOf(fixedPort ? flags : { ...flags, port: "0" }, io);
  if (config.data !== null || config.record !== null) {
    const names = "--data and --record (SANDBOX_DATA, SANDBOX_RECORD)";
    throw new CommandError(`each run begins with a new world: leave ${names} out`, 2);
  }
  return { config, startOptions: known.flatMap(([name, value]) => words(name as OptionName, value)) };
}

/** The absolute path of the folder for reports; undefined without one. */
export function folderOf({ report }: { report?: string }): string | undefined {
  return report === undefined ? undefined : resolve(report);
}

function words(name: OptionName, value: unknown): string[] {
  if (value === true) return [flagOf(name)];
  return [value].flat().flatMap((one) => [flagOf(name), String(one)]);
}

function between(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = count(min)(text);
    if (value > max) throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Reads `2/3`. */
export function readShard(text: string): Shard {
  const [, index = 0, total = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= total && total <= MAX_SHARDS) return { index, total, text: `${index}/${total}` };
  throw new InvalidArgumentError("It must look like 2/3: the second of three.");
}

function readTimeout(text: string): number {
  const ms = /^\d{1,9}$/.test(text) ? Number(text) : parseDuration(text);
  if (ms !== null && ms >= 1 && ms <= MAX_TIMER_MS) return ms;
  throw new InvalidArgumentError("It must be a duration such as 90s or 10m, at most 24 days.");
}
