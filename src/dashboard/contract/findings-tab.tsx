// The findings of the contract report (C-11): the rule, where, what was seen, what to do, and the requests that showed it.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip, type Tone } from "../components/state-mark.tsx";
import { RowTime } from "../components/time-text.tsx";
import { Card, Command, EmptyView } from "../components/views.tsx";
import { filterWord } from "../lists/filter-words.ts";

type Report = Schemas["ContractReport"];
type Finding = Schemas["ContractFinding"];
type Place = Schemas["ContractPlace"];

const LEVELS: Readonly<Record<Finding["level"], readonly [tone: Tone, mark: string]>> = {
  error: ["bad", "✕"],
  warning: ["warn", "◐"],
  note: ["none", "○"],
};

/** Errors first, as the API orders them; below them what could not be judged, and why. */
export function FindingsTab({ report }: { report: Report }): ReactNode {
  const { requests, findings, findings_dropped: dropped, not_judged } = report;
  return (
    <div className="grid auto-rows-min gap-3 p-3">
      {findings.length === 0 ? <NoFindings requests={requests} /> : null}
      <ul aria-label="Findings" className="grid gap-2">
        {findings.map((finding) => (
          <FindingItem key={`${finding.id} ${finding.tenant_id ?? ""}`} finding={finding} />
        ))}
      </ul>
      {dropped === 0 ? null : (
        <p className="text-warn">{dropped} more found no room among the 500 that are kept: mend these first.</p>
      )}
      {not_judged.length === 0 ? null : (
        <Card title={`Not judged ${not_judged.length}`}>
          <ul>
            {not_judged.map(({ rule, why }) => (
              <li key={rule} className="flex flex-wrap gap-x-3 border-b border-line px-3 py-1 last:border-b-0">
                <span className="w-14 font-mono text-sm text-faint">{rule}</span>
                <span className="min-w-0 flex-1 breaks">
                  <PlainText text={why} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function NoFindings({ requests }: { requests: number }): ReactNode {
  if (requests > 0) {
    return (
      <EmptyView why="Nothing was found in what your app did. What it never met could not be judged: see below." />
    );
  }
  return (
    <EmptyView why="No app has called /v1 since the report began. Point your app or its tests to this sandbox, or let a command do it:">
      <Command>{`SANDBOX_API_BASE_URL=${location.origin}/v1`}</Command>
      <Command>cpsandbox contract run -- npm test</Command>
    </EmptyView>
  );
}

function FindingItem({ finding }: { finding: Finding }): ReactNode {
  const { rule, level, title, count, evidence, what_to_do, decision } = finding;
  const [tone, mark] = LEVELS[level];
  return (
    <li className="rounded-lg border border-line p-3" data-finding={finding.id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={tone}>
          {mark} {level}
        </Chip>
        <span className="font-mono text-sm text-faint">{rule}</span>
        <h2 className="min-w-0 font-semibold breaks">{visibleText(title)}</h2>
        {count === 1 ? null : <span className="text-faint">{count} times</span>}
        <Where finding={finding} />
      </div>
      <p className="mt-1 breaks">
        <PlainText text={evidence} />
      </p>
      <p className="mt-1 breaks">
        <span className="text-faint">What to do: </span>
        {visibleText(what_to_do)}
        {decision === null ? null : <span className="text-faint"> (decision {decision})</span>}
      </p>
      <Shown finding={finding} />
    </li>
  );
}

/** The operation and the place within it. */
function Where({ finding: { operation_id, pointer } }: { finding: Finding }): ReactNode {
  if (operation_id === null && pointer === null) return null;
  return (
    <span className="min-w-0 font-mono text-sm text-faint breaks sm:ml-auto">
      <PlainText text={[operation_id, pointer].filter((one) => one !== null).join(" ")} />
    </span>
  );
}

/** The first and the last request or delivery that showed it, and all calls of the operation where there are more. */
function Shown({ finding: { first, last, count, operation_id } }: { finding: Finding }): ReactNode {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <PlaceLink words={count === 1 ? "shown by" : "first"} place={first} />
      {count === 1 ? null : <PlaceLink words="last" place={last} />}
      {count <= 2 || operation_id === null ? null : (
        <Link
          to="/ui/requests"
          search={{ filter: filterWord("operation", operation_id) }}
          className="inline-flex min-h-6 items-center"
        >
          all calls of {operation_id}
        </Link>
      )}
    </p>
  );
}

function PlaceLink({
  words,
  place: { request_id, delivery_id, at, clock },
}: {
  words: string;
  place: Place;
}): ReactNode {
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-faint">{words}</span>
      {request_id === undefined ? null : (
        <Link
          to="/ui/requests/$id"
          params={{ id: request_id }}
          className="inline-flex min-h-6 items-center font-mono text-sm"
        >
          {visibleText(request_id)}
        </Link>
      )}
      {delivery_id === undefined ? null : (
        <Link to="/ui/deliveries/$id" params={{ id: String(delivery_id) }} className="inline-flex min-h-6 items-center">
          delivery {delivery_id}
        </Link>
      )}
      <RowTime at={clock ?? at} whose={clock === null ? "real time" : "sandbox time"} />
    </span>
  );
}
