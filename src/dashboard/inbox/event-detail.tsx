// One event with everything about it: body, headers, attempts, signature, and the story of its record.
import { Link, useNavigate } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { api, client, type Schemas } from "../api/client.ts";
import { curlOf } from "../api/curl.ts";
import { Button } from "../components/button.tsx";
import { CopyButton, copyText } from "../components/copy-button.tsx";
import { BodyView } from "../components/json-view.tsx";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { StateChip } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { Loaded, Loading } from "../components/views.tsx";
import { FailNext } from "../faults/fail-next.tsx";
import { TabStrip } from "../lists/tab-strip.tsx";
import { RecordTimeline } from "../records/record-timeline.tsx";
import { act } from "../shell/acts.ts";
import { keysAreOn } from "../shell/tastes.ts";
import { AttemptsTab } from "./attempts-tab.tsx";
import { summaryOf, summaryWords } from "./event-summary.ts";
import { HeadersTab } from "./headers-tab.tsx";
import { isoOf } from "./inbox-rows.ts";
import { NoDeliveries } from "./no-deliveries.tsx";
import { SignatureTab } from "./signature-tab.tsx";

type FullEvent = Schemas["FullEvent"];
type Delivery = Schemas["Delivery"];

/** `event`: sequence or id. `delivery`: the one that is shown first. */
export function EventDetail({ event, delivery }: { event: string | undefined; delivery?: number }): ReactNode {
  const found = api.useQuery(
    "get",
    "/events/{id}",
    { params: { path: { id: event ?? "" } } },
    { enabled: event !== undefined },
  );
  if (event === undefined) return delivery === undefined ? <Loading /> : <OfDelivery id={delivery} />;
  return <Loaded query={found}>{({ data }) => <Detail event={data} first={delivery} />}</Loaded>;
}

/** A delivery whose event is not known yet, such as that of a link. */
function OfDelivery({ id }: { id: number }): ReactNode {
  const found = api.useQuery("get", "/deliveries/{id}", { params: { path: { id } } });
  return <Loaded query={found}>{({ data }) => <EventDetail event={data.event_id} delivery={id} />}</Loaded>;
}

function Detail({ event, first }: { event: FullEvent; first: number | undefined }): ReactNode {
  const [chosen, setChosen] = useState(first);
  const outline = event.deliveries.find(({ id }) => id === chosen) ?? event.deliveries[0];
  // The verdicts on its signatures come with the single delivery.
  const full = api.useQuery(
    "get",
    "/deliveries/{id}",
    { params: { path: { id: outline?.id ?? 0 } } },
    { enabled: outline !== undefined },
  );
  const delivery = full.data?.data.id === outline?.id ? full.data?.data : outline;
  const attempts = delivery?.attempts.length ?? 0;
  const none = <NoDeliveries tenant={event.tenant_id} type={event.type} />;
  return (
    <article data-event={event.sequence}>
      <DetailHead event={event} delivery={delivery} />
      <DeliveryChoice deliveries={event.deliveries} chosen={outline?.id} onChoose={setChosen} />
      <TabStrip
        label="Parts of the event"
        tabs={[
          {
            id: "attempts",
            title: `Attempts ${attempts}`,
            view: () => (delivery === undefined ? none : <AttemptsTab delivery={delivery} />),
          },
          { id: "body", title: "Body", view: () => <BodyView text={event.body} /> },
          {
            id: "headers",
            title: "Headers",
            view: () => (delivery === undefined ? none : <HeadersTab attempts={delivery.attempts} />),
          },
          {
            id: "signature",
            title: "Signature",
            view: () => (delivery === undefined ? none : <SignatureTab delivery={delivery} />),
          },
          { id: "timeline", title: "Timeline", view: () => <RecordTimeline id={event.resource_id} /> },
        ]}
      />
    </article>
  );
}

/** Sends a delivery again, and shows its new attempt (D-07, D-14). */
export async function redeliver(id: number): Promise<void> {
  await act(`Delivery ${id} is sent again`, () =>
    client.POST("/deliveries/{id}/redeliver", { params: { path: { id } } }),
  );
}

/** The last attempt of a delivery as a shell line. */
export function deliveryCurl({ url, body, attempts }: Delivery): string {
  const headers = Object.entries(attempts.at(-1)?.headers ?? { "content-type": "application/json" });
  return curlOf({ method: "POST", url, headers, body });
}

function DetailHead({ event, delivery }: { event: FullEvent; delivery: Delivery | undefined }): ReactNode {
  const { sequence, type, time, resource_id, payload } = event;
  const navigate = useNavigate();
  const explain = (): void =>
    void navigate({ to: ".", search: (old: object) => ({ ...old, tab: "signature" }), replace: true });
  useHotkeys("r", () => void (delivery === undefined ? undefined : redeliver(delivery.id)), { enabled: keysAreOn });
  useHotkeys("e", explain, { enabled: keysAreOn });
  useHotkeys("c", () => void (delivery === undefined ? undefined : copyText(deliveryCurl(delivery), "cURL")), {
    enabled: keysAreOn,
  });
  return (
    <header className="flex flex-wrap items-start justify-between gap-2 px-3 py-2">
      <div className="min-w-0">
        <h2 className="text-base font-semibold breaks">
          <PlainText text={type} />{" "}
          <span className="font-normal">{summaryWords(summaryOf(payload)) === "" ? "" : "· "}</span>
          <span className="font-normal">
            <PlainText text={summaryWords(summaryOf(payload))} />
          </span>
        </h2>
        <p className="text-faint">
          <Link to="/ui/events/$id" params={{ id: String(sequence) }}>
            #{sequence}
          </Link>{" "}
          · <TimeText at={isoOf(time)} /> · about{" "}
          <Link to="/ui/records/$kind/$id" params={{ kind: "record", id: resource_id }}>
            <ShortId id={resource_id} />
          </Link>
        </p>
      </div>
      {delivery === undefined ? null : <DeliveryActs delivery={delivery} type={type} onExplain={explain} />}
    </header>
  );
}

function DeliveryActs({
  delivery,
  type,
  onExplain,
}: {
  delivery: Delivery;
  type: string;
  onExplain(): void;
}): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="main" hint="r" onClick={() => void redeliver(delivery.id)}>
        <RotateCcw size={14} aria-hidden="true" /> Redeliver
      </Button>
      <CopyButton text={() => deliveryCurl(delivery)} label="cURL" hint="c" />
      <Button hint="e" onClick={onExplain}>
        Explain
      </Button>
      <FailNext gate="webhook.delivery" effect="timeout" match={{ type, endpoint_id: delivery.endpoint_id }} />
    </div>
  );
}

function DeliveryChoice({
  deliveries,
  chosen,
  onChoose,
}: {
  deliveries: readonly Delivery[];
  chosen: number | undefined;
  onChoose(id: number): void;
}): ReactNode {
  if (deliveries.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5 px-3 pb-2" aria-label="Deliveries">
      {deliveries.map(({ id, url, state, reason }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
            className={`flex w-full items-center gap-2 rounded-md px-2 py-0.5 text-left hover:bg-hover ${id === chosen && deliveries.length > 1 ? "bg-chosen" : ""}`}
          >
            <StateChip state={state} />
            <span className="min-w-0 truncate font-mono text-sm">
              <PlainText text={url} />
            </span>
            {reason === null ? null : (
              <span className="min-w-0 truncate text-bad">
                <PlainText text={reason} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
