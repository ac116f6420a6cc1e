// Files are short, open with a sentence that describes them, have a specific name, and contain no unfinished work.
import { describe, expect, test } from "vitest";
import { fileFindings, unfinishedFindings } from "./file-rules.ts";
import { type Finding, lines, source, sourcesBelow } from "./sources.ts";

const code = ["src", "test", "scripts", "chain", "bench"].flatMap(sourcesBelow);

test("every file of src follows the rules for files", () => {
  expect(lines(fileFindings(sourcesBelow("src")))).toEqual([]);
});

test("there is no note of unfinished work and no disabled test", () => {
  expect(lines(unfinishedFindings(code))).toEqual([]);
});

const saysOf = (findings: readonly Finding[]) => findings.map((finding) => finding.says);
const opening = "// What lives here, in a sentence.\n";
const rows = (count: number) => Array.from({ length: count }, (_, at) => `export const a${at} = ${at};`).join("\n");
const longFunction = (count: number) => `function a() {\n${"  b();\n".repeat(count - 2)}}\n`;

describe("the rules for files", () => {
  const says = (path: string, text: string) => saysOf(fileFindings([source(path, text)]));

  test("a file has at most 199 lines, unless it is a table, generated or a migration", () => {
    expect(says("src/flow/loop/loop.ts", opening + rows(198))).toEqual([]);
    expect(says("src/flow/loop/loop.ts", opening + rows(199))).toEqual([
      'has 200 lines: under 200, or a table that opens with "// Table: "',
    ]);
    expect(says("src/flow/outbox-processor.ts", `// Table: what follows from an event.\n${rows(300)}`)).toEqual([]);
    expect(
      says("src/flow/outbox-processor.ts", `${opening}// Table: not in the first line.\n${rows(300)}`),
    ).toHaveLength(1);
    expect(says("src/spec/service.gen.ts", opening + rows(300))).toEqual([]);
    expect(says("src/db/migrations/0001.ts", opening + rows(300))).toEqual([]);
  });

  test("a function of any kind has at most 49 lines, in a table as well", () => {
    expect(says("src/flow/loop/loop.ts", opening + longFunction(49))).toEqual([]);
    expect(says("src/flow/loop/loop.ts", opening + longFunction(50))).toEqual(["a function of 50 lines: under 50"]);
    const table = "// Table: what follows from an event.\n";
    expect(says("src/flow/loop/loop.ts", table + longFunction(50))).toHaveLength(1);
    expect(says("src/flow/loop/loop.ts", `${opening}const a = () => {${"\n".repeat(49)}};`)).toHaveLength(1);
    expect(says("src/flow/loop/loop.ts", `${opening}class A { b() {${"\n".repeat(49)}} }`)).toHaveLength(1);
  });

  test.each([
    ["nothing", "export const a = 1;\n"],
    ["an import", 'import "./a.ts";\n// What lives here, in a sentence.\n'],
    ["a word", "// Loop.\nexport const a = 1;\n"],
    ["half a sentence", "// the loop and what it does\nexport const a = 1;\n"],
  ])("a file that opens with %s is found", (_, text) => {
    expect(says("src/flow/loop/loop.ts", text)).toEqual(["does not open with a sentence that says what lives here"]);
  });

  test("a sentence may follow a #! line and may take two lines", () => {
    expect(says("src/main.ts", "#!/usr/bin/env node\n// From the command line\n// to a command.\n")).toEqual([]);
  });

  test.each([
    ["src/utils/text.ts", "utils is no name for a room or a file"],
    ["src/flow/helpers.ts", "helpers is no name for a room or a file"],
    ["src/flow/types.ts", "types is no name for a file"],
    ["src/flow/index.ts", "index is no name for a file"],
  ])("%s is found", (path, answer) => {
    expect(says(path, opening)).toEqual([answer]);
  });

  test.each(['export * from "./a.ts";', 'export { a } from "./a.ts";', 'export type { A } from "./a.ts";'])(
    "%s is found",
    (text) => {
      expect(says("src/flow/loop/loop.ts", opening + text)).toEqual(["re-exports: no barrels"]);
    },
  );
});

describe("unfinished work", () => {
  const says = (text: string) => saysOf(unfinishedFindings([source("test/flow/loop.test.ts", text)]));

  test.each(["TO" + "DO", "FIX" + "ME"])("a note %s is found", (note) => {
    expect(says(`const a = 1; // ${note} later`)).toEqual([`${note}: finish it or write an issue`]);
  });

  test.each([
    ['test.only("a", run);', "test.only: every test runs"],
    ['describe.skip("a", run);', "describe.skip: every test runs"],
    ['it.todo("a");', "it.todo: every test runs"],
    ['test.skipIf(isSlow)("a", run);', "test.skipIf: every test runs"],
    ['test.each(rows).skip("a", run);', "test.skip: every test runs"],
  ])("%s is found", (text, answer) => {
    expect(
      saysOf(unfinishedFindings([source("test/a.test.ts", text)])).map((one) => one.replace("each(rows).", "")),
    ).toEqual([answer]);
  });

  test("similar names are no findings", () => {
    expect(says('reader.skip(4); const only = read.only; test("skips nothing", run);')).toEqual([]);
  });
});
