// One request of the log: why it was answered so, both bodies, and what it met (D-32…D-35).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { api, type Schemas } from "../api/client.ts";
import { CopyButton, copyText } from "../components/copy-button.tsx";
import { BodyView, FactList } from "../components/json-view.tsx";
import { PlainText, ShortId, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { EmptyView, Loaded } from "../components/views.tsx";
import { FailNext } from "../faults/fail-next.tsx";
import { TabStrip } from "../lists/tab-strip.tsx";
import { keysAreOn } from "../shell/tastes.ts";
import { StatusMark } from "./request-columns.tsx";
import { requestCurl, scenarioStep, targetOf } from "./request-copies.ts";
import { tryItLink } from "./try-it.ts";

type FullRequest = Schemas["FullRequest"];

/** `hit` is highlighted in the bodies. */
export function RequestDetail({ id, hit }: { id: string; hit: string }): ReactNode {
  const request = api.useQuery("get", "/requests/{request_id}", { params: { path: { request_id: id } } });
  return <Loaded query={request}>{({ data }) => <Detail request={data} hit={hit} />}</Loaded>;
}

function Detail({ request, hit }: { request: FullRequest; hit: string }): ReactNode {
  const { record_ids, fault_ids } = request;
  return (
    <article data-request={request.request_id}>
      <DetailHead request={request} />
      <Why request={request} />
      <TabStrip
        label="Parts of the request"
        tabs={[
          {
            id: "request",
            title: "Request",
            view: () => <Part part={request.request} label="request body" hit={hit} />,
          },
          {
            id: "response",
            title: "Response",
            view: () => <Part part={request.response} label="response body" hit={hit} />,
          },
          { id: "headers", title: "Headers", view: () => <Headers request={request} /> },
          {
            id: "met",
            title: `Records ${record_ids.length} · Faults ${fault_ids.length}`,
            view: () => <Met request={request} />,
          },
        ]}
      />
    </article>
  );
}

function DetailHead({ request }: { request: FullRequest }): ReactNode {
  const curl = (): string => requestCurl(request, location.origin);
  const docs = tryItLink(request);
  useHotkeys("c", () => void copyText(curl(), "cURL"), { enabled: keysAreOn });
  return (
    <header className="flex flex-wrap items-start justify-between gap-2 px-3 py-2">
      <div className="min-w-0">
        <h2 className="font-mono text-base font-semibold breaks">
          <span className="text-faint">{request.method}</span> <PlainText text={targetOf(request)} />{" "}
          <StatusMark {...request} />
        </h2>
        <p className="flex flex-wrap gap-x-2 text-faint">
          <Link to="/ui/requests/$id" params={{ id: request.request_id }}>
            {request.request_id}
          </Link>
          · {request.clock === null ? "no sandbox time" : <TimeText at={request.clock} wall={request.at} />} ·{" "}
          {Math.round(request.duration_ms * 10) / 10} ms
          {request.operation_id === null ? null : <span>· {visibleText(request.operation_id)}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={curl} label="cURL" hint="c" />
        {request.surface === "v1" ? <CopyButton text={() => scenarioStep(request)} label="scenario step" /> : null}
        {request.surface === "v1" && request.operation_id !== null ? (
          <FailNext gate="api.request" effect="status" match={{ operation_id: request.operation_id }} />
        ) : null}
        {docs === undefined ? null : (
          <a
            className="rounded-md border border-strong px-2 py-0.5"
            href={docs}
            title="Open the operation in the API reference with these values"
          >
            Try it
          </a>
        )}
      </div>
    </header>
  );
}

/** Refusal, hints and what the connection met. */
function Why({
  request: { refusal, hints, cut, injected, replayed, provenance, client },
}: {
  request: FullRequest;
}): ReactNode {
  const facts: (readonly [string, ReactNode])[] = [
    ...(refusal === null ? [] : [["Why", <PlainText key="why" text={refusal.detail} />] as const]),
    ...hints.map(({ rule, text }) => [`⚑ ${rule}`, <PlainText key={rule + text} text={text} />] as const),
    ...(cut === null
      ? []
      : [
          [
            "Connection",
            cut === "by-client" ? "closed by the client, which did not wait" : `closed by a fault (${cut})`,
          ] as const,
        ]),
    ...(injected ? [["Fault", "a fault made or changed this answer"] as const] : []),
    ...(replayed ? [["Idempotency-Key", "answered again, as the first time"] as const] : []),
    ...(provenance === null ? [] : [["Provenance", <Chip key="p">{visibleText(provenance)}</Chip>] as const]),
    ...(client === null ? [] : [["Sent by", visibleText(client)] as const]),
  ];
  return facts.length === 0 ? null : <FactList facts={facts} />;
}

function Part({ part, label, hit }: { part: Schemas["RequestPart"]; label: string; hit: string }): ReactNode {
  const { body, truncated, bytes } = part;
  return (
    <>
      {truncated ? (
        <p className="px-3 pt-2 text-warn">The log keeps 16 KiB of a body; this one had {bytes} bytes.</p>
      ) : null}
      <BodyView text={body} label={label} hit={hit} />
    </>
  );
}

function Headers({ request }: { request: FullRequest }): ReactNode {
  const factsOf = (part: Schemas["RequestPart"]) =>
    part.headers.map(({ name, value }) => [visibleText(name), <PlainText key={name} text={value} />] as const);
  return (
    <>
      <h3 className="px-3 pt-2 text-faint">Request</h3>
      <FactList facts={factsOf(request.request)} />
      <h3 className="px-3 pt-2 text-faint">Response</h3>
      <FactList facts={factsOf(request.response)} />
    </>
  );
}

/** Records and faults that it names or met, each a link (D-34). */
function Met({ request: { record_ids, fault_ids } }: { request: FullRequest }): ReactNode {
  if (record_ids.length + fault_ids.length === 0) return <EmptyView why="It names no record and met no fault." />;
  return (
    <ul className="flex flex-col gap-1 p-3">
      {record_ids.map((id) => (
        <li key={id}>
          record{" "}
          <Link to="/ui/records/$kind/$id" params={{ kind: "record", id }}>
            <ShortId id={id} />
          </Link>
        </li>
      ))}
      {fault_ids.map((id) => (
        <li key={id}>
          <Link to="/ui/faults">
            ⚡ fault <ShortId id={id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
