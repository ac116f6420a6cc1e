// The matrix of `contract run` on stdout: a row for each value, in 80 columns or the width of the terminal (C-33).
import type { RunResult } from "../../contract/run/played-run.ts";
import { summaryOf, verdictWord } from "../../contract/run/run-document.ts";
import { type Verdict, verdictsOf } from "../../contract/run/verdicts.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { type Column, table, wrapped } from "../output.ts";
import type { ProcessIo } from "../process-io.ts";

/** The width where there is no terminal. */
const WIDTH = 80;

const COLUMNS: readonly Column<Verdict>[] = [
  { head: "reading", cell: (one) => one.values.map((value) => value.split("=")[0]).join(" + "), shrinks: true },
  { head: "value", cell: (one) => one.values.map((value) => value.split("=")[1]).join(" + "), shrinks: true },
  { head: "class", cell: (one) => one.class },
  {
    head: "result",
    cell: verdictWord,
    paint: (text, value, paint) =>
      value === "FAIL" ? paint.bad(text) : value === "ok" ? paint.good(text) : paint.warn(text),
  },
  { head: "first failing line", cell: (one) => one.line ?? one.why, shrinks: true },
];

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
  const rows = table(screen, COLUMNS, verdicts, "no reading was to be judged");
  // In the table a line is cut; what breaks the tests is told in full.
  const failures = verdicts.filter(({ verdict }) => verdict === "breaks" || verdict === "warns");
  const lines = failures.map((one) => `${one.values.join(" + ")}: ${one.line ?? one.why}`);
  const parts = escapeControl(summaryOf(result)).split(" · ");
  // A command must stay one line, so that it can be copied.
  const lineOf = (line: string): string => (line.startsWith("repeat: ") ? line : wrapped(screen, line));
  const text = (shown: readonly string[]): string => shown.map((line) => `${lineOf(line)}\n`).join("");
  return `${rows}\n${lines.length === 0 ? "" : `${text(lines.map(escapeControl))}\n`}${text(parts)}`;
}
