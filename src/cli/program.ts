// The command line: turns the command table into a commander program and failures into exit codes.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageFacts from "../../package.json" with { type: "json" };
import { ConfigError, variableOf } from "../config/options.ts";
import { adminClient } from "./admin-client.ts";
import {
  type CliArgument,
  type ClientCommand,
  type CliOption,
  type CommandRow,
  exampleLine,
  innerOf,
  NAME,
  type OwnCommand,
  optionsOf,
} from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DEFAULT_URL } from "./http-client.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

/** Exit codes: 0 done, 1 failed, 2 usage error; of the contract commands 3 too: it could not be judged. */
const USAGE_ERROR = 2;

type Context = { io: ProcessIo; create: CreateSandbox; ended(code: number): void };

/** Runs one command and returns its exit code. Errors of the user are one line on stderr, never an exception. */
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
    .description("A local sandbox of a crypto-payment API with real simulated chains")
    .version(packageFacts.version)
    .enablePositionalOptions()
    .addHelpText("after", `\nStart here: ${NAME} start`)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => {} });
  for (const row of COMMANDS) add(program, row, { io, create, ended });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error, args, io);
    if (error instanceof ConfigError) return failed(io, error.message, USAGE_ERROR);
    if (error instanceof CommandError) return failed(io, error.message, error.code);
    throw error;
  }
}

function add(parent: Command, row: CommandRow, context: Context): void {
  const command = parent.command(row.name).description(row.about);
  const inner = innerOf(row);
  // An option behind the name of an inner command is that command's.
  if (inner.length > 0) command.enablePositionalOptions();
  for (const one of inner) add(command, one, context);
  if (row.kind === "group") return;
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
    if (row.kind === "own") context.ended(await row.run({ ...call, ...context, options: command.opts() }));
    else await runClient(row, { ...call, ...context, options: command.opts() });
  });
}

type ClientLine = Omit<Parameters<OwnCommand["run"]>[0], "create"> & Context & { options: Record<string, unknown> };

/** Runs a command that talks to a running sandbox; an interruption ends it without an error. */
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
  // Loading chains and server is slow: help and client commands must not wait for it.
  const { createSandbox } = await import("../runtime/sandbox.ts");
  return createSandbox(...args);
}

function exitCodeOf(error: CommanderError, args: readonly string[], io: ProcessIo): number {
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") return USAGE_ERROR;
  const words = commandWords(COMMANDS, args);
  const help = [NAME, ...words].join(" ");
  const message = error.message
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  const example = error.code === "commander.missingArgument" ? exampleOf(COMMANDS, words) : undefined;
  const such = example === undefined ? "" : `, such as "${NAME} ${example}"`;
  return failed(io, `${message}${such}: see "${help} --help"`, USAGE_ERROR);
}

/** The first example of the command that the words name. */
function exampleOf(rows: readonly CommandRow[], [word, ...others]: readonly string[]): string | undefined {
  const row = rows.find(({ name }) => name === word);
  if (row === undefined) return undefined;
  const [inner] = others;
  if (innerOf(row).some(({ name }) => name === inner)) return exampleOf(innerOf(row), others);
  return row.kind === "group" ? undefined : row.examples?.[0];
}

/** The leading words of the line that name a command. */
function commandWords(rows: readonly CommandRow[], [word, ...others]: readonly string[]): string[] {
  const row = rows.find(({ name }) => name === word);
  if (row === undefined) return [];
  return [row.name, ...commandWords(innerOf(row), others)];
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
    checkChoice(value, choices);
    read?.(value);
    return value;
  });
}

function checkChoice(value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new InvalidArgumentError(`It must be one of ${choices.join(", ")}.`);
}

function commanderOption({ flags, about, required, repeatable, choices, read }: CliOption): Option {
  const option = new Option(flags, choices === undefined ? about : `${about}: ${choices.join(", ")}`);
  // `--no-…` is the name of a switch here, and never the opposite of another option.
  option.negate = false;
  if (required) option.makeOptionMandatory();
  if (!flags.includes("<")) return option;
  const one = (text: string): unknown => {
    const value = requireValue(text);
    checkChoice(value, choices);
    return read === undefined ? value : read(value);
  };
  return option.argParser((text, previous) => (repeatable ? [...listOf(previous), one(text)] : one(text)));
}

/** A value that looks like a flag: the real value was forgotten. */
function requireValue(value: string): string {
  if (/^--[a-z]/.test(value)) throw new InvalidArgumentError("It needs a value.");
  return value;
}

function listOf(previous: unknown): readonly unknown[] {
  return Array.isArray(previous) ? previous : [];
}
