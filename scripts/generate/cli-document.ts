// The page of the command line, drawn from its table: usage, arguments, options and examples of every command.
import {
  CLIENT_OPTIONS,
  type CliOption,
  type CommandRow,
  exampleLine,
  exitsOf,
  innerOf,
  NAME,
} from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { START_OPTIONS } from "../../src/cli/commands/sandbox/start-command.ts";

const INTRO = [
  `\`${NAME} COMMAND --help\` prints the same in the terminal. Results go to stdout, everything else to stderr. Exit codes: 0 success, 1`,
  "failure, 2 wrong usage; a command that has others names them below. The `contract` commands end with 1 when they found something at or above",
  "`--fail-on`, and with 3 when nothing could be judged; a line on stderr then says what to do. A signal",
  "that ends a command passes on as in a shell: 128 plus its number. In a terminal, tables are coloured and no wider than it: long cells are cut, and",
  "a row that still does not fit goes on in a second line. In a pipe they are plain and not cut, but for the matrix of `contract run`, which has 80",
  "columns there. `NO_COLOR` switches colours off. `--json` prints one JSON document, or one per line.",
].join("\n");

/** Every command of the table. */
export async function cliDocument(): Promise<string> {
  const common = `Commands that call a running sandbox also accept:\n\n${optionTable(CLIENT_OPTIONS)}`;
  const sections = COMMANDS.flatMap((row) => sectionsOf(row, []));
  return [
    "<!-- Written by `npm run generate`, never by hand. -->",
    "# Command line",
    INTRO,
    common,
    ...sections,
    "",
  ].join("\n\n");
}

function sectionsOf(row: CommandRow, before: readonly string[]): string[] {
  const words = [...before, row.name];
  const inner = innerOf(row).flatMap((one) => sectionsOf(one, words));
  if (row.kind === "group") return inner;
  const args = (row.args ?? []).map(({ name, required, rest }) => {
    const word = `${name.toUpperCase()}${rest ? "…" : ""}`;
    return required ? word : `[${word}]`;
  });
  const starts = row.options?.includes(START_OPTIONS[0] as CliOption) ?? false;
  const own = (row.options ?? []).filter((option) => !START_OPTIONS.includes(option));
  const usage = [NAME, ...words, ...(starts || own.length > 0 ? ["[options]"] : []), ...args].join(" ");
  const arguments_ = (row.args ?? []).map(
    ({ name, about, choices }) =>
      `- \`${name.toUpperCase()}\`: ${cell(about)}${choices === undefined ? "" : ` (${choices.join(", ")})`}`,
  );
  return [
    `## \`${words.join(" ")}\``,
    `${row.about[0]?.toUpperCase()}${row.about.slice(1)}.`,
    `\`\`\`\n${usage}\n\`\`\``,
    ...(arguments_.length === 0 ? [] : [arguments_.join("\n")]),
    ...(own.length === 0 ? [] : [optionTable(own)]),
    ...(starts ? [`${own.length === 0 ? "Options: " : "And "}[those of \`start\`](options.md).`] : []),
    `\`\`\`sh\n${row.examples.map(exampleLine).join("\n")}\n\`\`\``,
    ...(row.exits === undefined ? [] : [exitList(exitsOf(row))]),
    ...inner,
  ];
}

/** Only where they differ from those of all commands. */
function exitList(exits: readonly (readonly [code: string, when: string])[]): string {
  return `Exit codes:\n\n${exits.map(([code, when]) => `- \`${code}\`: ${when}`).join("\n")}`;
}

function optionTable(options: readonly CliOption[]): string {
  const rows = options.map(({ flags, about, required, repeatable, choices }) => {
    const notes = [required ? "required" : "", repeatable ? "repeatable" : ""].filter(Boolean);
    const more = choices === undefined ? "" : `: ${choices.join(", ")}`;
    return `| \`${flags}\` | ${cell(about)}${more}${notes.length === 0 ? "" : ` (${notes.join(", ")})`} |`;
  });
  return ["| Option | Meaning |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
