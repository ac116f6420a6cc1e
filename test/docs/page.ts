// Parses a page: its fenced blocks in order, each with language and attributes.

export type Block = {
  /** Line number of its first line, from 1. */
  line: number;
  language: string;
  /** The text after the language: `sh terminal=server exit=1`. */
  attributes: Readonly<Record<string, string>>;
  text: string;
};

/** The fenced blocks of a Markdown text. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; block: Block } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const [, indent = "", fence = "", info = ""] = /^( *)(`{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence === "") continue;
      const [language = "", ...words] = info.trim().split(/\s+/);
      const attributes = Object.fromEntries(words.map((word) => [word.split("=")[0], word.split("=")[1] ?? ""]));
      open = { fence, indent: indent.length, block: { line: index + 2, language, attributes, text: "" } };
    } else if (fence === open.fence && info.trim() === "") {
      blocks.push(open.block);
      open = undefined;
    } else open.block.text += `${line.slice(open.indent)}\n`;
  }
  if (open !== undefined) throw new Error(`the block at line ${open.block.line} is never closed`);
  return blocks;
}

/** What the runner does with a block. `workflow`: a recipe whose steps are run, too. `shows`: output of the block before it; `heard`: output of a terminal since the last read. */
export type Role = "shell" | "terminal" | "module" | "file" | "recipe" | "workflow" | "shows" | "heard";

const SHELLS = new Set(["sh", "bash"]);
const MODULES = new Set(["ts", "js", "mjs"]);
const RECIPES = new Set(["yaml", "yml"]);
const OUTPUTS = new Set(["", "text", "json"]);

/** @throws Error for a block that is neither run nor checked */
export function roleOf(block: Block, before: Role | undefined): Role {
  const { language, attributes, line } = block;
  if (SHELLS.has(language)) return stays(block) ? "terminal" : "shell";
  if (RECIPES.has(language)) return "played" in attributes ? "workflow" : "recipe";
  if ("file" in attributes) return "file";
  if (MODULES.has(language)) return "module";
  const runs = before === "shell" || before === "module" || before === "terminal";
  if (OUTPUTS.has(language) && "terminal" in attributes) return "heard";
  if (OUTPUTS.has(language) && runs) return "shows";
  throw new Error(`line ${line}: nothing runs or checks this block (${language || "no language"})`);
}

/** A command that keeps running in another terminal. */
function stays(block: Block): boolean {
  return "terminal" in block.attributes || (startsSandbox(block) && !("exit" in block.attributes));
}

/** A started sandbox keeps running: later blocks use another terminal. */
function startsSandbox({ text }: Block): boolean {
  const commands = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return commands.length > 0 && /^(npm start\b|npx cpsandbox start\b)/.test(commands[0] ?? "");
}
