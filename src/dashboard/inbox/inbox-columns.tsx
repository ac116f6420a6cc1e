// Columns of the inbox; the type of an event is the link to it.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PlainText } from "../components/plain-text.tsx";
import { DeliveryMarks } from "../components/state-mark.tsx";
import { RowTime } from "../components/time-text.tsx";
import type { ListColumn } from "../lists/columns.ts";
import { type EventSummary, summaryOf, summaryWords } from "./event-summary.ts";
import type { InboxRow } from "./inbox-rows.ts";

const of = ({ payload, about }: InboxRow): EventSummary => summaryOf(payload, about);

/** `hit` is highlighted. */
export function inboxColumns(hit: string): ListColumn<InboxRow>[] {
  const text = (words: string) => <PlainText text={words} hit={hit} />;
  return [
    {
      id: "type",
      title: "Event",
      width: 190,
      value: ({ type }) => type,
      cell: ({ key, type }) => (
        <Link
          to="."
          search={(old: object) => ({ ...old, selected: key })}
          className="text-ink! after:absolute after:inset-0 hover:no-underline!"
        >
          {text(type)}
        </Link>
      ),
      under: (row) => text(summaryWords(of(row))),
    },
    {
      id: "deliveries",
      title: "Sent",
      width: 56,
      value: ({ states }) => states.join(" "),
      cell: ({ states }) => <DeliveryMarks states={states} />,
    },
    ...moneyColumns(text),
    {
      id: "sequence",
      title: "#",
      width: 64,
      isNumber: true,
      isWide: true,
      value: ({ sequence }) => String(sequence),
      cell: ({ sequence }) => sequence,
    },
    { id: "time", title: "Time", width: 112, value: ({ time }) => time, cell: ({ time }) => <RowTime at={time} /> },
  ];
}

function moneyColumns(text: (words: string) => ReactNode): ListColumn<InboxRow>[] {
  return [
    {
      id: "amount",
      title: "Amount",
      isWide: true,
      isNumber: true,
      isFitted: true,
      value: (row) => of(row).amount,
      cell: (row) => text(of(row).amount),
    },
    {
      id: "network",
      title: "Network",
      isWide: true,
      isFitted: true,
      value: (row) => of(row).network,
      cell: (row) => text(of(row).network),
    },
    { id: "owner", title: "Owner", isWide: true, value: (row) => of(row).owner, cell: (row) => text(of(row).owner) },
  ];
}
