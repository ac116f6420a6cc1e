// The results as text, 80 columns wide.
import { type Finding, GATES, type Gate, type GateId, judge, type Verdict } from "./gates.ts";
import type { Detail, Part, Row } from "./report.ts";

const LINE = 80;
/** 41 for the measure and 39 for the cells. */
const MEASURE = 41;
const CELLS = [8, 8, 8, 6, 5, 4] as const;
const VERDICTS: Readonly<Record<Verdict, string>> = { aim: "aim", yes: "yes", no: "NO", open: "–" };

/** The gates, then the notes, the details and what has no gate. */
export function reportText({ findings, details, rows }: Part): string {
  return [gateTable(findings), notes(findings), detailTable(details), rowTable(rows)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** One line for each gate: measured now and before, the ratio, what it must be and aims for, and whether it is. */
export function gateTable(findings: Partial<Record<GateId, Finding>>): string {
  const head = gateLine(["", "now", "before", "ratio", "must", "aim", "ok"]);
  const lines = GATES.map((gate: Gate & { id: GateId }) => {
    const finding = findings[gate.id];
    const limit = (value: number | undefined): string => (value === undefined ? "–" : String(value));
    return gateLine([
      ...[gate.measure, shortNumber(finding?.now), shortNumber(finding?.before), ratio(finding?.ratio)],
      ...[limit(gate.must), limit(gate.aim), VERDICTS[judge(gate, finding)]],
    ]);
  });
  return [head, ...lines].join("\n");
}

function gateLine([measure = "", ...cells]: readonly string[]): string {
  return measure.padEnd(MEASURE) + cells.map((cell, at) => cell.padStart(CELLS[at] ?? 0)).join("");
}

/** What stands beside the gates: the ratio by CPU time and that of the version before, and what could not be measured. */
export function notes(findings: Partial<Record<GateId, Finding>>): string {
  return GATES.flatMap(({ id, measure, by }) => {
    const { ratioBefore, byCpu, note } = findings[id] ?? {};
    const said = [
      ...(by === "ratio" && byCpu !== undefined ? [`by CPU ${ratio(byCpu)}`] : []),
      ...(by === "ratio" && ratioBefore !== undefined ? [`before ${ratio(ratioBefore)}`] : []),
      ...(note === undefined ? [] : [note]),
    ].join(", ");
    if (said === "") return [];
    return `${measure}: ${said}`.length <= LINE ? [`${measure}: ${said}`] : [`${measure}:`, `    ${said}`];
  }).join("\n");
}

/** Best, median and CPU of every subject that was measured. */
export function detailTable(details: readonly Detail[]): string {
  if (details.length === 0) return "";
  const line = (name: string, cells: readonly string[]): string =>
    name.padEnd(40).slice(0, 40) + cells.map((cell) => cell.padStart(8)).join("");
  const lines = details.flatMap(({ group, subject, unit, best, median, cpu, failed }, at) => [
    ...(details[at - 1]?.group === group ? [] : [`${group}, ${unit}`]),
    line(`  ${subject}`, [
      ...[shortNumber(best), shortNumber(median)],
      ...[cpu && cpu.main + cpu.rest, cpu?.main, cpu?.rest].map((value) => milliseconds(value)),
    ]),
    ...(failed === undefined ? [] : [`    failed: ${failed}`.slice(0, LINE)]),
  ]);
  return [line("", ["best", "median", "CPU ms", "main", "rest"]), ...lines].join("\n");
}

/** What was measured without a gate. */
export function rowTable(rows: readonly Row[]): string {
  return rows
    .map(({ what, value, unit }) => `${what.padEnd(58).slice(0, 58)} ${shortNumber(value).padStart(9)} ${unit}`)
    .join("\n");
}

/** Three figures, or all of a large number. */
export function shortNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function ratio(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 3 : 1);
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(value < 10 ? 3 : value < 100 ? 1 : 0);
}
