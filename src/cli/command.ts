// How a command of the command line is declared: name, arguments, options and action. Help, docs and completion are generated from it.
import { InvalidArgumentError } from "commander";
import { variableOf } from "../config/options.ts";
import { millisecondsOf } from "../kernel/duration.ts";
import type { AdminClient } from "./admin-client.ts";
import type { CreateSandbox } from "./commands/sandbox/start.ts";
import { DEFAULT_URL } from "./http-client.ts";
import { CommandError, codeOf, type ProcessIo } from "./process-io.ts";

/** The name of the command in all texts. */
export const NAME = "cpsandbox";
/** Its second name: that of the package, which `npx` runs. */
export const OTHER_NAME = "crypto-payment-sandbox";

export type CliArgument = {
  name: string;
  about: string;
  required?: true;
  /** Takes all remaining words. */
  rest?: true;
  /** The possible values, where they are known without asking a sandbox. */
  choices?: readonly string[];
  /** Values that the shell completes, given the argument before; others are possible too. */
  suggests?: (before: string) => readonly string[];
  /** Checks the text; throws commander's `InvalidArgumentError`. The command still gets the text. */
  read?: (text: string) => unknown;
};

export type CliOption = {
  /** In commander's notation: `-f, --follow`, `--owner <OWNER>`. The value arrives under the long name in camel case. */
  flags: string;
  about: string;
  required?: true;
  /** May be given several times; the value is then a list. */
  repeatable?: true;
  choices?: readonly string[];
  /** Values that the shell completes; others are possible too. */
  suggests?: () => readonly string[];
  /** Reads the text of a value; throws commander's `InvalidArgumentError`. */
  read?: (text: string) => unknown;
};

type Declared = {
  name: string;
  about: string;
  args?: readonly CliArgument[];
  options?: readonly CliOption[];
  /** Complete lines without the program's name, for the help and the docs. */
  examples: readonly string[];
  /** When it ends with which exit code, where that differs from `exitsOf`'s common ones. */
  exits?: Readonly<Record<string, string>>;
};

/** What a command gets from its line: `options` by name, `args` in declared order (undefined when missing). */
type Call<Options> = {
  options: Options;
  args: readonly (string | undefined)[];
  rest: readonly string[];
  io: ProcessIo;
};

/** A call that talks to a running sandbox; `signal` aborts when the user interrupts it (Ctrl+C, a closed pipe). */
export type ClientCall<Options> = Call<Options> & { client: AdminClient; signal: AbortSignal };

/** A call that starts a sandbox, or needs none. */
export type OwnCall<Options> = Call<Options> & { create: CreateSandbox };

/** `run` returns the exit code: 0 done, 1 failed. A usage error is a `CommandError` with code 2. */
export type ClientCommand = Declared & { kind: "client"; run(call: ClientCall<object>): Promise<number> };
export type OwnCommand = Declared & {
  kind: "own";
  /** Flags after the first plain word belong to the command that this word names. */
  passThrough?: true;
  /** Commands under its name; it also runs by itself. */
  commands?: readonly CommandRow[];
  run(call: OwnCall<object>): Promise<number>;
};
/** A command with subcommands: `fault add`. */
export type CommandGroup = { kind: "group"; name: string; about: string; commands: readonly CommandRow[] };
export type CommandRow = ClientCommand | OwnCommand | CommandGroup;

/** The commands under the name of a row. */
export function innerOf(row: CommandRow): readonly CommandRow[] {
  return row.kind === "client" ? [] : (row.commands ?? []);
}

/** A command that talks to a running sandbox. `Options` is the type of its parsed `options`. */
export function clientCommand<Options extends object>(
  row: Declared & { run(call: ClientCall<Options>): Promise<number> },
): ClientCommand {
  return { ...row, kind: "client", run: (call) => row.run(call as ClientCall<Options>) };
}

/** A command that does not talk to a running sandbox. */
export function ownCommand<Options extends object>(
  row: Declared & Pick<OwnCommand, "passThrough" | "commands"> & { run(call: OwnCall<Options>): Promise<number> },
): OwnCommand {
  return { ...row, kind: "own", run: (call) => row.run(call as OwnCall<Options>) };
}

/** The options of every command that talks to a running sandbox. */
export const CLIENT_OPTIONS: readonly CliOption[] = [
  { flags: "--url <URL>", about: `address of the sandbox (SANDBOX_URL; default: ${DEFAULT_URL})` },
  {
    flags: "--token, --admin-token <TOKEN>",
    about: `admin token, if the sandbox needs one (${variableOf("adminToken")})`,
  },
  { flags: "--json", about: "print JSON: one document, or one per line" },
];

const COMMON_EXITS = {
  client: { 0: "done", 1: "no sandbox answers, or it refused", 2: "the line was wrong" },
  own: { 0: "done", 1: "failed", 2: "the line was wrong" },
};

/** Each exit code of a command and when it ends with it (G-13); codes that are no number come last. */
export function exitsOf(row: ClientCommand | OwnCommand): [code: string, when: string][] {
  return Object.entries({ ...COMMON_EXITS[row.kind], ...row.exits });
}

/** All options of a command, including the common ones. */
export function optionsOf(row: ClientCommand | OwnCommand): readonly CliOption[] {
  return [...(row.options ?? []), ...(row.kind === "client" ? CLIENT_OPTIONS : [])];
}

/** Reads a whole number of at least `min`. */
export function count(min: number): (text: string) => number {
  return (text) => {
    if (!/^[0-9]{1,15}$/.test(text) || Number(text) < min)
      throw new InvalidArgumentError(`It must be a whole number, ${min} or more.`);
    return Number(text);
  };
}

/** Reads `key=value`; the value stays text. */
export function pair(text: string): [key: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must look like key=value.");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A duration for the admin API: a text such as `10m`, or plain digits as milliseconds. @throws CommandError */
export function durationOf(text: string): string | number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  if (millisecondsOf(text) !== null) return text;
  throw new CommandError(`"${text}" is not a duration: write one such as 90s, 10m, 1h30m, 3d, or milliseconds`, 2);
}

/** The text of a file, or of stdin for `-`. @throws CommandError when it cannot be read */
export async function textOf(path: string, io: ProcessIo): Promise<string> {
  if (path === "-") return io.readInput();
  try {
    return io.readFile(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read${codeOf(error)}: check the path and its permissions`, 2);
  }
}

/** An example as it is typed; environment variables come before the program's name. */
export function exampleLine(line: string): string {
  const [, variables = "", rest = line] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(line) ?? [];
  return `${variables}${NAME} ${rest}`;
}
