// How results are shown to a person: tables that fit the terminal, colours where one is there, plain text in a pipe.

import { styleText } from "node:util";
import { escapeControl } from "../kernel/escape-control.ts";
import { jsonLine, type ProcessIo } from "./process-io.ts";

/** A column: its heading, the text of a row's cell, and how it behaves. */
export type Column<Row> = {
  head: string;
  cell: (row: Row) => unknown;
  /** May be cut with an ellipsis when the terminal is too narrow. */
  shrinks?: true;
  right?: true;
  /** Paints the padded text by what the cell says. */
  paint?: (text: string, value: string, paint: Paint) => string;
};

/** Styles of a terminal; the same text comes back where there are no colours. */
export type Paint = Record<"bold" | "dim" | "good" | "warn" | "bad", (text: string) => string>;

/** A cut cell keeps at least this many characters, its ellipsis included. */
const LEAST_WIDTH = 6;
const GAP = "  ";

/** Colours for a terminal that has them and whose user did not decline them (NO_COLOR). */
export function painter({ terminal, environment }: Pick<ProcessIo, "terminal" | "environment">): Paint {
  const coloured = terminal !== undefined && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const style =
    (format: "bold" | "dim" | "green" | "yellow" | "red") =>
    (text: string): string =>
      // Whether there are colours is decided above, not by the stream of this process.
      coloured && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return { bold: style("bold"), dim: style("dim"), good: style("green"), warn: style("yellow"), bad: style("red") };
}

/** Prints `data` as one JSON line, or `text` for a person. Answers the exit code 0. */
export function print(io: ProcessIo, json: true | undefined, data: unknown, text: () => string): number {
  io.out(json ? jsonLine(data) : text());
  return 0;
}

/** The rows under their headings, one line each; `none` instead when there are none. Ends with a line break. */
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

/** Green for what is done, red for what failed, yellow for what is on its way. */
export function paintState(text: string, value: string, paint: Paint): string {
  if (/^(completed|confirmed|delivered|active|ready|ok|running)$/.test(value)) return paint.good(text);
  if (/^(failed|dead|expired|rejected|orphaned|broken)$/.test(value)) return paint.bad(text);
  return paint.warn(text);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return escapeControl(typeof value === "object" ? (JSON.stringify(value) ?? "") : String(value));
}

/** Natural widths, the widest shrinking column cut again and again until the line fits or nothing gives. */
function fitted(natural: number[], columns: readonly { shrinks?: true }[], most: number | undefined): number[] {
  const widths = [...natural];
  const total = (): number => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  while (most !== undefined && total() > most) {
    const widest = widths
      .map((width, at) => ({ width, at }))
      .filter(({ width, at }) => columns[at]?.shrinks && width > LEAST_WIDTH)
      .toSorted((a, b) => b.width - a.width)[0];
    if (widest === undefined) return widths;
    widths[widest.at] = Math.max(LEAST_WIDTH, Math.min(widest.width - 1, widest.width - (total() - most)));
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
