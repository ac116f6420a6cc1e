// Columns of the request log; the path is the link to the request.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { RowTime } from "../components/time-text.tsx";
import type { ListColumn } from "../lists/columns.ts";
import { targetOf } from "./request-copies.ts";

export type RequestRow = Schemas["LoggedRequest"];

/** `hit` is highlighted. */
export function requestColumns(hit: string): ListColumn<RequestRow>[] {
  return [
    pathColumn(hit),
    {
      id: "status",
      title: "Status",
      width: 72,
      value: ({ status, cut }) => String(status ?? cut),
      cell: (row) => <StatusMark {...row} />,
    },
    {
      id: "why",
      title: "Why",
      width: 240,
      isWide: true,
      value: whyText,
      cell: (row) => <WhyMark row={row} hit={hit} />,
    },
    {
      id: "took",
      title: "Took",
      width: 70,
      isNumber: true,
      isWide: true,
      value: ({ duration_ms }) => `${duration_ms} ms`,
      cell: ({ duration_ms }) => `${Math.round(duration_ms)} ms`,
    },
    {
      id: "time",
      title: "Time",
      width: 112,
      value: ({ clock, at }) => clock ?? at,
      cell: ({ clock, at }) => <RowTime at={clock ?? at} whose={clock === null ? "real time" : "sandbox time"} />,
    },
  ];
}

function pathColumn(hit: string): ListColumn<RequestRow> {
  return {
    id: "path",
    title: "Request",
    value: (row) => `${row.method} ${targetOf(row)}`,
    cell: (row) => (
      <Link
        to="."
        search={(old: object) => ({ ...old, selected: row.request_id })}
        className="font-mono text-sm text-ink! after:absolute after:inset-0 hover:no-underline!"
      >
        <span className="text-faint">{row.method}</span> <PlainText text={targetOf(row)} hit={hit} />
      </Link>
    ),
    under: (row) => <WhyMark row={row} hit={hit} />,
  };
}

/** The status with a mark that differs in form; `cut` where the connection was closed instead. */
export function StatusMark({ status, cut }: Pick<RequestRow, "status" | "cut">): ReactNode {
  if (status === null) return <Chip tone="bad">✕ {cut === "by-client" ? "left" : "cut"}</Chip>;
  if (status >= 500) return <Chip tone="bad">✕ {status}</Chip>;
  return <Chip tone={status >= 400 ? "warn" : "good"}>{`${status >= 400 ? "◐" : "●"} ${status}`}</Chip>;
}

/** The words of `WhyMark`. */
function whyText({ refusal, hints }: RequestRow): string {
  return refusal?.detail ?? hints[0]?.text ?? "";
}

/** Why it was refused, what a fault did, or what the contract report found (D-32). */
function WhyMark({ row, hit }: { row: RequestRow; hit: string }): ReactNode {
  const { refusal, hints, fault_ids, replayed, injected } = row;
  return (
    <>
      {fault_ids.length > 0 || injected ? <span className="text-warn">⚡ fault </span> : null}
      {hints.length > 0 ? <span title={hints.map(({ text }) => visibleText(text)).join("\n")}>⚑ </span> : null}
      {replayed ? <span className="text-faint">replayed </span> : null}
      {refusal === null ? (
        <span className="text-faint">{visibleText(hints[0]?.text ?? "")}</span>
      ) : (
        <PlainText text={refusal.detail} hit={hit} />
      )}
    </>
  );
}
