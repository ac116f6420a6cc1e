// The matrix of `contract run` on stdout: a row for each value, in 80 columns or the width of the terminal (C-33).
import type { RunResult } from "../../contract/run/played-run.ts";
import { meetsBy, repeatLine, summaryPhrases, verdictWord } from "../../contract/run/run-document.ts";
import { type Verdict, verdictsOf } from "../../contract/run/verdicts.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { type Column, table, wrapped } from "../output.ts";
import type { ProcessIo } from "../process-io.ts";

/** The width where there is no terminal. */
const WIDTH = 80;

/** A line of the matrix: a value with its verdict, or a further value of the set above it. */
type Line = { readonly value: string; readonly verdict?: Verdict };

const COLUMNS: readonly Column<Line>[] = [
  { head: "reading", cell: ({ value, verdict }) => `${verdict === undefined ? "+ " : ""}${value.split("=")[0]}` },
  { head: "value", cell: ({ value }) => value.split("=")[1] },
  { head: "class", cell: ({ verdict }) => verdict?.class },
  {
    head: "result",
    cell: ({ verdict }) => verdict && verdictWord(verdict),
    paint: (text, value, paint) =>
      value === "FAIL" ? paint.bad(text) : value === "ok" ? paint.good(text) : paint.warn(text),
  },
  { head: "first failing line", cell: ({ verdict }) => verdict && noteOf(verdict), shrinks: true },
];

/** What a row has room for. */
function noteOf({ values, verdict, line, why, met }: Verdict): string {
  if (verdict === "ok") return met === 1 ? "met once" : `met ${met} times`;
  if (verdict === "not met" && line === null) return values.map((value) => `needs ${meetsBy(value)}`).join("; ");
  return line ?? why;
}

function linesOf(verdict: Verdict): Line[] {
  return verdict.values.map((value, at) => (at === 0 ? { value, verdict } : { value }));
}

/** The matrix, and the last line that sums it up and says how to play it again. */
export function matrix(
  result: RunResult,
  { terminal, environment }: Pick<ProcessIo, "terminal" | "environment">,
): string {
  const width = terminal?.columns ?? WIDTH;
  const screen = {
    terminal: { columns: width },
    environment: terminal === undefined ? { ...environment, NO_COLOR: "1" } : environment,
  };
  const verdicts = verdictsOf(result);
  const rows = table(screen, COLUMNS, verdicts.flatMap(linesOf), "no reading was to be judged");
  // In the table a line is cut; what breaks the tests is told in full.
  const failures = verdicts.filter(({ verdict }) => verdict === "breaks" || verdict === "warns");
  const lines = failures.map((one) => `${one.values.join(" + ")}: ${one.line ?? one.why}`);
  const text = (shown: readonly string[]): string =>
    shown.map((line) => `${wrapped(screen, escapeControl(line))}\n`).join("");
  const repeat = repeatLine(result);
  // A command must stay one line, so that it can be copied.
  const last = repeat === undefined ? "" : `repeat: ${escapeControl(repeat)}\n`;
  return `${rows}\n${lines.length === 0 ? "" : `${text(lines)}\n`}${text(summaryPhrases(result))}${last}`;
}
