// The readings of a sandbox that a test starts: those of the variable, then those of the test's own options.
import { readFileSync } from "node:fs";
import { readingTexts, withFiles } from "../config/reading-option.ts";
import type { Choices } from "../contract/readings/table.ts";

/** The same readings as `variable` without files, which only this machine has: for a sandbox that runs elsewhere. */
export function readingsWithoutFiles(variable: string): string {
  return withFiles(readingTexts(variable), (path) => readFileSync(path, "utf8")).join(",");
}

/** Texts for the option `reading`; a later one of the same name overrules an earlier one. `variable`: the text of SANDBOX_READING. */
export function readingTextsOf(readings: Choices = {}, variable = ""): string[] {
  const own = Object.entries(readings).map(([name, value]) => `${name}=${value}`);
  return variable === "" ? own : [variable, ...own];
}
