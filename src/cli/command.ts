// What a command of the command line is: how it is declared (help, docs and completion are drawn from it) and what it does.
import { InvalidArgumentError } from "commander";
import { variableOf } from "../config/options.ts";
import { millisecondsOf } from "../kernel/duration.ts";
import type { AdminClient } from "./admin-client.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DEFAULT_URL } from "./http-client.ts";
import { CommandError, type ProcessIo } from "./process-io.ts";

export const NAME = "crypto-payment-sandbox";

export type CliArgument = {
  name: string;
  about: string;
  required?: true;
  /** Takes all words that are left. */
  rest?: true;
  /** What can stand here, where that is known before a sandbox is asked. */
  choices?: readonly string[];
  /** Throws commander's `InvalidArgumentError` for a text that cannot stand here; the command is given the text. */
  read?: (text: string) => unknown;
};

export type CliOption = {
  /** As commander writes them: `-f, --follow`, `--owner <OWNER>`. The value arrives under the long name in camel case. */
  flags: string;
  about: string;
  required?: true;
  /** May be given several times: the value is then a list. */
  repeatable?: true;
  choices?: readonly string[];
  /** Reads the text of a value; throws commander's `InvalidArgumentError`. */
  read?: (text: string) => unknown;
};

type Declared = {
  name: string;
  about: string;
  args?: readonly CliArgument[];
  options?: readonly CliOption[];
  /** Whole lines without the program's name, for the help and the docs. */
  examples: readonly string[];
};

/** What a command is given of its line: `options` by name, `args` in the declared order (a missing one is undefined). */
type Call<Options> = {
  options: Options;
  args: readonly (string | undefined)[];
  rest: readonly string[];
  io: ProcessIo;
};

/** One that speaks to a running sandbox; `signal` fires when the user has had enough (Ctrl+C, a closed pipe). */
export type ClientCall<Options> = Call<Options> & { client: AdminClient; signal: AbortSignal };

/** One that starts a sandbox, or needs none. */
export type OwnCall<Options> = Call<Options> & { create: CreateSandbox };

/** `run` answers with the exit code: 0 done, 1 it did not work. A mistake of the caller is a `CommandError` with code 2. */
export type ClientCommand = Declared & { kind: "client"; run(call: ClientCall<object>): Promise<number> };
export type OwnCommand = Declared & {
  kind: "own";
  /** Flags after the first plain word belong to that word's own command. */
  passThrough?: true;
  run(call: OwnCall<object>): Promise<number>;
};
/** A word with commands of its own: `fault add`. */
export type CommandGroup = { kind: "group"; name: string; about: string; commands: readonly CommandRow[] };
export type CommandRow = ClientCommand | OwnCommand | CommandGroup;

/** A row of the table that speaks to a sandbox. `Options` says what its `options` become. */
export function clientCommand<Options extends object>(
  row: Declared & { run(call: ClientCall<Options>): Promise<number> },
): ClientCommand {
  return { ...row, kind: "client", run: (call) => row.run(call as ClientCall<Options>) };
}

/** A row of the table that speaks to no running sandbox. */
export function ownCommand<Options extends object>(
  row: Declared & { passThrough?: true; run(call: OwnCall<Options>): Promise<number> },
): OwnCommand {
  return { ...row, kind: "own", run: (call) => row.run(call as OwnCall<Options>) };
}

/** What every command takes that speaks to a running sandbox. */
export const CLIENT_OPTIONS: readonly CliOption[] = [
  { flags: "--url <URL>", about: `the sandbox (SANDBOX_URL; default: ${DEFAULT_URL})` },
  {
    flags: "--token, --admin-token <TOKEN>",
    about: `when the sandbox asks for one (${variableOf("adminToken")})`,
  },
  { flags: "--json", about: "print JSON, one document or one a line" },
];

/** All options of a row, the common ones included. */
export function optionsOf(row: ClientCommand | OwnCommand): readonly CliOption[] {
  return [...(row.options ?? []), ...(row.kind === "client" ? CLIENT_OPTIONS : [])];
}

/** A whole number from `least` on. */
export function count(least: number): (text: string) => number {
  return (text) => {
    if (!/^[0-9]{1,15}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return Number(text);
  };
}

/** `key=value`, the value as text. */
export function pair(text: string): [key: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must look like key=value.");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A duration as the admin API takes it: a text such as `10m`, or milliseconds from plain digits. @throws CommandError */
export function durationOf(text: string): string | number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  if (millisecondsOf(text) !== null) return text;
  throw new CommandError(`"${text}" is no duration: write one such as 90s, 10m, 1h30m, 3d, or milliseconds`, 2);
}

/** The text of a file, or of stdin for `-`. @throws CommandError when it cannot be read */
export async function textOf(path: string, io: ProcessIo): Promise<string> {
  if (path === "-") return io.readInput();
  try {
    return io.readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandError(`${path} cannot be read${code}: check the path and its permissions`, 2);
  }
}

/** An example as it is typed; variables stand before the program's name. */
export function exampleLine(line: string): string {
  const [, variables = "", rest = line] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(line) ?? [];
  return `${variables}${NAME} ${rest}`;
}
