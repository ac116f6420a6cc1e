// Columns of the lists of records; the id is the link to the record.
import { Link } from "@tanstack/react-router";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { StateChip } from "../components/state-mark.tsx";
import { RowTime } from "../components/time-text.tsx";
import type { ListColumn } from "../lists/columns.ts";
import type { KindList, RecordRow } from "./kinds.ts";

/** Kinds without states have no column for them; `hit` is highlighted. */
export function recordColumns(of: KindList, hit: string): ListColumn<RecordRow>[] {
  return [
    {
      id: "id",
      title: "Id",
      width: 168,
      value: ({ id }) => id,
      cell: ({ id, kind }) => (
        <Link to="/ui/records/$kind/$id" params={{ kind, id }} className="after:absolute after:inset-0">
          <ShortId id={id} />
        </Link>
      ),
      under: ({ owner, network, what }) => <PlainText text={[owner, network, what].filter((one) => one).join(" · ")} />,
    },
    ...(of.states.length === 0
      ? []
      : [
          {
            id: "state",
            title: "State",
            width: 110,
            value: ({ state }: RecordRow) => state ?? "",
            cell: ({ state }: RecordRow) => <StateChip state={state} />,
          },
        ]),
    ...factColumns(hit),
  ];
}

function amountText({ amount, symbol }: RecordRow): string {
  return [amount, symbol].filter((one) => one !== null).join(" ");
}

function factColumns(hit: string): ListColumn<RecordRow>[] {
  return [
    {
      id: "amount",
      title: "Amount",
      isNumber: true,
      isFitted: true,
      value: amountText,
      cell: (row) => <PlainText text={amountText(row)} />,
    },
    {
      id: "network",
      title: "Network",
      width: 90,
      isWide: true,
      value: ({ network }) => network ?? "",
      cell: ({ network }) => network ?? "",
    },
    {
      id: "owner",
      title: "Owner",
      width: 140,
      isWide: true,
      value: ({ owner }) => owner ?? "",
      cell: ({ owner }) => <PlainText text={owner ?? ""} hit={hit} />,
    },
    {
      id: "what",
      title: "Reference, address or hash",
      isWide: true,
      value: ({ what }) => what,
      cell: ({ what }) => <PlainText text={what} hit={hit} />,
    },
    {
      id: "created",
      title: "Time",
      width: 112,
      value: ({ created_at }) => created_at ?? "",
      cell: ({ created_at }) => (created_at === null ? "" : <RowTime at={created_at} />),
    },
  ];
}
