// The page of the command line, drawn from its table: usage, arguments, options and examples of every command.
import { CLIENT_OPTIONS, type CliOption, type CommandRow, exampleLine, NAME } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { START_OPTIONS } from "../../src/cli/commands/sandbox/start-command.ts";

const INTRO = [
  `\`${NAME} COMMAND --help\` prints the same in the terminal. Results go to stdout, everything else to stderr. Exit codes: 0 success, 1`,
  "failure, 2 wrong usage, 3 could not be judged (commands of `contract`: the receiver or host was not reached, nothing called the sandbox, the",
  "tests fail without any change). In a terminal, tables are coloured and no wider than it: long cells are cut, and a row that still does not fit goes on",
  "in a second line. In a pipe they are plain and not cut. `NO_COLOR` switches colours off. `--json` prints one JSON document, or one per line.",
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
  if (row.kind === "group") return row.commands.flatMap((inner) => sectionsOf(inner, words));
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
  ];
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
