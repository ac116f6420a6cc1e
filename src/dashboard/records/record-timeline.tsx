// What happened to a record and what is planned, on one virtual time axis (D-21…D-25): each mark is a link, plans are dashed.
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { Sentence } from "../components/plain-text.tsx";
import { Chip, StateChip, toneOf } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { EmptyView, Loaded } from "../components/views.tsx";
import { BlockerButton, sentenceOf } from "../shell/blocker-bar.tsx";

type Item = Schemas["TimelineItem"];
type Timeline = Schemas["Timeline"];

/** One call of the API; it is live. */
export function RecordTimeline({ id }: { id: string }): ReactNode {
  const timeline = api.useQuery("get", "/records/{id}/timeline", { params: { path: { id } } });
  return <Loaded query={timeline}>{({ data }) => <TimelineView timeline={data} />}</Loaded>;
}

function TimelineView({ timeline: { items, held_back, truncated } }: { timeline: Timeline }): ReactNode {
  const plans = items.filter(({ lane }) => lane === "plan");
  const instants = Map.groupBy(items, ({ at, lane }) => `${lane === "plan" ? "plan " : ""}${at}`);
  return (
    <div className="p-3">
      <Waiting reasons={held_back} />
      {truncated ? (
        <p className="mb-2 text-warn">Only the newest 1,000 items are shown: older ones are left out.</p>
      ) : null}
      {items.length === 0 ? <EmptyView why="Nothing has happened to it." /> : null}
      <ol className="flex flex-col" aria-label="Timeline">
        {[...instants].map(([instant, marks]) => (
          <Instant key={instant} marks={marks} />
        ))}
      </ol>
      {plans.length === 0 ? (
        <p className="mt-2 border-t border-dashed border-strong pt-2 text-faint">
          Nothing more is planned for this record.
        </p>
      ) : null}
    </div>
  );
}

/** Why it waits, with the call that helps (D-22). */
function Waiting({ reasons }: { reasons: Timeline["held_back"] }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-col gap-1 rounded-md bg-warn-ground p-2" aria-label="Why it waits">
      {reasons.map((reason) => (
        <li key={`${reason.reason} ${reason.message}`} className="flex flex-wrap items-center gap-2 text-warn">
          <span className="min-w-0 flex-1 breaks">
            <Sentence text={sentenceOf(reason)} />
          </span>
          <BlockerButton blocker={reason} />
        </li>
      ))}
    </ul>
  );
}

/** What happened at one instant of virtual time: it took no time, so no length is drawn. */
function Instant({ marks }: { marks: readonly Item[] }): ReactNode {
  const [first] = marks;
  if (first === undefined) return null;
  const isPlan = first.lane === "plan";
  return (
    <li
      className={clsx(
        "grid gap-x-3 border-l-2 py-1 pl-3 md:grid-cols-[11.5rem_1fr]",
        isPlan ? "border-dashed border-strong" : "border-line",
      )}
    >
      <div className="text-faint">
        <TimeText at={first.at} />
      </div>
      <ul className="min-w-0">
        {marks.map((mark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of an instant stand in the order of causes
          <li key={at} className="flex min-h-6 min-w-0 items-baseline gap-2" data-lane={mark.lane}>
            <span className={clsx("w-16 shrink-0 text-xs", LANE_COLOURS[mark.lane])}>{mark.lane}</span>
            <Mark mark={mark} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const LANE_COLOURS: Readonly<Record<Item["lane"], string>> = {
  request: "text-accent",
  state: "font-medium",
  chain: "text-faint",
  event: "text-accent",
  webhook: "text-accent",
  fault: "text-warn",
  plan: "text-faint",
};

/** The words of a mark as a link to what it is about. */
function Mark({ mark }: { mark: Item }): ReactNode {
  const place = placeOf(mark);
  const words = <Sentence text={mark.title} />;
  return (
    <span className={clsx("min-w-0 breaks", mark.lane === "plan" && "text-faint italic")}>
      {place === undefined ? (
        words
      ) : place.startsWith("/explorer") ? (
        <a href={place}>{words}</a>
      ) : (
        <Link to={place}>{words}</Link>
      )}{" "}
      {mark.lane === "chain" && mark.state === "orphaned" ? <Chip tone="bad">taken away by a reorg</Chip> : null}
      {mark.lane === "state" && mark.state !== undefined && toneOf(mark.state) !== "none" ? (
        <StateChip state={mark.state} />
      ) : null}
      {mark.detail === null ? null : (
        <span className="text-faint">
          {" "}
          <Sentence text={mark.detail} />
        </span>
      )}
    </span>
  );
}

/** Links are made from ids alone, never from texts (D-83). */
function placeOf({ ref, network, tx_id, delivery_id, lane, state }: Item): string | undefined {
  const { kind, id } = ref;
  if (lane === "webhook" || kind === "delivery") return `/ui/deliveries/${delivery_id ?? id}`;
  if (kind === "event") return `/ui/events/${id}`;
  if (kind === "request") return `/ui/requests/${id}`;
  // The page of a removed block says where its transactions are now.
  if (kind === "block" && network !== undefined)
    return tx_id === undefined || state === "orphaned"
      ? `/explorer/${network}/block/${id}`
      : `/explorer/${network}/tx/${tx_id}`;
  if (kind === "attempt" && network !== undefined && tx_id !== undefined) return `/explorer/${network}/tx/${tx_id}`;
  if (kind === "job" || kind === "fault" || kind === "block" || kind === "attempt") return undefined;
  return `/ui/records/${kind}/${id}`;
}
