// `completion`: scripts for bash, zsh and fish that complete commands and options, generated from the command table.
import {
  type CliArgument,
  type ClientCommand,
  type CommandRow,
  innerOf,
  NAME,
  OTHER_NAME,
  type OwnCommand,
  optionsOf,
  ownCommand,
} from "../../command.ts";

type Shell = "bash" | "zsh" | "fish";
/** The words that are offered after a path; a path ends in a command, in an argument of it, or in an option with known values. */
type Offer = { path: readonly string[]; words: readonly string[] };

/** `rows` is called when a script is printed, because the table contains this command too. */
export function completionCommand(rows: () => readonly CommandRow[]): OwnCommand {
  return ownCommand<object>({
    name: "completion",
    about: "print a script that completes commands and options in your shell",
    args: [{ name: "shell", about: "your shell", required: true, choices: ["bash", "zsh", "fish"] }],
    examples: [
      "completion bash >> ~/.bashrc",
      "completion zsh >> ~/.zshrc",
      `completion fish > ~/.config/fish/completions/${NAME}.fish`,
    ],
    async run({ args: [shell], io }) {
      io.out(SCRIPTS[shell as Shell](offersOf(rows())));
      return 0;
    },
  });
}

/** The words that may follow each command, group and option with choices. */
export function offersOf(rows: readonly CommandRow[], path: readonly string[] = []): Offer[] {
  const own = { path, words: [...rows.map(({ name }) => name), "--help", ...(path.length === 0 ? ["--version"] : [])] };
  return [
    own,
    ...rows.flatMap((row) => {
      const place = [...path, row.name];
      if (row.kind === "group") return offersOf(row.commands, place);
      const inner = innerOf(row);
      const own = offersOfCommand(row, place);
      if (inner.length === 0) return own;
      const [first = { path: place, words: [] }, ...further] = own;
      const names = inner.map(({ name }) => name);
      return [{ ...first, words: [...names, ...first.words] }, ...further, ...offersOf(inner, place).slice(1)];
    }),
  ];
}

/** What may follow a command, and what may follow each value of its first argument where the second has known values too. */
function offersOfCommand(row: ClientCommand | OwnCommand, path: readonly string[]): Offer[] {
  const options = optionsOf(row);
  const [first, second] = row.args ?? [];
  const flags = [...options.flatMap((option) => namesOf(option.flags)), "--help"];
  const offersAt = (place: readonly string[], values: readonly string[]): Offer[] => [
    { path: place, words: [...values, ...flags] },
    ...options.flatMap((option): Offer[] => {
      const known = option.choices ?? option.suggests?.();
      return known === undefined ? [] : namesOf(option.flags).map((name) => ({ path: [...place, name], words: known }));
    }),
  ];
  const values = valuesOf(first, "");
  const further = values.flatMap((value) => {
    const next = valuesOf(second, value);
    return next.length === 0 ? [] : offersAt([...path, value], next);
  });
  return [...offersAt(path, values), ...further];
}

function valuesOf(argument: CliArgument | undefined, before: string): readonly string[] {
  return argument?.choices ?? argument?.suggests?.(before) ?? [];
}

/** The names in commander's notation: `-f, --follow <X>` → `-f`, `--follow`. */
function namesOf(flags: string): string[] {
  return flags.match(/(?<![\w-])--?[a-z][a-z-]*/g) ?? [];
}

const FUNCTION = `_${NAME.replaceAll("-", "_")}`;

/** A `case` branch for each path; the word before the cursor may be an option with choices. */
function cases(offers: readonly Offer[]): string {
  return offers.map(({ path, words }) => `    "${path.join(" ")}") offer="${words.join(" ")}" ;;`).join("\n");
}

function paths(offers: readonly Offer[]): string {
  const places = offers.map(({ path }) => path.join(" ")).filter((place) => place !== "" && !/ -/.test(place));
  return places.map((place) => `"${place}"`).join("|");
}

/** The part that bash and zsh share: finds the path of the line and its words. `before`: the words before the cursor. */
function search(offers: readonly Offer[], words: { last: string; before: string }): string {
  return `  local place="" next word offer="" last="${words.last}"
  for word in "${words.before}"; do
    next="\${place:+$place }$word"
    case "$next" in ${paths(offers)}) place="$next" ;; esac
  done
  case "$place $last" in
${cases(offers.filter(({ path }) => path.at(-1)?.startsWith("-")))}
  esac
  [ -n "$offer" ] || case "$place" in
${cases(offers.filter(({ path }) => !path.at(-1)?.startsWith("-")))}
  esac`;
}

const BASH_WORDS = { last: `\${COMP_WORDS[COMP_CWORD-1]}`, before: `\${COMP_WORDS[@]:1:COMP_CWORD-1}` };
const ZSH_WORDS = { last: `\${words[CURRENT-1]}`, before: `\${(@)words[2,CURRENT-1]}` };

const SCRIPTS: Readonly<Record<Shell, (offers: readonly Offer[]) => string>> = {
  bash: (offers) => `# Completion of ${NAME} for bash.
${FUNCTION}() {
${search(offers, BASH_WORDS)}
  COMPREPLY=($(compgen -W "$offer" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${FUNCTION} ${NAME} ${OTHER_NAME}
`,
  zsh: (offers) => `#compdef ${NAME} ${OTHER_NAME}
# Completion of ${NAME} for zsh.
${FUNCTION}() {
${search(offers, ZSH_WORDS)}
  compadd -- \${=offer}
}
compdef ${FUNCTION} ${NAME} ${OTHER_NAME}
`,
  fish: (offers) => `# Completion of ${NAME} for fish.
function ${FUNCTION}
  set -l place ""
  set -l last ""
  for word in (commandline -opc)[2..-1]
    set last $word
    set -l next (string trim "$place $word")
    switch $next
      case ${paths(offers).replaceAll("|", " ")}
        set place $next
    end
  end
  switch "$place $last"
${fishCases(offers.filter(({ path }) => path.at(-1)?.startsWith("-")))}
  end
  switch "$place"
${fishCases(offers.filter(({ path }) => !path.at(-1)?.startsWith("-")))}
  end
end
complete -c ${NAME} -f -a "(${FUNCTION})"
complete -c ${OTHER_NAME} -f -a "(${FUNCTION})"
`,
};

function fishCases(offers: readonly Offer[]): string {
  return offers
    .map(({ path, words }) => `    case "${path.join(" ")}"\n      printf "%s\\\\n" ${words.join(" ")}\n      return`)
    .join("\n");
}
