// `skill install`: copies the skill for coding agents into the folder where a tool looks for skills (G-11).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type CommandGroup, ownCommand } from "../../command.ts";
import { CommandError, codeOf, jsonLine, type ProcessIo } from "../../process-io.ts";

const NAME = "crypto-payment-sandbox";
const SOURCE = new URL("../../../../skills/crypto-payment-sandbox/", import.meta.url);
/** What was installed, as a digest by file: a file that differs from it was edited. */
const RECORD = ".installed.json";

type State = "written" | "unchanged" | "kept";
type Installed = { file: string; state: State };

const install = ownCommand<{ json?: true }>({
  name: "install",
  about: "copy the skill for coding agents into the folder where your tool looks for skills",
  args: [{ name: "dir", about: "that folder, such as .claude/skills", required: true }],
  options: [{ flags: "--json", about: "print one JSON document" }],
  examples: ["skill install .claude/skills"],
  exits: { 0: "all of it is there", 1: "a file was edited and is kept" },
  async run({ args: [dir = ""], options, io }) {
    const folder = join(dir, NAME);
    const files = copySkill(folder, io);
    const kept = files.filter(({ state }) => state === "kept");
    if (options.json) io.out(jsonLine({ folder, files }));
    else for (const { file, state } of files) io.out(`${state.padEnd(9)}  ${escapeControl(join(folder, file))}\n`);
    if (kept.length > 0) io.err("kept files were edited: move them away and run this again to get the new ones\n");
    return kept.length > 0 ? 1 : 0;
  },
});

export const skillCommand: CommandGroup = {
  kind: "group",
  name: "skill",
  about: "the skill for coding agents",
  commands: [install],
};

/** @throws CommandError where a file cannot be written */
function copySkill(folder: string, io: ProcessIo): Installed[] {
  const recorded = recordIn(folder, io);
  const now: Record<string, string> = { ...recorded };
  const files = skillFiles().map((file): Installed => {
    const text = readFileSync(new URL(file, SOURCE), "utf8");
    const there = textAt(join(folder, file), io);
    if (there === text) {
      now[file] = digest(text);
      return { file, state: "unchanged" };
    }
    if (there !== undefined && digest(there) !== recorded[file]) return { file, state: "kept" };
    write(join(folder, file), text, io);
    now[file] = digest(text);
    return { file, state: "written" };
  });
  write(join(folder, RECORD), `${JSON.stringify(now, null, 2)}\n`, io);
  return files;
}

/** Relative to the skill, with slashes. */
function skillFiles(): string[] {
  const entries = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return entries.filter((name) => name.endsWith(".md")).toSorted();
}

function recordIn(folder: string, io: ProcessIo): Record<string, string> {
  try {
    const record: unknown = JSON.parse(textAt(join(folder, RECORD), io) ?? "{}");
    const entries = isObject(record) ? Object.entries(record) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}

/** Undefined where there is no such file. @throws CommandError where it cannot be read */
function textAt(path: string, io: ProcessIo): string | undefined {
  try {
    return io.readFile(path);
  } catch (error) {
    if (/ENOENT|ENOTDIR/.test(codeOf(error))) return undefined;
    throw new CommandError(
      escapeControl(`${path} cannot be read${codeOf(error)}: check the path and its permissions`),
      2,
    );
  }
}

function write(path: string, text: string, io: ProcessIo): void {
  try {
    io.makeFolder(join(path, ".."));
    io.replaceFile(path, text);
  } catch (error) {
    const why = `${path} cannot be written${codeOf(error)}: name a folder, and check its permissions`;
    throw new CommandError(escapeControl(why), 2);
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
