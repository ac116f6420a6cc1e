// The result of `contract receiver` for people: a table of all cases, then each that did not pass with its reason and the next step.
import { outcomeWord, type ReceiverReport, type ReceiverResult, tallyText } from "../../../contract/receiver/result.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { type Paint, table, wrapped } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

/** A pipe is read on a screen of this width later. */
const COLUMNS = 80;

/** The text, in lines of at most 80 columns unless the terminal is wider. */
export function receiverText(report: ReceiverReport, io: Pick<ProcessIo, "terminal" | "environment">): string {
  const shape = { environment: io.environment, terminal: io.terminal ?? { columns: COLUMNS } };
  // Colours only where there really is a terminal.
  const plain = {
    ...shape,
    environment: { ...shape.environment, NO_COLOR: io.terminal ? shape.environment["NO_COLOR"] : "1" },
  };
  const columns = [
    { head: "CASE", cell: (one: ReceiverResult) => one.case },
    { head: "LEVEL", cell: (one: ReceiverResult) => one.level },
    { head: "RESULT", cell: outcomeWord, paint: paintResult },
    { head: "SENT", cell: (one: ReceiverResult) => one.title, shrinks: true as const },
  ];
  const details = report.results
    .filter(({ result }) => result !== "pass" && report.judged)
    .map((one) => detail(one, plain));
  // Where nothing could be judged, the first case is why; thirty lines would hide it.
  const shown = report.judged ? report.results : report.results.filter(({ result }) => result !== "not_judged");
  return [table(plain, columns, shown, "no cases"), ...details, `\n${wrapped(plain, summary(report))}\n`].join("");
}

function paintResult(text: string, value: string, paint: Paint): string {
  if (value === "ok") return paint.good(text);
  return value === "FAIL" ? paint.bad(text) : paint.warn(text);
}

function detail(one: ReceiverResult, io: Parameters<typeof wrapped>[0]): string {
  const lines = [`${one.case} ${outcomeWord(one)}: ${one.why}`];
  if (one.result !== "not_judged") lines.push(`  do: ${one.what_to_do}`);
  return `\n${lines.map((line) => `${wrapped(io, escapeControl(line))}\n`).join("")}`;
}

function summary({ results, probe_reads, judged }: ReceiverReport): string {
  const reads = probe_reads === 0 ? "" : ` · the probe was read ${probe_reads} times`;
  const again =
    judged && results.some(({ result }) => result === "fail")
      ? " · what was sent, and the lines that send it again: --json or --report"
      : "";
  return `${tallyText(results)}${reads}${again}`;
}
