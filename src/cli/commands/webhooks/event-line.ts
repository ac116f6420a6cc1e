// One event as one line of a table that fits 80 columns. The widths are fixed: rows are printed as events happen.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import type { EventRecord } from "../../follow-events.ts";
import { fill, painter } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

/** `SEQ`, `TIME`, `TYPE`, `ABOUT` and `RESOURCE ID`; the last one is left out where it does not fit. */
const WIDTHS = { sequence: 5, time: 19, type: 24, about: 32, id: 36 };
const GAP = "  ";
const BEFORE_ABOUT = WIDTHS.sequence + WIDTHS.time + WIDTHS.type + 3 * GAP.length;

type Screen = Pick<ProcessIo, "terminal" | "environment">;

/** The heading, with a line break. */
export function eventHeading(io: Screen): string {
  const text = line(io, ["SEQ", "TIME", "TYPE", "ABOUT", "RESOURCE ID"]);
  return `${painter(io).bold(text)}\n`;
}

/** The event with a line break. */
export function eventLine(io: Screen, { sequence, time, type, resource_id, payload }: EventRecord): string {
  const cells = [sequence, String(time ?? "").slice(0, WIDTHS.time), type, aboutOf(payload), resource_id ?? ""];
  return `${line(
    io,
    cells.map((cell) => escapeControl(String(cell))),
  )}\n`;
}

function line({ terminal }: Screen, [sequence = "", time = "", type = "", about = "", id = ""]: string[]): string {
  const head = [
    sequence.padStart(WIDTHS.sequence),
    time.padEnd(WIDTHS.time),
    // A longer type moves the rest of its line and is not cut: it is what people filter by.
    type.padEnd(WIDTHS.type),
  ].join(GAP);
  if (terminal === undefined) return `${head}${GAP}${about.padEnd(WIDTHS.about)}${GAP}${id}`.trimEnd();
  const room = terminal.columns - BEFORE_ABOUT;
  const withId = room - GAP.length - WIDTHS.id;
  const tail =
    withId >= WIDTHS.about / 2
      ? `${fill(about, Math.min(WIDTHS.about, withId))}${GAP}${id}`
      : fill(about, Math.max(1, room));
  return fill(`${head}${GAP}${tail}`, terminal.columns).trimEnd();
}

/** Who and how much, from the record: `25.5 USDC base alice`. */
function aboutOf(payload: unknown): string {
  if (!isObject(payload)) return "";
  const { type, symbol, network_symbol, owner, address, error, source, destination } = payload;
  if (isObject(source) && isObject(destination)) return [legOf(source), "to", legOf(destination), error].join(" ");
  const parts = [type, amountOf(payload), symbol, network_symbol, owner || address];
  return parts.filter((part) => typeof part === "string" && part !== "").join(" ");
}

function amountOf({ balance, amount }: Record<string, unknown>): string {
  const value = isObject(balance) ? balance["amount"] : isObject(amount) ? amount["amount"] : amount;
  return value === undefined || value === null ? "" : String(value);
}

function legOf({ asset_symbol, network_name }: Record<string, unknown>): string {
  return `${asset_symbol}@${network_name}`;
}
