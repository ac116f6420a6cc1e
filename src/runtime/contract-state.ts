// Contract testing as the options ask for it.
import { readFileSync } from "node:fs";
import type { Config } from "../config/options.ts";
import { ContractState } from "../contract/contract.ts";
import type { RuleContext } from "../contract/rules/rule.ts";
import { readSetting, type StrictSetting, settingOfFile } from "../contract/strict/setting.ts";
import { Strictness } from "../contract/strict/strictness.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** @throws Problem invalidRequest that names the option and what is wrong with its file */
export function contractOf({ strict, requestLog }: Pick<Config, "strict" | "requestLog">, facts: Facts): ContractState {
  const strictness = new Strictness(strict === null ? null : strictSetting(strict));
  return new ContractState({ facts, now: () => facts.wall.now(), requestLog, strictness });
}

/** `environment` is that of the world, which is known only later. */
type Facts = RuleContext & { readonly wall: WallClock };

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
