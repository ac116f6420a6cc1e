// What one run of a story is worth that a hunt kept.
import { dirname } from "node:path";
import { isRate } from "../../../hunt/report.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { shellWord } from "../../../kernel/shell.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

/** A line for a story that failed in some of the hunt's runs only: one run that passes tells little of it. Empty for any other story. */
export function nowAndThen(file: string, { hunt }: Scenario): string {
  const rate = hunt?.["rate"];
  if (!isRate(rate) || rate.failed === rate.of) return "";
  const folder = escapeControl(shellWord(dirname(file)));
  return `it failed in ${rate.failed} of ${rate.of} runs; to be sure: cpsandbox hunt --replay ${folder}\n`;
}
