// The virtual clock and the jobs that are due next, as text for a terminal.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { recordsOf } from "../../http-client.ts";

/** Time and mode of the clock, then one line for each of the next jobs. */
export function clockText(clock: unknown): string {
  if (!isObject(clock)) return "";
  const due = recordsOf(clock["next_due"]).map(jobLine);
  const head = `${clock["now"]}, ${clock["mode"]}${due.length === 0 ? ", nothing is planned" : "; next:"}`;
  return [head, ...due].map((line) => `${escapeControl(line)}\n`).join("");
}

/** A job of the agenda: due time, name, and the record it is about. */
export function jobLine({ at, what, ref }: Record<string, unknown>): string {
  return `  ${at}  ${what}${ref ? `  ${ref}` : ""}`;
}
