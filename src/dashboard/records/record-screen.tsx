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
import { RecordTimeline } from "./record-timeline.tsx";

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
          {kind.replace("_", " ")} <span className="font-mono text-sm font-normal breaks">{visibleText(id)}</span>{" "}
          <StateChip state={state} />
        </h1>
        <div className="flex gap-2">
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
          { id: "wire", title: "As /v1 shows it", view: () => <Wire wire={wire} /> },
          { id: "row", title: "Row", view: () => <BodyView text={jsonText(record.record)} label="row" /> },
        ]}
      />
    </article>
  );
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
