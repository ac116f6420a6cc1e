// One record of any kind (D-20): its timeline, what waits and why, the record as the API shows it, and the row behind it.
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { jsonText } from "../api/exact-json.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { BodyView } from "../components/json-view.tsx";
import { ShortId, visibleText } from "../components/plain-text.tsx";
import { StateChip } from "../components/state-mark.tsx";
import { EmptyView, Loaded } from "../components/views.tsx";
import { FailRecord } from "../faults/fail-record.tsx";
import { TabStrip } from "../lists/tab-strip.tsx";
import { MoneyView } from "./money-view.tsx";
import { ProvidersAsked } from "./providers-asked.tsx";
import { RecordTimeline } from "./record-timeline.tsx";
import { StateMachine } from "./state-machine.tsx";

type AnyRecord = Schemas["AnyRecord"];

/** `/ui/records/{kind}/{id}`; the id alone decides. */
export function RecordScreen(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const record = api.useQuery("get", "/records/{id}", { params: { path: { id } } });
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-card">
      <Loaded query={record}>{({ data }) => <RecordView record={data} />}</Loaded>
    </div>
  );
}

function RecordView({ record }: { record: AnyRecord }): ReactNode {
  const { kind, id, state, wire } = record;
  return (
    <article data-record={id}>
      <header className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
        <h1 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {kind.replaceAll("_", " ")} <span className="font-mono text-sm font-normal breaks">{visibleText(id)}</span>{" "}
          <StateChip state={state} />
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          <ExplorerLinks row={record.record} />
          <CopyButton text={id} label="id" />
          <FailRecord record={record} />
          {wire === null ? null : <CopyButton text={() => jsonText(wire)} label="JSON" />}
        </div>
      </header>
      <Related record={record} />
      <TabStrip
        label="Parts of the record"
        tabs={[
          { id: "timeline", title: "Timeline", view: () => <RecordTimeline id={id} /> },
          ...(record.asked === null
            ? []
            : [
                {
                  id: "providers",
                  title: "Providers",
                  view: () => <ProvidersAsked asked={record.asked ?? []} state={state} />,
                },
              ]),
          ...(MOVES_MONEY.has(kind) ? [{ id: "money", title: "Money", view: () => <MoneyView id={id} /> }] : []),
          ...(record.machine === null
            ? []
            : [{ id: "states", title: "States", view: () => <StateMachine record={record} /> }]),
          { id: "wire", title: "As /v1 shows it", view: () => <Wire wire={wire} /> },
          { id: "row", title: "Row", view: () => <BodyView text={jsonText(record.record)} label="row" /> },
        ]}
      />
    </article>
  );
}

const MOVES_MONEY = new Set(["deposit", "settlement", "payout", "transaction", "claim"]);

/** Where a row of any kind names a transaction or an address: network, then hash or address. */
const PLACES_OF_ROW = [
  ["network", "tx_hash", "tx"],
  ["source_network", "source_tx_hash", "tx"],
  ["destination_network", "destination_tx_hash", "tx"],
  ["network", "address", "address"],
] as const;

/** To the explorer, which leads back (D-54). */
function ExplorerLinks({ row }: { row: AnyRecord["record"] }): ReactNode {
  const links = PLACES_OF_ROW.flatMap(([network, name, page]) => {
    const [on, id] = [row[network], row[name]];
    return typeof on === "string" && typeof id === "string" && id !== ""
      ? [{ on, path: `/explorer/${on}/${page}/${id}` }]
      : [];
  });
  return links.map(({ on, path }) => (
    <a key={path} href={path}>
      explorer: {on}
    </a>
  ));
}

function Wire({ wire }: { wire: AnyRecord["wire"] }): ReactNode {
  if (wire === null)
    return (
      <EmptyView why="The service shows nothing of it: it has no operation for records of this kind or in this state." />
    );
  return <BodyView text={jsonText(wire)} label="record" />;
}

/** What belongs to it, each a link (D-21). */
function Related({ record: { related } }: { record: AnyRecord }): ReactNode {
  if (related.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3 pb-2" aria-label="What belongs to it">
      {related.map(({ kind, id, state, relation }) => (
        <li key={id}>
          <Link
            to="/ui/records/$kind/$id"
            params={{ kind, id }}
            className="flex items-center gap-1.5 rounded-md border border-line px-2 py-0.5 text-ink!"
          >
            {relation} <ShortId id={id} /> <StateChip state={state} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
