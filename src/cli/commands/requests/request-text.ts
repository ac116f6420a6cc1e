// Requests of the log as text: a table of rows, and one with headers and bodies.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { recordsOf } from "../../http-client.ts";
import { type Column, type Paint, painter, table, wrapped } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";

export type RequestRow = Record<string, unknown>;

/** Characters of a body that are printed; --json has it all. */
const MAX_SHOWN_BODY = 4_000;

const COLUMNS: readonly Column<RequestRow>[] = [
  { head: "TIME", cell: ({ at }) => String(at).slice(11, 19) },
  { head: "STATUS", cell: statusText, paint: paintStatus },
  {
    head: "REQUEST",
    cell: ({ method, path, query }) => `${method} ${path}${query === "" ? "" : `?${query}`}`,
    shrinks: true,
  },
  { head: "OPERATION", cell: ({ operation_id: id }) => id, shrinks: true },
  { head: "ID", cell: ({ request_id: id }) => id },
  { head: "WHY", cell: whyText, shrinks: true },
];

/** Rows as they come, under one heading. */
export function requestTable(io: Pick<ProcessIo, "terminal" | "environment">, rows: readonly RequestRow[]): string {
  return table(io, COLUMNS, rows, "no requests");
}

/** One row without a heading, for a log that goes on. */
export function requestLine(io: Pick<ProcessIo, "terminal" | "environment">, row: RequestRow): string {
  const lines = table(io, COLUMNS, [row], "").split("\n");
  return lines.slice(1).join("\n");
}

const CUT_WORDS: Readonly<Record<string, string>> = { "instead-of-reply": " (lost)", "by-client": " (client)" };

function statusText({ status, cut }: RequestRow): string {
  return status === null ? `cut${CUT_WORDS[String(cut)] ?? ""}` : String(status);
}

function paintStatus(text: string, value: string, paint: Paint): string {
  if (/^[23]/.test(value)) return paint.good(text);
  return /^4/.test(value) ? paint.warn(text) : paint.bad(text);
}

/** Why it was refused, and what the contract report found in it. */
function whyText({ refusal, hints }: RequestRow): string {
  const found = recordsOf(hints).map(({ rule, text }) => `${rule} ${text}`);
  return [...(isObject(refusal) ? [String(refusal["detail"])] : []), ...found].join("; ");
}

/** A request with everything that is known of it. */
export function requestText(io: Pick<ProcessIo, "terminal" | "environment">, row: RequestRow): string {
  const paint = painter(io);
  const { method, path, query, at, clock, duration_ms: ms, request_id: id } = row;
  const target = `${path}${query === "" ? "" : `?${query}`}`;
  const facts: [string, unknown][] = [
    ["request", id],
    ["time", `${at}${clock === null ? "" : ` (virtual ${clock})`}, took ${Math.round(Number(ms) * 10) / 10} ms`],
    ...Object.entries({
      operation: row["operation_id"],
      tenant: row["tenant_id"],
      key: row["key_id"],
      client: row["client"],
    }),
    ["provenance", row["provenance"]],
    ["faults", listText(row["fault_ids"])],
    ["records", listText(row["record_ids"])],
    ["why", whyText(row)],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return [
    wrapped(io, escapeControl(`${paint.bold(statusText(row))} ${method} ${target}`)),
    ...known.map(([name, value]) => wrapped(io, `  ${`${name}:`.padEnd(12)}${escapeControl(String(value))}`)),
    ...partLines(io, "request", row["request"]),
    ...partLines(io, "response", row["response"]),
    "",
  ].join("\n");
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : "";
}

function partLines(io: Pick<ProcessIo, "terminal" | "environment">, title: string, part: unknown): string[] {
  if (!isObject(part)) return [];
  const { headers, body, truncated, bytes } = part;
  const text = typeof body === "string" ? body : "";
  const cut = truncated === true || text.length > MAX_SHOWN_BODY;
  return [
    "",
    painter(io).bold(title),
    ...recordsOf(headers).map(({ name, value }) => wrapped(io, escapeControl(`  ${name}: ${value}`))),
    ...(text === "" ? [] : ["", wrapped(io, escapeControl(text.slice(0, MAX_SHOWN_BODY)))]),
    ...(cut ? [`  … ${bytes} bytes in all; --json prints what the log has kept`] : []),
  ];
}
