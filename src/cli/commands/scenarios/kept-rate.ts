// What one run of a story is worth that a hunt kept.
import { dirname } from "node:path";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { shellWord } from "../../../kernel/shell.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

/** A line for a story that failed in some of the hunt's runs only: one run that passes tells little of it. Empty for any other story. */
export function nowAndThen(file: string, { hunt }: Scenario): string {
  const rate = hunt?.["rate"];
  if (!isObject(rate)) return "";
  const [failed, of] = [Number(rate["failed"]), Number(rate["of"])];
  if (!Number.isSafeInteger(failed) || !Number.isSafeInteger(of) || failed >= of) return "";
  const folder = escapeControl(shellWord(dirname(file)));
  return `it failed in ${failed} of ${of} runs; to be sure: cpsandbox hunt --replay ${folder}\n`;
}
