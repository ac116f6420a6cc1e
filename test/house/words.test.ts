// Names use the terms of the glossary: no replaced word comes back as a file name or in an exported identifier.
import { describe, expect, test } from "vitest";
import { lines, source, sourcesBelow } from "./sources.ts";
import { fileNameFindings, wordFindings } from "./words.ts";

test("no file and no exported name of src uses a word that the glossary replaces", () => {
  expect(lines(wordFindings(sourcesBelow("src")))).toEqual([]);
});

// A simulation plan is a sequence of steps; only in src/ did "plan" mean an unsigned transaction.
const OTHER_MEANING = ["test/simulation/plan.ts"];

test("no test file has a name that the glossary replaces", () => {
  const sources = sourcesBelow("test").filter(({ path }) => !OTHER_MEANING.includes(path));
  expect(lines(sources.flatMap(fileNameFindings))).toEqual([]);
});

describe("what is found", () => {
  const says = (path: string, text: string) => wordFindings([source(path, text)]).map((finding) => finding.says);

  test.each([
    ["src/flow/courtesy.ts", "", "the file name courtesy is not used any more: say confirmation blocks"],
    ["test/flow/lane.test.ts", "", "the file name lane is not used any more: say sender account, nonce gap"],
    ["src/runtime/a.ts", "export class Doors {}", "Doors: say world switch"],
    ["src/runtime/a.ts", "export type OpenBehind = 1;", "OpenBehind: say world runtime"],
    ["src/runtime/a.ts", "export function toldChange() {}", "toldChange: say announce, notify, report"],
    ["src/runtime/a.ts", "export const MOST_STREAMS = 1;", "MOST_STREAMS: say MAX_…"],
    ["src/runtime/a.ts", "export type PayoutOrder = 1;", "PayoutOrder: say input"],
  ])("%s with `%s`", (path, text, answer) => {
    expect(says(path, text)).toEqual([answer]);
  });

  test.each([
    ["src/flow/loop/loop.ts", "const told = 1; export const storage = told; export type Border = 2;"],
    ["src/flow/mining/confirmation-blocks.ts", "export const MAX_BLOCKS = 1;"],
  ])("%s with `%s` is as it should be", (path, text) => {
    expect(says(path, text)).toEqual([]);
  });
});
