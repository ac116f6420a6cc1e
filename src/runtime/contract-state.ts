// Contract testing as the options ask for it.
import { readFileSync } from "node:fs";
import type { Config } from "../config/options.ts";
import type { ContractOptions } from "../contract/contract.ts";
import { parseReadings, ReadingFault } from "../contract/readings/parse.ts";
import type { Choices } from "../contract/readings/table.ts";
import { readSetting, type StrictSetting, settingOfFile } from "../contract/strict/setting.ts";
import { Strictness } from "../contract/strict/strictness.ts";
import { Problem } from "../kernel/problem.ts";

/** @throws Problem invalidRequest that names the option and what is wrong with it or its file */
export function contractOptionsOf({
  strict,
  reading,
}: Pick<Config, "strict" | "reading">): Pick<ContractOptions, "strictness" | "readings"> {
  const strictness = new Strictness(strict === null ? null : strictSetting(strict));
  return { strictness, readings: readingsOf(reading) };
}

/** The configuration has checked them already, unless it was made by hand. */
function readingsOf(texts: readonly string[]): Choices {
  try {
    return parseReadings(texts);
  } catch (error) {
    if (!(error instanceof ReadingFault)) throw error;
    throw new Problem("invalidRequest", `--reading: ${error.message}`);
  }
}

/** `LEVEL`, or `@FILE` with the body of `PUT /admin/contract/strict`. */
function strictSetting(text: string): StrictSetting | null {
  if (!text.startsWith("@")) return readSetting({ enabled: true, level: text });
  const path = text.slice(1);
  return named(`--strict ${text}`, () => settingOfFile(textOf(path)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new Problem("invalidRequest", `the file cannot be read${code}: check the path and its permissions`);
  }
}

/** The same problem with the option's name before it. */
function named<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem("invalidRequest", `${option}: ${error.detail}`);
  }
}
