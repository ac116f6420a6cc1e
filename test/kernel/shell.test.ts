// Words of the shell: the shell itself gives back what was written.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuoted, shellWord } from "../../src/kernel/shell.ts";

const echoed = (words: string): string => execFileSync("sh", ["-c", `printf '%s|' ${words}`], { encoding: "utf8" });

test.each([
  "",
  "plain",
  "a b",
  "it's",
  "''",
  "$HOME `id` $(id)",
  'a"b\\c',
  "a;b&c|d>e",
  "*",
  "~",
  "line\nbreak",
  "#x",
  "münze",
])("%j is one word and stands for itself", (text) => {
  expect(echoed(shellQuoted(text))).toBe(`${text}|`);
  expect(echoed(shellWord(text))).toBe(`${text}|`);
});

test.each(["start", "--port=0", "http://127.0.0.1:3000/hooks", "a@1.0"])("%s needs no quotes", (text) => {
  expect([shellWord(text), shellQuoted(text)]).toEqual([text, `'${text}'`]);
});
