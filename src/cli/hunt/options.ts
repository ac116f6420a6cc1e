// The options of `hunt`: declared, read and checked; every option of the adapter can stand in the adapter's file, and flags win (U-01).
import { InvalidArgumentError } from "commander";
import type { Adapter } from "../../hunt/adapter.ts";
import type { HuntOptions } from "../../hunt/options.ts";
import { portOf } from "../../hunt/port.ts";
import { PHASES, type Phase } from "../../hunt/report.ts";
import { parseDuration } from "../../kernel/duration.ts";
import { type CliOption, count } from "../command.ts";
import { readShard, type Shard } from "../contract/run-options.ts";
import { CommandError } from "../process-io.ts";

export type HuntFlags = {
  app?: string;
  appUrl?: string;
  webhook?: string;
  books?: string;
  adapter?: string;
  ready?: string;
  reset?: string;
  accepts?: readonly string[];
  quick?: true;
  for?: number;
  worlds?: number;
  seed?: number;
  phase?: string;
  only?: string;
  without?: string;
  shard?: Shard;
  most?: number;
  jobs?: number;
  beside?: number;
  settle?: number;
  deep?: true;
  list?: true;
  replay?: string;
  allowRemote?: readonly string[];
  report?: string;
  failOn?: "error" | "warning" | "none";
  json?: true;
};

export type HuntMergeOptions = { report?: string; failOn?: "error" | "warning" | "none"; json?: true };

/** Where stories and report go if no other folder is named, and the least width of what is printed. */
export const FOLDER = "hunt";
export const WIDTH = 80;
/** The adapter that is read if no other is named, and exists. */
export const ADAPTER_FILE = "hunt.json";
const QUICK_MS = 60_000;
const BUDGET_MS = 600_000;
const SETTLE_MS = 2_000;
const MOST = 5;
const MAX_JOBS = 64;

export const REPORT_OPTION: CliOption = {
  flags: "--report <DIR>",
  about: `the folder for stories and report (default: ${FOLDER})`,
};

/** U-05. */
export const HUNT_EXITS = {
  0: "nothing found at or above --fail-on",
  1: "found something at or above --fail-on",
  3: "not judged: your app does not start, or does not call the sandbox",
};

export const FAIL_ON_OPTION: CliOption = {
  flags: "--fail-on <LEVEL>",
  about: "exit code 1 from this level on (default: error)",
  choices: ["error", "warning", "none"],
};

export const HUNT_OPTIONS: readonly CliOption[] = [
  { flags: "--app <CMD>", about: "starts your app, with the SANDBOX_* variables in its environment" },
  { flags: "--app-url <URL>", about: "instead: an app that runs already; it is never restarted" },
  { flags: "--webhook <URL>", about: "where your app takes webhooks" },
  { flags: "--books <URL|CMD>", about: "what your app believes, such as 'http://127.0.0.1:3000/books?owner=${owner}'" },
  { flags: "--adapter <FILE>", about: `how your app is asked and read (default: ${ADAPTER_FILE}, if it is there)` },
  { flags: "--ready <URL>", about: "GET answers below 500 once your app is ready" },
  {
    flags: "--reset <CMD>",
    about: "empties your app before each world, which then begins from a snapshot (exact, and slower)",
  },
  {
    flags: "--accepts <NETWORK/ASSET>",
    about: "what your app credits (repeatable; default: base/USDC)",
    repeatable: true,
  },
  { flags: "--quick", about: "one minute: every single trouble, then pairs; ends at the first finding" },
  { flags: "--for <DURATION>", about: "begin no world after this time (default: 10m)", read: readDuration },
  { flags: "--worlds <N>", about: "play at most so many planned worlds", read: count(1) },
  { flags: "--seed <N>", about: "another sequence of plans (default: 1)", read: count(0) },
  { flags: "--phase <LIST>", about: "singles, pairs, swarm, with commas between (default: all)" },
  { flags: "--only <NAMES>", about: "only troubles whose names begin so, with commas between" },
  { flags: "--without <NAMES>", about: "all but these" },
  {
    flags: "--shard <I/N>",
    about: "play every N-th plan of --worlds, from the I-th on; hunt merge joins the reports",
    read: readShard,
  },
  { flags: "--most <N>", about: "end after so many different findings (default: 5; 1 with --quick)", read: count(1) },
  {
    flags: "--jobs <N>",
    about: "so many pairs of sandbox and app at the same time; your app must listen on PORT (default: 1)",
    read: count(1),
  },
  {
    flags: "--beside <N>",
    about: "so many worlds side by side in one journey, where no trouble meets another's owner (default: 20; 1: none)",
    read: count(1),
  },
  {
    flags: "--settle <DURATION>",
    about: "how long your books may take to come to rest (default: 2s)",
    read: readDuration,
  },
  { flags: "--deep", about: "forced reorgs below confirmed deposits too" },
  { flags: "--replay <DIR>", about: "play the stories that are kept there again: FIXED, FAILS, or seen k of n" },
  { flags: "--list", about: "print the names of the troubles, and end" },
  { flags: "--allow-remote <HOST>", about: "let a URL name this host (repeatable)", repeatable: true },
  REPORT_OPTION,
  FAIL_ON_OPTION,
  { flags: "--json", about: "print the report as one JSON document" },
];

