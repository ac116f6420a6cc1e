// The command line: runs the command that a line names, and turns failures into exit codes.
import { CommanderError } from "commander";
import { ConfigError, variableOf } from "../config/options.ts";
import { adminClient } from "./admin-client.ts";
import { buildProgram, type Line } from "./build-program.ts";
import { type ClientCommand, type CommandRow, innerOf, NAME } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DEFAULT_URL } from "./http-client.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

const USAGE_ERROR = 2;

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
  const program = buildProgram(io, async (row, call) => {
    if (row.kind === "own") ended(await row.run({ ...call, io, create }));
    else await runClient(row, { ...call, io, ended });
  });
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

type ClientLine = Line & { io: ProcessIo; ended(code: number): void };

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
