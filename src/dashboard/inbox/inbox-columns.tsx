// Columns of the inbox; the type of an event is the link to it.
import { Link } from "@tanstack/react-router";
import { PlainText } from "../components/plain-text.tsx";
import { DeliveryMarks } from "../components/state-mark.tsx";
import { RowTime } from "../components/time-text.tsx";
import type { ListColumn } from "../lists/columns.ts";
import { summaryOf } from "./event-summary.ts";
import type { InboxRow } from "./inbox-rows.ts";

/** `hit` is highlighted. */
export function inboxColumns(hit: string): ListColumn<InboxRow>[] {
  return [
    {
      id: "type",
      title: "Event",
      cell: ({ key, type }) => (
        <Link
          to="."
          search={(old: object) => ({ ...old, selected: key })}
          className="text-ink! after:absolute after:inset-0 hover:no-underline!"
        >
          <PlainText text={type} hit={hit} />
        </Link>
      ),
    },
    { id: "deliveries", title: "Sent", width: 64, cell: ({ states }) => <DeliveryMarks states={states} /> },
    {
      id: "amount",
      title: "Amount",
      width: 150,
      cell: ({ payload }) => <PlainText text={summaryOf(payload).amount} hit={hit} />,
    },
    {
      id: "network",
      title: "Network",
      width: 90,
      isWide: true,
      cell: ({ payload }) => <PlainText text={summaryOf(payload).network} hit={hit} />,
    },
    {
      id: "owner",
      title: "Owner",
      width: 120,
      isWide: true,
      cell: ({ payload }) => <PlainText text={summaryOf(payload).owner} hit={hit} />,
    },
    { id: "sequence", title: "#", width: 56, isNumber: true, isWide: true, cell: ({ sequence }) => sequence },
    { id: "time", title: "Time", width: 98, cell: ({ time }) => <RowTime at={time} /> },
  ];
}
