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
    paint: (text, value, paint) => (value === "FAIL" ? paint.bad(text) : value === "ok" ? paint.good(text) : paint.warn(text)),
  },
  { head: "first failing line", cell: (one) => one.line ?? one.why, shrinks: true },
];

/** The matrix, and the last line that sums it up and says how to play it again. */
export function matrix(result: RunResult, { terminal, environment }: Pick<ProcessIo, "terminal" | "environment">): string {
  const width = terminal?.columns ?? WIDTH;
  const screen = {
    terminal: { columns: width },
    environment: terminal === undefined ? { ...environment, NO_COLOR: "1" } : environment,
  };
  const rows = table(screen, COLUMNS, verdictsOf(result), "no reading was to be judged");
  const parts = escapeControl(summaryOf(result)).split(" · ");
  return `${rows}\n${parts.map((part) => `${wrapped(screen, part)}\n`).join("")}`;
}
