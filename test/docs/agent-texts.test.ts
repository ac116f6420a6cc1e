// The texts for coding agents: short enough, complete, and every command in them does what it says (G-T4).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { EVENT_TYPES } from "../../src/domain/outbox.ts";
import { allEffects, GATES } from "../../src/faults/catalogue.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { follow } from "./follow.ts";
import { deadPaths } from "./named-paths.ts";
import { blocksOf } from "./page.ts";
import { wordFaults } from "./recipe.ts";
import { ROOT } from "./workspace.ts";

const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const LLMS = textOf("llms.txt");

/** The commands that a text names in a sentence: what stands in code and begins with the name of one. */
function namedCommands(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const codes = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/^(npx )?cpsandbox /, ""));
  return codes.filter((code) => COMMANDS.some(({ name }) => name === code.split(" ")[0]));
}

test("llms.txt: every command runs", async () => {
  expect(await follow(LLMS)).toEqual([]);
  expect(blocksOf(LLMS).map(({ language }) => language)).toEqual(["sh", "sh", "sh"]);
}, 120_000);

test("llms.txt: every command that a sentence names exists, with its options", () => {
  const named = namedCommands(LLMS);
  expect(named).toEqual(expect.arrayContaining(["contract receiver", "advance", "hunt"]));
  expect(named.flatMap((line) => wordFaults(line.split(" ")))).toEqual([]);
  expect(namedCommands("`hunt` and `contract gade`").flatMap((line) => wordFaults(line.split(" ")))).toEqual([
    "there is no command contract gade",
  ]);
});

test("llms.txt has at most 6 kB, four lines on the signature and ten traps", () => {
  expect(Buffer.byteLength(LLMS)).toBeLessThanOrEqual(6_000);
  const listBelow = (heading: string): string[] =>
    (LLMS.split(`## ${heading}\n`)[1] ?? "").split("\n## ")[0]!.match(/^\d+\. .+$/gm) ?? [];
  expect(listBelow("Is a webhook genuine?")).toHaveLength(4);
  expect(listBelow("Ten traps")).toHaveLength(10);
});

test("llms.txt names every command, webhook, fault and path of the service", () => {
  const missing = (words: readonly string[]): string[] => words.filter((word) => !LLMS.includes(word));
  expect(missing(COMMANDS.map(({ name }) => name))).toEqual([]);
  expect(missing(EVENT_TYPES)).toEqual([]);
  expect(missing([...Object.keys(GATES), ...allEffects().map(({ effect }) => effect)])).toEqual([]);
  expect(missing(Object.keys(serviceDocument.paths))).toEqual([]);
});

test("the files that llms.txt names are there, and llms-full.txt has every guide whole", () => {
  const paths = [...LLMS.matchAll(/\b(?:docs|examples)\/[\w./-]+\w/g)].map(([path]) => `\`${path}\``);
  expect(paths.length).toBeGreaterThan(3);
  expect(deadPaths("llms.txt", [""], paths.join("\n"))).toEqual([]);
  const full = textOf("llms-full.txt");
  expect(full.startsWith(LLMS)).toBe(true);
  for (const [, guide = ""] of textOf("docs/guides/README.md").matchAll(/\]\(([\w-]+\.md)\)/g))
    expect(full, guide).toContain(textOf(`docs/guides/${guide}`).trim());
});

test("AGENTS.md has every rule of CONTRIBUTING.md, and names the files of what is often added", () => {
  const page = textOf("AGENTS.md");
  const [, house = ""] = textOf("CONTRIBUTING.md").split("## The house in short\n");
  const rules = house.split("\n## ")[0]!.match(/^- .+$/gm) ?? [];
  expect(rules.length).toBeGreaterThan(8);
  for (const rule of rules) expect(page).toContain(rule);
  expect(page.match(/^- \*\*an? \w+\*\*: `/gm)).toHaveLength(7);
  expect(deadPaths("AGENTS.md")).toEqual([]);
});

test("the skill: every command and every module in it does what it says", async () => {
  const skill = textOf("skills/crypto-payment-sandbox/SKILL.md").replace(/^---\n[\s\S]*?\n---\n/, (head) =>
    head.replaceAll(/[^\n]/g, ""),
  );
  expect(await follow(skill)).toEqual([]);
  const named = namedCommands(skill);
  expect(named.length).toBeGreaterThan(5);
  expect(named.flatMap((line) => wordFaults(line.split(" ")))).toEqual([]);
}, 300_000);
