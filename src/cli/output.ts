// Output for people: tables that fit the terminal, with colours there and as plain text in a pipe.

import { styleText } from "node:util";
import { escapeControl } from "../kernel/escape-control.ts";
import { jsonLine, type ProcessIo } from "./process-io.ts";

/** A column of a table: heading, cell value of a row, and layout. */
export type Column<Row> = {
  head: string;
  cell: (row: Row) => unknown;
  /** Is cut with an ellipsis when the terminal is too narrow. */
  shrinks?: true;
  right?: true;
  /** Styles the padded text, depending on the cell's value. */
  paint?: (text: string, value: string, paint: Paint) => string;
};

/** Styles of a terminal; without colours each returns the text unchanged. */
export type Paint = Record<"bold" | "dim" | "good" | "warn" | "bad", (text: string) => string>;

/** A cut cell keeps at least this many characters, including the ellipsis. */
const MIN_WIDTH = 12;
const GAP = "  ";
/** Where a row has several lines, a cell that shrinks keeps at least this many characters. */
const LEAST_IN_LINES = 20;
/** Before the second and further lines of a row or a text. */
const INDENT = "  ";

/** Styles for a terminal that supports them, unless the user declines (NO_COLOR). */
export function painter({ terminal, environment }: Pick<ProcessIo, "terminal" | "environment">): Paint {
  const coloured = terminal !== undefined && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const style =
    (format: "bold" | "dim" | "green" | "yellow" | "red") =>
    (text: string): string =>
      // Whether there are colours is decided above, not by the stream of this process.
      coloured && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return { bold: style("bold"), dim: style("dim"), good: style("green"), warn: style("yellow"), bad: style("red") };
}

/** Prints `data` as one JSON line, or `text` for a person. Returns the exit code 0. */
export function print(io: ProcessIo, json: true | undefined, data: unknown, text: () => string): number {
  io.out(json ? jsonLine(data) : text());
  return 0;
}

/**
 * The rows under their headings, or `none` for no rows. In a terminal no line is wider than it: cells that shrink are cut, and if
 * that is not enough, the columns that are left go to further lines. Ends with a line break.
 */
export function table<Row>(
  io: Pick<ProcessIo, "terminal" | "environment">,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): string {
  if (rows.length === 0) return `${none}\n`;
  const paint = painter(io);
  const texts = rows.map((row) => columns.map((column) => textOf(column.cell(row))));
  const natural = columns.map(({ head }, at) =>
    Math.max(widthOf(head), ...texts.map((cells) => widthOf(cells[at] ?? ""))),
  );
  const { widths, lines } = layout(natural, columns, io.terminal?.columns);
  /** One row as its lines; `style` gets the padded text of a column. */
  const printed = (cells: readonly string[], style: (text: string, at: number) => string): string[] =>
    lines.map((group, line) => {
      const shown = group.map((at) => style(fill(cells[at] ?? "", widths[at] ?? 0, columns[at]?.right), at));
      return `${line === 0 ? "" : INDENT}${shown.join(GAP)}`.trimEnd();
    });
  const heading = printed(
    columns.map(({ head }) => head),
    (text) => text,
  ).map(paint.bold);
  // A further line without a value says nothing.
  const body = texts.flatMap((cells) =>
    printed(cells, (text, at) => columns[at]?.paint?.(text, cells[at] ?? "", paint) ?? text).filter(
      (line, index) => index === 0 || line.trim() !== "",
    ),
  );
  return [...heading, ...body].map((line) => `${line}\n`).join("");
}

/** Text in lines no wider than the terminal, broken at spaces; further lines are indented by two spaces more than the first. */
export function wrapped({ terminal }: Pick<ProcessIo, "terminal">, text: string): string {
  if (terminal === undefined || widthOf(text) <= terminal.columns) return text;
  const indent = `${/^ */.exec(text)?.[0] ?? ""}${INDENT}`;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S) /)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > terminal.columns) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join("\n");
}

/** Green for a final success, red for a failure, yellow for a state in progress. */
export function paintState(text: string, value: string, paint: Paint): string {
  if (/^(completed|confirmed|delivered|active|ready|ok|running)$/.test(value)) return paint.good(text);
  if (/^(failed|dead|expired|rejected|orphaned|broken)$/.test(value)) return paint.bad(text);
  return paint.warn(text);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return escapeControl(typeof value === "object" ? (JSON.stringify(value) ?? "") : String(value));
}

/** The width of each column, and which columns are on which line of a row. */
type Layout = { widths: number[]; lines: number[][] };

function layout(natural: readonly number[], columns: readonly { shrinks?: true }[], max: number | undefined): Layout {
  const all = natural.map((_, at) => at);
  if (max === undefined) return { widths: [...natural], lines: [all] };
  const one = fitted(natural, columns, max);
  if (lineWidth(one) <= max) return { widths: one, lines: [all] };
  const room = max - INDENT.length;
  const least = natural.map((width, at) => Math.min(width, columns[at]?.shrinks ? LEAST_IN_LINES : room, room));
  const lines: number[][] = [[]];
  for (const at of all) {
    const last = lines.at(-1) ?? [];
    const isFull = last.length > 0 && lineWidth([...last, at].map((column) => least[column] ?? 0)) > room;
    if (isFull) lines.push([at]);
    else last.push(at);
  }
  const widths = [...natural];
  for (const line of lines) {
    const cut = fitted(
      line.map((at) => Math.min(natural[at] ?? 0, room)),
      line.map((at) => columns[at] ?? {}),
      room,
    );
    for (const [place, at] of line.entries()) widths[at] = cut[place] ?? 0;
  }
  return { widths, lines };
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

/** Natural widths, with the widest shrinking columns cut until the line fits or no column can shrink further. */
function fitted(natural: readonly number[], columns: readonly { shrinks?: true }[], max: number): number[] {
  const widths = [...natural];
  while (lineWidth(widths) > max) {
    const widest = widths
      .map((width, at) => ({ width, at }))
      .filter(({ width, at }) => columns[at]?.shrinks && width > MIN_WIDTH)
      .toSorted((a, b) => b.width - a.width)[0];
    if (widest === undefined) return widths;
    widths[widest.at] = Math.max(MIN_WIDTH, Math.min(widest.width - 1, widest.width - (lineWidth(widths) - max)));
  }
  return widths;
}

/** `text` cut or padded to a width. */
export function fill(text: string, width: number, right?: true): string {
  const characters = [...text];
  const cut = characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : text;
  const space = " ".repeat(Math.max(0, width - widthOf(cut)));
  return right ? `${space}${cut}` : `${cut}${space}`;
}

function widthOf(text: string): number {
  return [...text].length;
}
