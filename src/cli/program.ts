// The command line: which commands there are, what they take, and how each kind of failure ends.
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageFacts from "../../package.json" with { type: "json" };
import {
  ConfigError,
  defaultTextOf,
  flagOf,
  loadConfig,
  OPTION_NAMES,
  OPTIONS,
  type Option as OptionRow,
  variableOf,
} from "../config.ts";
import { type AdminClient, adminClient, DEFAULT_URL } from "./admin-client.ts";
import { type AdvanceOptions, advance } from "./advance.ts";
import { type DepositOptions, deposit } from "./deposit.ts";
import { type EventsOptions, events } from "./events.ts";
import { CommandError, type Io } from "./io.ts";
import { type CreateSandbox, start } from "./start.ts";

const NAME = "crypto-payment-sandbox";

/** Exit codes: 0 done, 1 it did not work, 2 it was called wrongly. */
const CALLED_WRONGLY = 2;

/** Runs one command. Never throws for what a user can do wrong: that is one line on stderr and a code other than 0. */
export async function runCommand(
  args: readonly string[],
  io: Io,
  create: CreateSandbox = createLazily,
): Promise<number> {
  let code = 0;
  const program = aProgram(io, create, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return afterCommander(error, args, io);
    if (error instanceof ConfigError) return failed(io, error.message, CALLED_WRONGLY);
    if (error instanceof CommandError) return failed(io, error.message, error.code);
    throw error;
  }
}

function aProgram(io: Io, create: CreateSandbox, ended: (code: number) => void): Command {
  const program = new Command(NAME)
    .description("A local sandbox of a crypto-payment API with real simulated chains behind it")
    .version(packageFacts.version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => {} });
  addStart(program, io, create, ended);
  addDeposit(program, io, ended);
  addAdvance(program, io, ended);
  addEvents(program, io, ended);
  return program;
}

function addStart(program: Command, io: Io, create: CreateSandbox, ended: (code: number) => void): void {
  const command = program.command("start").description("start a sandbox and run it until Ctrl+C");
  for (const name of OPTION_NAMES) {
    const { argument, description, repeatable } = OPTIONS[name] as OptionRow<unknown>;
    const again = repeatable ? ", repeatable" : "";
    const text = `${description} (${variableOf(name)}${again}; default: ${defaultTextOf(name)})`;
    const option = new Option(argument === null ? flagOf(name) : `${flagOf(name)} <${argument}>`, text);
    if (argument !== null)
      option.argParser((value, previous) => (repeatable ? [...listOf(previous), given(value)] : given(value)));
    command.addOption(option);
  }
  example(command, "start --port 0 --clock frozen --webhook http://localhost:3000/hooks");
  command.action(async (flags: Record<string, unknown>) => {
    const config = loadConfig({ flags, environment: io.environment, readFile: io.readFile });
    ended(await start(config, io, create));
  });
}

function addDeposit(program: Command, io: Io, ended: (code: number) => void): void {
  const command = program
    .command("deposit")
    .description("send a real transfer from a funded payer")
    .requiredOption("--network <NETWORK>", "symbol or id of the network, as base or 8453", given)
    .requiredOption("--asset <SYMBOL>", "token or native coin, as USDC", given)
    .requiredOption("--amount <DECIMAL>", "how much, in whole units, as 25.5", given)
    .option("--owner <OWNER>", "receiver: this owner's wallet or UDA on the network", given)
    .option("--tenant-id <ID>", "whose owner it is (default: the default tenant)", given)
    .option("--to-address <ADDRESS>", "receiver: this address", given)
    .option("--from-address <ADDRESS>", "payer (default: a payer of the sandbox)", given);
  example(command, "deposit --network base --asset USDC --amount 25.5 --owner user-1");
  clientAction(command, io, (client, options) => deposit(client, options as DepositOptions, io), ended);
}

function addAdvance(program: Command, io: Io, ended: (code: number) => void): void {
  const command = program
    .command("advance")
    .description("move the virtual clock forward and do what falls due on the way")
    .argument("[duration]", "as 90s, 10m, 3d, or milliseconds")
    .option("--to <TIME>", "up to this time, as 2026-03-01T12:00:00Z", given);
  example(command, "advance 10m");
  clientAction(command, io, (client, options, [by]) => advance(client, by, options as AdvanceOptions, io), ended);
}

function addEvents(program: Command, io: Io, ended: (code: number) => void): void {
  const command = program
    .command("events")
    .description("print the webhook events in order")
    .option("-f, --follow", "go on printing as they happen, until Ctrl+C")
    .option("--type <TYPE>", "only this type, as deposit.confirmed", given)
    .option("--resource-id <ID>", "only about this record", given)
    .option("--tenant-id <ID>", "only of this tenant", given)
    .option("--after <SEQUENCE>", "only what comes after this sequence number", count(0))
    .option("--limit <N>", "stop after this many", count(1));
  example(command, "events --follow --type deposit.confirmed");
  clientAction(command, io, (client, options) => events(client, options as EventsOptions, io), ended);
}

type ClientRun = (client: AdminClient, options: object, args: readonly (string | undefined)[]) => Promise<number>;

/** A command that talks to a running sandbox: the common options, and a clean end when it is interrupted. */
function clientAction(command: Command, io: Io, run: ClientRun, ended: (code: number) => void): void {
  command
    .option("--url <URL>", `the sandbox (SANDBOX_URL; default: ${DEFAULT_URL})`, given)
    .option("--admin-token <TOKEN>", `when the sandbox asks for one (${variableOf("adminToken")})`, given)
    .option("--json", "print JSON, one line each")
    .action(async (...all: unknown[]) => {
      const { url, adminToken, ...options } = command.opts<{ url?: string; adminToken?: string }>();
      const interrupted = new AbortController();
      io.onStop(() => interrupted.abort());
      io.onOutputClosed(() => interrupted.abort());
      const client = adminClient({
        url: url ?? (io.environment["SANDBOX_URL"] || DEFAULT_URL),
        token: adminToken ?? (io.environment[variableOf("adminToken")] || undefined),
        signal: interrupted.signal,
      });
      try {
        ended(await run(client, options, all.slice(0, -2) as (string | undefined)[]));
      } catch (error) {
        if (!interrupted.signal.aborted) throw error;
      }
    });
}

async function createLazily(...args: Parameters<CreateSandbox>): ReturnType<CreateSandbox> {
  // Loading chains and server takes longer than help and client commands should.
  const { createSandbox } = await import("../sandbox.ts");
  return createSandbox(...args);
}

function afterCommander(error: CommanderError, args: readonly string[], io: Io): number {
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") return CALLED_WRONGLY;
  const [command = ""] = args;
  const help = /^[a-z]+$/.test(command) && error.code !== "commander.unknownCommand" ? `${NAME} ${command}` : NAME;
  const message = error.message
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  return failed(io, `${message}: see "${help} --help"`, CALLED_WRONGLY);
}

function failed(io: Io, line: string, code: number): number {
  io.err(`${line}\n`);
  return code;
}

function example(command: Command, line: string): void {
  command.addHelpText("after", `\nExample:\n  ${NAME} ${line}`);
}

/** A value that is another flag was forgotten. */
function given(value: string): string {
  if (/^--[a-z]/.test(value)) throw new InvalidArgumentError("It needs a value.");
  return value;
}

function count(least: number): (value: string) => number {
  return (value) => {
    if (!/^[0-9]{1,15}$/.test(value) || Number(value) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return Number(value);
  };
}

function listOf(previous: unknown): readonly unknown[] {
  return Array.isArray(previous) ? previous : [];
}
