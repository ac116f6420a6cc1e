// The overview (D-63): counts, what is broken, what is held back, what is due, the last events and requests, first steps.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { firstCommands } from "../components/first-commands.ts";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { DeliveryMarks } from "../components/state-mark.tsx";
import { RowTime, relativeWords } from "../components/time-text.tsx";
import { Card, Command, EmptyView, ErrorView, Loading } from "../components/views.tsx";
import { summaryOf, summaryWords } from "../inbox/event-summary.ts";
import { isoOf } from "../inbox/inbox-rows.ts";
import { StatusMark } from "../requests/request-columns.tsx";
import { useNow, useStatus } from "../shell/status.ts";
import { useTenant } from "../shell/tenant-switch.tsx";
import { Counts, FaultCard, NetworkCard, TenantCard } from "./overview-cards.tsx";
import { PayCard } from "./pay-card.tsx";
import { Troubles } from "./troubles.tsx";

type Status = Schemas["Status"];

/** Everything at a glance. */
export function OverviewScreen(): ReactNode {
  const status = useStatus();
  const query = api.useQuery("get", "/status");
  if (status === undefined) return query.error === null ? <Loading /> : <ErrorView error={query.error} />;
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3 lg:grid-cols-2">
      <h1 className="sr-only">Overview</h1>
      <Counts status={status} />
      <div className="lg:col-span-2">
        <Troubles status={status} />
      </div>
      <LastEvents />
      <LastRequests />
      <DueNext due={status.clock.next_due} planned={status.pending.planned} />
      <PayCard networks={status.networks} />
      <NetworkCard networks={status.networks} />
      <FaultCard faults={status.faults} />
      <TenantCard tenants={status.tenants} />
      <p className="px-1 text-xs text-faint lg:col-span-2">
        Warning: never send real funds to an address of this sandbox. Its networks have the chain ids of the real ones,
        so what you sign with a key that owns real funds is valid there.
      </p>
    </div>
  );
}

const ROW = "flex items-center gap-2 px-3 py-1 border-b border-line last:border-b-0 min-w-0";

function DueNext({
  due,
  planned,
}: {
  due: Status["clock"]["next_due"];
  planned: Status["pending"]["planned"];
}): ReactNode {
  const { now } = useNow();
  const all = Object.values(planned).reduce((sum, count) => sum + count, 0);
  return (
    <Card title={`Due next ${all}`}>
      {due.length === 0 ? <p className="p-3 text-faint">Nothing is planned.</p> : null}
      <ul className="max-h-72 overflow-auto">
        {due.map(({ at, what, ref }) => (
          <li key={`${at} ${what} ${ref}`} className={ROW}>
            <RowTime at={at} />
            <span className="w-20 text-xs text-faint">
              {now === undefined ? "" : relativeWords(Date.parse(at) - now)}
            </span>
            <span>{what}</span>
            <span className="min-w-0 truncate font-mono text-xs text-faint">{visibleText(ref)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const LAST = 10;

function LastEvents(): ReactNode {
  const tenant = useTenant();
  const query = {
    order: "newest",
    limit: LAST,
    deliveries: "true",
    ...(tenant === undefined ? {} : { tenant_id: tenant }),
  } as const;
  const events = api.useQuery("get", "/events", { params: { query } });
  const items = events.data?.data.items ?? [];
  return (
    <Card title="Last events" aside={<Link to="/ui/inbox">Inbox</Link>}>
      {events.isSuccess && items.length === 0 ? <FirstSteps /> : null}
      {items.map(({ sequence, type, time, payload, about, deliveries = [] }) => (
        <div key={sequence} className={ROW}>
          <RowTime at={isoOf(time)} />
          <DeliveryMarks states={deliveries.map(({ state }) => state)} />
          <Link to="/ui/events/$id" params={{ id: String(sequence) }} className="whitespace-nowrap">
            {type}
          </Link>
          <span className="min-w-0 truncate text-faint">
            <PlainText text={summaryWords(summaryOf(payload, about))} />
          </span>
        </div>
      ))}
    </Card>
  );
}

/** For an empty world: three commands that show what it does. */
function FirstSteps(): ReactNode {
  return (
    <EmptyView why="Nothing has happened yet. Three commands to begin with, in a terminal:">
      {firstCommands().map((command) => (
        <Command key={command}>{command}</Command>
      ))}
    </EmptyView>
  );
}

function LastRequests(): ReactNode {
  const tenant = useTenant();
  const query = { surface: "v1", limit: LAST, ...(tenant === undefined ? {} : { tenant_id: tenant }) } as const;
  const requests = api.useQuery("get", "/requests", { params: { query } });
  const items = requests.data?.data.items ?? [];
  return (
    <Card title="Last requests" aside={<Link to="/ui/requests">Requests</Link>}>
      {requests.isSuccess && items.length === 0 ? (
        <p className="p-3 text-faint">No app has called /v1 since the sandbox started.</p>
      ) : null}
      {items.map((row) => (
        <div key={row.request_id} className={ROW}>
          <RowTime at={row.clock ?? row.at} />
          <StatusMark {...row} />
          <Link to="/ui/requests/$id" params={{ id: row.request_id }} className="min-w-0 truncate font-mono text-sm">
            {row.method} {visibleText(row.path)}
          </Link>
          <span className="min-w-0 truncate text-faint">
            <PlainText text={row.refusal?.detail ?? ""} />
          </span>
        </div>
      ))}
    </Card>
  );
}
