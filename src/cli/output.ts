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
const MIN_WIDTH = 6;
const GAP = "  ";

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

/** The rows under their headings, one line each, or `none` for no rows. Ends with a line break. */
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
    Math.max(head.length, ...texts.map((cells) => widthOf(cells[at] ?? ""))),
  );
  const widths = fitted(natural, columns, io.terminal?.columns);
  const heading = columns.map(({ head, right }, at) => fill(head, widths[at] ?? 0, right));
  const lines = texts.map((cells) =>
    cells
      .map((value, at) => {
        const { right, paint: colour } = columns[at] as Column<Row>;
        const text = fill(value, widths[at] ?? 0, right);
        return colour === undefined ? text : colour(text, value, paint);
      })
      .join(GAP)
      .trimEnd(),
  );
  return [paint.bold(heading.join(GAP).trimEnd()), ...lines].map((line) => `${line}\n`).join("");
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

/** Natural widths, with the widest shrinking columns cut until the line fits or no column can shrink further. */
function fitted(natural: number[], columns: readonly { shrinks?: true }[], max: number | undefined): number[] {
  const widths = [...natural];
  const total = (): number => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  while (max !== undefined && total() > max) {
    const widest = widths
      .map((width, at) => ({ width, at }))
      .filter(({ width, at }) => columns[at]?.shrinks && width > MIN_WIDTH)
      .toSorted((a, b) => b.width - a.width)[0];
    if (widest === undefined) return widths;
    widths[widest.at] = Math.max(MIN_WIDTH, Math.min(widest.width - 1, widest.width - (total() - max)));
  }
  return widths;
}

function fill(text: string, width: number, right?: true): string {
  const characters = [...text];
  const cut = characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : text;
  const space = " ".repeat(Math.max(0, width - widthOf(cut)));
  return right ? `${space}${cut}` : `${cut}${space}`;
}

function widthOf(text: string): number {
  return [...text].length;
}