/** The options of a hunt. @throws CommandError (code 2) */
export function huntOptionsOf(flags: HuntFlags, adapter: Adapter): HuntOptions {
  const { quick, shard } = flags;
  return {
    ...{ adapter, seed: flags.seed ?? 1, phases: phasesOf(flags.phase, quick === true), deep: flags.deep === true },
    budgetMs: shard === undefined ? (flags.for ?? (quick ? QUICK_MS : BUDGET_MS)) : Number.POSITIVE_INFINITY,
    maxWorlds: worldsOf(flags),
    ...{ most: flags.most ?? (quick ? 1 : MOST), settleMs: flags.settle ?? SETTLE_MS },
    ...{ only: namesOf(flags.only), without: namesOf(flags.without) },
    ...(flags.jobs === undefined || flags.jobs === 1 ? {} : { jobs: checkedJobs(flags.jobs, adapter) }),
    ...(flags.beside === undefined ? {} : { beside: flags.beside }),
    ...(shard === undefined ? {} : { shard: { index: shard.index, total: shard.total } }),
  };
}

/** What several apps at the same time need. @throws CommandError (code 2) */
function checkedJobs(jobs: number, adapter: Adapter): number {
  if (jobs > MAX_JOBS)
    throw new CommandError(`--jobs is at most ${MAX_JOBS}: more hunts go to more machines (--shard)`, 2);
  if (adapter.app === undefined)
    throw new CommandError(
      "--jobs starts several apps: say how (--app 'npm start'), an app that runs already is one",
      2,
    );
  if (adapter.reset !== undefined)
    throw new CommandError("--jobs and --reset do not go together: it would empty the books of all apps", 2);
  if (portOf(adapter) === 0)
    throw new CommandError("--jobs needs a port in --webhook, such as http://127.0.0.1:3000/webhooks", 2);
  return jobs;
}

/** The planned worlds of the whole hunt: the only budget that is the same for every shard. */
function worldsOf({ worlds, shard, for: time, quick }: HuntFlags): number {
  if (shard !== undefined && (worlds === undefined || time !== undefined || quick))
    throw new CommandError(
      "--shard needs --worlds N, the worlds of the whole hunt, and neither --for nor --quick: a time would end each shard elsewhere (--phase singles,pairs does without swarm)",
      2,
    );
  return worlds ?? Number.POSITIVE_INFINITY;
}

function phasesOf(text: string | undefined, quick: boolean): readonly Phase[] {
  const all = PHASES.filter((phase) => phase !== "plain");
  if (text === undefined) return quick ? ["singles", "pairs"] : all;
  return namesOf(text).map((name) => {
    const phase = all.find((one) => one === name);
    if (phase === undefined) throw new CommandError(`--phase: there is no phase ${name}: use ${all.join(", ")}`, 2);
    return phase;
  });
}

function namesOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function readDuration(text: string): number {
  const found = parseDuration(text);
  if (found === null) throw new InvalidArgumentError("It must be a duration such as 90s, 10m or 1h.");
  return found;
}
