// What the app used of the contract and what it has never met: operations, answers, members, webhooks, and what faults made (C-10).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText } from "../components/plain-text.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card, EmptyView } from "../components/views.tsx";
import { filterWord } from "../lists/filter-words.ts";

type Report = Schemas["ContractReport"];
type Operation = Schemas["ContractOperation"];
type Webhook = Report["events"][number];

export function CoverageTab({ report }: { report: Report }): ReactNode {
  const { operations, events, never_called, never_delivered, reliance } = report;
  return (
    <div className="grid auto-rows-min gap-3 p-3">
      <FaultsMet report={report} />
      <Card title={`Operations called ${operations.length}`}>
        {operations.length === 0 ? <EmptyView why="Your app has called no operation." /> : null}
        {operations.length === 0 ? null : (
          <SmallTable
            label="Operations called"
            columns={OPERATIONS}
            rows={operations}
            keyOf={({ operation_id }) => operation_id}
          />
        )}
      </Card>
      <Names title="Never called" names={never_called} href={(id) => `/docs#operation=${encodeURIComponent(id)}`} />
      <Card title={`Webhooks ${events.length}`}>
        {events.length === 0 ? <EmptyView why="No event was announced." /> : null}
        {events.length === 0 ? null : (
          <SmallTable label="Webhooks" columns={WEBHOOKS} rows={events} keyOf={({ type }) => type} />
        )}
      </Card>
      <Names title="Never delivered" names={never_delivered} />
      <Names title="Inferred: used" names={[...reliance.operations.inferred, ...reliance.parameters.inferred]} />
      <Names title="Invented: used" names={[...reliance.operations.invented, ...reliance.parameters.invented]} />
    </div>
  );
}

/** An answer that a fault made proves nothing about the app's reading of the service: it is counted apart (C-01). */
function FaultsMet({ report: { operations, events } }: { report: Report }): ReactNode {
  const injected = operations.flatMap(({ statuses }) => statuses).reduce((sum, one) => sum + one.injected, 0);
  const faulted = events.reduce((sum, one) => sum + one.faulted, 0);
  return (
    <p data-faults-met={injected + faulted}>
      Faults met: {injected} {injected === 1 ? "answer" : "answers"} and {faulted}{" "}
      {faulted === 1 ? "attempt" : "attempts"} of webhooks.{" "}
      {injected + faulted > 0 ? null : "What your app does when something fails is not known. "}
      <Link to="/ui/faults" className="underline">
        Arm a fault
      </Link>
    </p>
  );
}

const OPERATIONS: readonly SmallColumn<Operation>[] = [
  {
    title: "Operation",
    cell: ({ operation_id, method, path }) => (
      <>
        <Link to="/ui/requests" search={{ filter: filterWord("operation", operation_id) }}>
          {operation_id}
        </Link>
        <span className="block font-mono text-xs text-faint">
          {method} {path}
        </span>
      </>
    ),
  },
  { title: "Calls", isNumber: true, cell: ({ calls }) => calls },
  { title: "Answers met", cell: ({ statuses }) => <Statuses statuses={statuses} /> },
  { title: "Answers never met", cell: ({ never }) => <Words words={never.statuses.map(String)} /> },
  {
    title: "Members sent",
    cell: ({ members }) => <Words words={members.map(({ name, sent }) => (sent === 1 ? name : `${name} ×${sent}`))} />,
  },
  { title: "Members never sent", cell: ({ never }) => <Words words={never.members} /> },
];

/** `201 ×7`, with what of them a fault made. */
function Statuses({ statuses }: { statuses: Operation["statuses"] }): ReactNode {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {statuses.map(({ status, calls, injected }) => (
        <Chip key={status} tone={status === null || status >= 400 ? "warn" : "good"}>
          {status ?? "cut"} ×{calls}
          {injected === 0 ? "" : ` (⚡ ${injected} by a fault)`}
        </Chip>
      ))}
    </span>
  );
}

function Words({ words }: { words: readonly string[] }): ReactNode {
  if (words.length === 0) return <span className="text-faint">–</span>;
  return (
    <span className="inline-block min-w-40 whitespace-normal breaks">
      <PlainText text={words.join(", ")} />
    </span>
  );
}

const WEBHOOKS: readonly SmallColumn<Webhook>[] = [
  {
    title: "Type",
    cell: ({ type }) => (
      <Link to="/ui/inbox" search={{ filter: filterWord("type", type) }}>
        {type}
      </Link>
    ),
  },
  { title: "Events", isNumber: true, cell: ({ announced }) => announced },
  { title: "Taken (2xx)", isNumber: true, cell: ({ delivered }) => delivered },
  { title: "Not taken", isNumber: true, cell: ({ refused }) => refused },
  { title: "Met a fault", isNumber: true, cell: ({ faulted }) => faulted },
];

/** Names in a row; nothing where there are none. */
function Names({
  title,
  names,
  href,
}: {
  title: string;
  names: readonly string[];
  href?: (name: string) => string;
}): ReactNode {
  if (names.length === 0) return null;
  return (
    <Card title={`${title} ${names.length}`}>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 p-3" aria-label={title}>
        {names.map((name) => (
          <li key={name} className="font-mono text-sm breaks">
            {href === undefined ? (
              <PlainText text={name} />
            ) : (
              <a href={href(name)} className="inline-flex min-h-6 items-center">
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
