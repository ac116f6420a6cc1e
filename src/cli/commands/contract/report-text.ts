// The contract report for a terminal: findings first, then what was called and what was not.
import { placeText, summaryOf } from "../../../contract/report/document.ts";
import type { ContractReport, ReportFinding } from "../../../contract/report/report.ts";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { type Paint, painter, table, wrapped } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

type Screen = Pick<ProcessIo, "terminal" | "environment">;

/** Width where there is no terminal, as in a log of CI. */
const PLAIN_COLUMNS = 80;

/** `bodies`: the request bodies of findings by request id. */
export function reportText(io: Screen, report: ContractReport, bodies: ReadonlyMap<string, string>): string {
  const screen = { ...io, terminal: { columns: Math.max(40, io.terminal?.columns ?? PLAIN_COLUMNS) } };
  const paint = painter(io);
  const lines = (text: string): string => wrapped(screen, escapeControl(text));
  const { findings, findings_dropped: dropped, not_judged: notJudged, never_called: never } = report;
  return [
    lines(`${summaryOf(report)} (since ${report.since})`),
    ...findings.flatMap((finding) => ["", ...findingLines(finding, paint, lines, bodies)]),
    ...(dropped === 0 ? [] : ["", lines(`${dropped} more findings found no room: mend these first`)]),
    ...titled(
      paint,
      "Not judged",
      notJudged.map(({ rule, why }) => lines(`  ${rule}  ${why}`)),
    ),
    ...titled(paint, "Called", [calledTable(screen, io, report).trimEnd()]),
    ...titled(paint, "Never called", never.length === 0 ? [] : [lines(`  ${never.join(", ")}`)]),
    ...titled(paint, "Webhooks", [webhookTable(screen, io, report).trimEnd()]),
    ...titled(paint, "Read of answers and webhooks", readLines(report).map(lines)),
    "",
  ].join("\n");
}

function titled(paint: Paint, title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", paint.bold(title), ...lines];
}

function findingLines(
  { level, id, title, count, first, evidence, what_to_do: todo, decision }: ReportFinding,
  paint: Paint,
  lines: (text: string) => string,
  bodies: ReadonlyMap<string, string>,
): string[] {
  const style = { error: paint.bad, warning: paint.warn, note: paint.dim }[level];
  const body = bodies.get(first.request_id ?? "");
  return [
    style(lines(`${level}  ${id}  ${title}${count === 1 ? "" : ` (${count} times)`}`)),
    lines(`  ${evidence}`),
    lines(`  do: ${todo}`),
    lines(`  first: ${placeText(first)}${decision === null ? "" : ` · ${decision}`}`),
    ...(body === undefined ? [] : [lines(`  body: ${body}`)]),
  ];
}

/** What the app read, where `trackReads` told it: an upper bound. */
function readLines({ operations, events }: ContractReport): string[] {
  const parts = [
    ...operations.map(({ operation_id: name, touched }) => ({ name, touched })),
    ...events.map(({ type: name, touched }) => ({ name, touched })),
  ];
  return parts.flatMap(({ name, touched }) =>
    touched === null ? [] : [`  ${name}: ${touched.map((pointer) => pointer.slice(1)).join(", ")}`],
  );
}

function calledTable(screen: Screen, io: Screen, { operations }: ContractReport): string {
  return table(
    { ...screen, environment: colours(io) },
    [
      { head: "OPERATION", cell: ({ operation_id: id }) => id },
      { head: "CALLS", cell: ({ calls }) => calls, right: true },
      {
        head: "MET",
        cell: ({ statuses }) => statuses.map(({ status, calls }) => `${status ?? "cut"}×${calls}`).join(" "),
        shrinks: true,
      },
      { head: "NEVER", cell: ({ never }) => never.statuses.join(" "), shrinks: true },
      { head: "PROVENANCE", cell: ({ provenance }) => provenance },
    ],
    operations,
    "nothing",
  );
}

function webhookTable(screen: Screen, io: Screen, { events }: ContractReport): string {
  return table(
    { ...screen, environment: colours(io) },
    [
      { head: "TYPE", cell: ({ type }) => type },
      { head: "ANNOUNCED", cell: ({ announced }) => announced, right: true },
      { head: "DELIVERED", cell: ({ delivered }) => delivered, right: true },
      { head: "REFUSED", cell: ({ refused }) => refused, right: true },
      { head: "FAULTED", cell: ({ faulted }) => faulted, right: true },
    ],
    events,
    "none",
  );
}

/** Without a terminal there are no colours, although the width is bounded. */
function colours({ terminal, environment }: Screen): Screen["environment"] {
  return terminal === undefined ? { ...environment, NO_COLOR: "1" } : environment;
}
