// The command line: makes the table of commands callable, and says how each kind of failure ends.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageFacts from "../../package.json" with { type: "json" };
import { ConfigError, variableOf } from "../config/options.ts";
import { adminClient } from "./admin-client.ts";
import {
  type CliArgument,
  type ClientCommand,
  type CliOption,
  type CommandGroup,
  type CommandRow,
  exampleLine,
  NAME,
  type OwnCommand,
  optionsOf,
} from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DEFAULT_URL } from "./http-client.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

/** Exit codes: 0 done, 1 it did not work, 2 it was called wrongly. */
const CALLED_WRONGLY = 2;

type Hands = { io: ProcessIo; create: CreateSandbox; ended(code: number): void };

/** Runs one command. Never throws for what a user can do wrong: that is one line on stderr and a code other than 0. */
export async function runCommand(
  args: readonly string[],
  io: ProcessIo,
  create: CreateSandbox = createLazily,
): Promise<number> {
  let code = 0;
  const ended = (result: number): void => {
    code = result;
  };
  const program = new Command(NAME)
    .description("A local sandbox of a crypto-payment API with real simulated chains behind it")
    .version(packageFacts.version)
    .enablePositionalOptions()
    .addHelpText("after", `\nBegin with: ${NAME} start`)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => {} });
  for (const row of COMMANDS) add(program, row, { io, create, ended });
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

function add(parent: Command, row: CommandRow, hands: Hands): void {
  const command = parent.command(row.name).description(row.about);
  if (row.kind === "group") {
    for (const inner of row.commands) add(command, inner, hands);
    return;
  }
  for (const argument of row.args ?? []) command.addArgument(commanderArgument(argument));
  for (const option of optionsOf(row)) command.addOption(commanderOption(option));
  const heading = row.examples.length === 1 ? "Example" : "Examples";
  command.addHelpText("after", `\n${heading}:\n${row.examples.map((line) => `  ${exampleLine(line)}`).join("\n")}`);
  if (row.kind === "own" && row.passThrough) command.passThroughOptions();
  const declared = row.args ?? [];
  command.action(async (...all: unknown[]) => {
    const values = all.slice(0, declared.length);
    const call = {
      args: values.filter((value): value is string | undefined => !Array.isArray(value)),
      rest: values.filter(Array.isArray).flat() as string[],
    };
    if (row.kind === "own") hands.ended(await row.run({ ...call, ...hands, options: command.opts() }));
    else await runClient(row, { ...call, ...hands, options: command.opts() });
  });
}

type ClientLine = Omit<Parameters<OwnCommand["run"]>[0], "create"> & Hands & { options: Record<string, unknown> };

/** A command that talks to a running sandbox: whom it talks to, and a clean end when it is interrupted. */
async function runClient(row: ClientCommand, { io, ended, options: all, ...call }: ClientLine): Promise<void> {
  const { url, adminToken, ...options } = all as { url?: string; adminToken?: string };
  const interrupted = new AbortController();
  io.onStop(() => interrupted.abort());
  io.onOutputClosed(() => interrupted.abort());
  const { signal } = interrupted;
  const client = adminClient({
    url: url ?? (io.environment["SANDBOX_URL"] || DEFAULT_URL),
    token: adminToken ?? (io.environment[variableOf("adminToken")] || undefined),
    signal,
  });
  try {
    ended(await row.run({ args: call.args, rest: call.rest, io, options, client, signal }));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function createLazily(...args: Parameters<CreateSandbox>): ReturnType<CreateSandbox> {
  // Loading chains and server takes longer than help and client commands should.
  const { createSandbox } = await import("../runtime/sandbox.ts");
  return createSandbox(...args);
}

function afterCommander(error: CommanderError, args: readonly string[], io: ProcessIo): number {
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") return CALLED_WRONGLY;
  const help = [NAME, ...commandWords(COMMANDS, args)].join(" ");
  const message = error.message
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  return failed(io, `${message}: see "${help} --help"`, CALLED_WRONGLY);
}

/** The words of the line that name a command, as far as they do. */
function commandWords(rows: readonly CommandRow[], [word, ...others]: readonly string[]): string[] {
  const row = rows.find(({ name }) => name === word);
  if (row === undefined) return [];
  return [row.name, ...(row.kind === "group" ? commandWords((row as CommandGroup).commands, others) : [])];
}

function failed(io: ProcessIo, line: string, code: number): number {
  io.err(`${line}\n`);
  return code;
}

function commanderArgument({ name, about, required, rest, choices, read }: CliArgument): Argument {
  const word = rest ? `${name}...` : name;
  const text = choices === undefined ? about : `${about}: ${choices.join(", ")}`;
  const argument = new Argument(required ? `<${word}>` : `[${word}]`, text);
  if (rest) return argument;
  return argument.argParser((value) => {
    chosen(value, choices);
    read?.(value);
    return value;
  });
}

function chosen(value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new InvalidArgumentError(`It must be one of ${choices.join(", ")}.`);
}

function commanderOption({ flags, about, required, repeatable, choices, read }: CliOption): Option {
  const option = new Option(flags, choices === undefined ? about : `${about}: ${choices.join(", ")}`);
  if (required) option.makeOptionMandatory();
  if (!flags.includes("<")) return option;
  const one = (text: string): unknown => {
    const value = given(text);
    chosen(value, choices);
    return read === undefined ? value : read(value);
  };
  return option.argParser((text, previous) => (repeatable ? [...listOf(previous), one(text)] : one(text)));
}

/** A value that is another flag was forgotten. */
function given(value: string): string {
  if (/^--[a-z]/.test(value)) throw new InvalidArgumentError("It needs a value.");
  return value;
}

function listOf(previous: unknown): readonly unknown[] {
  return Array.isArray(previous) ? previous : [];
}
