// What `--help` of each command says: examples that can be typed, and the exit codes that the command has (G-13).
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/build-program.ts";
import {
  type ClientCommand,
  type CommandRow,
  exampleLine,
  exitsOf,
  innerOf,
  NAME,
  type OwnCommand,
  optionsOf,
} from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "./an-io.ts";

type Named = { name: string; row: ClientCommand | OwnCommand };

function commandsOf(rows: readonly CommandRow[], before: readonly string[] = []): Named[] {
  return rows.flatMap((row) => {
    const words = [...before, row.name];
    const inner = commandsOf(innerOf(row), words);
    return row.kind === "group" ? inner : [{ name: words.join(" "), row }, ...inner];
  });
}

const ALL = commandsOf(COMMANDS);

/** The words of an example as a shell would read them, without what it would do itself: variables, files for stdin and stdout. */
function wordsOf(example: string): string[] {
  const line = example.replace(/^(?:[A-Z_]+=\S+ )+/, "").replace(/ (?:>>?|<) \S+$/, "");
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

const examples = ALL.flatMap(({ name, row }) => row.examples.map((example) => ({ name, row, example })));

test("every command's help has its examples and its exit codes, no line of them wider than 80 columns", async () => {
  expect(ALL.length).toBeGreaterThan(50);
  for (const { name, row } of ALL) {
    const { io, said } = anIo();
    expect(await runCommand([...name.split(" "), "--help"], io), name).toBe(0);
    expect(row.examples.length, name).toBeGreaterThan(0);
    for (const example of row.examples) expect(said.out, name).toContain(`  ${exampleLine(example)}\n`);
    const [, codes = ""] = said.out.split("\nExit codes:\n");
    const lines = codes.trimEnd().split("\n");
    expect(
      lines.map((line) => line.trim().split(/ {2,}/)),
      name,
    ).toEqual(exitsOf(row).map(([code, when]) => [code, when]));
    expect(
      exitsOf(row)
        .map(([code]) => code)
        .slice(0, 3),
      name,
    ).toEqual(["0", "1", "2"]);
    expect(
      lines.filter((line) => line.length > 80),
      name,
    ).toEqual([]);
  }
});

test.each(examples)("the example `$example` is a line of the command $name", async ({ row, example }) => {
  const reached: CommandRow[] = [];
  const program = buildProgram(anIo().io, async (found) => void reached.push(found));
  await program.parseAsync(wordsOf(example), { from: "user" });
  // `hunt` shows how it begins: with `hunt init`.
  expect([row, ...innerOf(row)].filter((one) => reached.includes(one))).toHaveLength(1);
});

test("an example that cannot be typed is noticed", async () => {
  const parse = (line: string) => buildProgram(anIo().io, async () => {}).parseAsync(wordsOf(line), { from: "user" });
  await expect(parse("fault ad webhook.delivery status")).rejects.toThrow();
  await expect(parse("status --jsn")).rejects.toThrow("unknown option");
  await expect(parse("doctor")).rejects.toThrow("--data");
});

test("a wrong option ends every command with 2, which its help names", async () => {
  for (const { name, row } of ALL) {
    const { io, said } = anIo();
    expect(await runCommand([...name.split(" "), "--no-such-option"], io), name).toBe(2);
    expect(said.err, name).toContain(`see "${NAME} ${name} --help"`);
    expect(Object.fromEntries(exitsOf(row)), name).toHaveProperty("2");
  }
});

/** Every file that an example reads has this. */
const FILES = new Proxy<Record<string, string>>({}, { get: () => "{}" });

test("where no sandbox answers, a client command ends with a code whose meaning says so", async () => {
  const clients = ALL.filter(({ row }) => row.kind === "client");
  expect(clients.length).toBeGreaterThan(35);
  for (const { name, row } of clients) {
    // Port 1 of this machine: the system refuses at once.
    const { io } = anIo({ SANDBOX_URL: "http://127.0.0.1:1", SANDBOX_API_KEY: "sk_x" }, FILES, { input: "{}" });
    const code = await runCommand(wordsOf(row.examples[0] ?? ""), io);
    expect(Object.fromEntries(exitsOf(row))[code], name).toMatch(/no sandbox answers/);
  }
});

/** Their stdout is that of the command, a protocol, or a script. */
const WITHOUT_JSON = ["exec", "mcp", "completion"];

test("every command prints JSON with --json, so that no program has to read tables", () => {
  const without = ALL.filter(({ row }) => !optionsOf(row).some(({ flags }) => flags === "--json"));
  expect(without.map(({ name }) => name)).toEqual(WITHOUT_JSON);
});
