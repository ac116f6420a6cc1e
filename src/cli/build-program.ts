// The commander program of the command table: arguments, options, and the help of each command with examples and exit codes.
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import packageFacts from "../../package.json" with { type: "json" };
import {
  type CliArgument,
  type ClientCommand,
  type CliOption,
  type CommandRow,
  exampleLine,
  exitsOf,
  innerOf,
  NAME,
  type OwnCommand,
  optionsOf,
} from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import type { ProcessIo } from "./process-io.ts";

/** What a line says: arguments in declared order, the words of an argument that takes all remaining ones, options by name. */
export type Line = {
  args: readonly (string | undefined)[];
  rest: readonly string[];
  options: Record<string, unknown>;
};

type Act = (row: ClientCommand | OwnCommand, line: Line) => Promise<void>;

/** The program; parsing a line calls `act` with the command that it names. A wrong line is commander's error, and nothing is printed. */
export function buildProgram(io: Pick<ProcessIo, "out" | "err">, act: Act): Command {
  const program = new Command(NAME)
    .description("A local sandbox of a crypto-payment API with real simulated chains")
    .version(packageFacts.version)
    .enablePositionalOptions()
    .addHelpText("after", `\nStart here: ${NAME} start`)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => {} });
  for (const row of COMMANDS) add(program, row, act);
  return program;
}

function add(parent: Command, row: CommandRow, act: Act): void {
  const command = parent.command(row.name).description(row.about);
  const inner = innerOf(row);
  // An option behind the name of an inner command is that command's.
  if (inner.length > 0) command.enablePositionalOptions();
  for (const one of inner) add(command, one, act);
  if (row.kind === "group") return;
  for (const argument of row.args ?? []) command.addArgument(commanderArgument(argument));
  for (const option of optionsOf(row)) command.addOption(commanderOption(option));
  command.addHelpText("after", afterHelp(row));
  if (row.kind === "own" && row.passThrough) command.passThroughOptions();
  const declared = row.args ?? [];
  command.action((...all: unknown[]) => {
    const values = all.slice(0, declared.length);
    return act(row, {
      args: values.filter((value): value is string | undefined => !Array.isArray(value)),
      rest: values.filter(Array.isArray).flat() as string[],
      options: command.opts(),
    });
  });
}

/** Examples and exit codes (G-13). */
function afterHelp(row: ClientCommand | OwnCommand): string {
  const exits = exitsOf(row);
  const width = Math.max(...exits.map(([code]) => code.length));
  return [
    "",
    row.examples.length === 1 ? "Example:" : "Examples:",
    ...row.examples.map((line) => `  ${exampleLine(line)}`),
    "",
    "Exit codes:",
    ...exits.map(([code, when]) => `  ${code.padEnd(width)}  ${when}`),
  ].join("\n");
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
