// Recipes for systems that are not available here (GitHub, GitLab, Docker): their commands, options and variables must exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { CommandRow } from "../../src/cli/command.ts";
import { innerOf, optionsOf } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { OPTION_NAMES, variableOf } from "../../src/config/options.ts";
import type { Block } from "./page.ts";
import { ROOT } from "./workspace.ts";

type Node = Record<string, unknown>;

/** The mistakes of a recipe. */
export function recipeFaults({ text, line }: Block): string[] {
  const recipe: unknown = parse(text);
  const faults: string[] = [];
  walk(recipe, (node) => {
    if (typeof node["uses"] === "string" && node["uses"].includes("crypto-payment-sandbox"))
      faults.push(...actionFaults(node));
    faults.push(...Object.keys(isNode(node["environment"]) ? node["environment"] : {}).flatMap(variableFault));
    if (isSandboxImage(node)) faults.push(...wordFaults(strings(node["command"])));
    for (const script of [node["run"], ...strings(node["script"])]) {
      if (typeof script === "string") faults.push(...lineFaults(script));
    }
  });
  return faults.map((fault) => `line ${line}: ${fault}`);
}

function actionFaults({ with: given = {} }: Node): string[] {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as { inputs: Node };
  const names = Object.keys(isNode(given) ? given : {});
  const unknown = names.filter((name) => !(name in action.inputs)).map((name) => `action.yml has no input ${name}`);
  const args =
    isNode(given) && typeof given["args"] === "string" ? wordFaults(["start", ...given["args"].split(/\s+/)]) : [];
  return [...unknown, ...args];
}

/** Variables that the sandbox reads, or that `exec` sets for its command. */
const SET_BY_EXEC = /^SANDBOX_(URL|API_BASE_URL|ADMIN_URL|TENANT_ID|VAULT_ID|RPC_[A-Z0-9_]+)$/;

function variableFault(name: string): string[] {
  const known = OPTION_NAMES.some((option) => variableOf(option) === name) || SET_BY_EXEC.test(name);
  return name.startsWith("SANDBOX_") && !known ? [`${name} is no variable of the sandbox`] : [];
}

function isSandboxImage({ image, build }: Node): boolean {
  return build !== undefined || (typeof image === "string" && image.includes("crypto-payment-sandbox"));
}

/** The commands in a script: the words after the program's name. */
function lineFaults(script: string): string[] {
  return script.split("\n").flatMap((line) => {
    const [, words] = /(?:cpsandbox|crypto-payment-sandbox(?:@\S+)?) (.+)$/.exec(line) ?? [];
    return words === undefined || line.includes("docker build") ? [] : wordFaults(words.split(/\s+/));
  });
}

/** What is wrong with a line without the name of the program: its command or options do not exist. */
export function wordFaults(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const [name = "", second = ""] = words;
  const row = COMMANDS.find((command) => command.name === name);
  const inner = row === undefined ? undefined : innerOf(row).find((one) => one.name === second);
  const command: CommandRow | undefined = inner ?? row;
  if (command === undefined || command.kind === "group") return [`there is no command ${name} ${second}`];
  const end = words.indexOf("--");
  const flags = (end < 0 ? words : words.slice(0, end)).filter((word) => word.startsWith("--"));
  const known = new Set(optionsOf(command).flatMap(({ flags: text }) => text.match(/--[a-z-]+/g) ?? []));
  return flags.filter((flag) => !known.has(flag.split("=")[0] ?? "")).map((flag) => `${name} has no option ${flag}`);
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  if (!isNode(node)) return;
  visit(node);
  for (const value of Object.values(node)) walk(value, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function strings(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}
