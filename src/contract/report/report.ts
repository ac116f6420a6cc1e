// The report: what the app used of the contract, what it did wrong, and what it has never met (C-01, C-10).
import { isoTime } from "../../kernel/clock.ts";
import { serviceDocument } from "../../spec/document.ts";
import { type Operation, operationsOf } from "../../spec/operations.ts";
import { type Mark, marksOf, type Provenance } from "../provenance/marks.ts";
import { sendableMembers } from "../provenance/sent-members.ts";
import type { Counts, EventCount, OperationCount } from "../recorder/counts.ts";
import { type Finding, severity } from "../recorder/findings.ts";
import type { Recorder } from "../recorder/recorder.ts";
import type { TouchedMembers } from "../recorder/touched.ts";
import type { Level, Place } from "../rules/rule.ts";

/** A place as a report shows it; `clock` is virtual time. */
export type ReportPlace = { request_id?: string; delivery_id?: number; at: string; clock: string | null };

export type ReportFinding = {
  id: string;
  rule: string;
  level: Level;
  title: string;
  operation_id: string | null;
  pointer: string | null;
  tenant_id: string | null;
  count: number;
  first: ReportPlace;
  last: ReportPlace;
  evidence: string;
  what_to_do: string;
  decision: string | null;
};

export type ReportOperation = {
  operation_id: string;
  method: string;
  path: string;
  provenance: Provenance;
  calls: number;
  /** `status` is null for connections that were closed; `provenance` where the document marks it. */
  statuses: { status: number | null; provenance: Provenance | null; calls: number; injected: number }[];
  /** `provenance` is null for a name that the operation does not have. */
  members: { in: "query" | "header" | "body"; name: string; sent: number; provenance: Provenance | null }[];
  /** Members of answers that the app read, where it was recorded. */
  touched: string[] | null;
  never: { statuses: number[]; members: string[] };
};

export type ReportEvent = { type: string } & EventCount & { touched: string[] | null };

type ByProvenance = { inferred: string[]; invented: string[] };

export type ContractReport = {
  since: string;
  requests: number;
  readings: Record<string, string>;
  strict: object | null;
  operations: ReportOperation[];
  /** `touched`: members of webhooks that the app read, where it was recorded. */
  events: ReportEvent[];
  never_called: string[];
  never_delivered: string[];
  reliance: { operations: ByProvenance; parameters: ByProvenance };
  findings: ReportFinding[];
  findings_dropped: number;
  /** Of all tenants, whatever was begun anew. */
  since_start: { requests: number; webhooks: number; met: Record<string, number> };
  not_judged: { rule: string; why: string }[];
};

/** `at`: wall ms. `readings`: what is not the default; `strict`: the setting that holds. */
export type ReportFacts = {
  readonly at: number;
  readonly tenantId?: string | undefined;
  readonly readings: Record<string, string>;
  readonly strict: object | null;
  /** How often each value of a reading was met since the start, by `name=value`. */
  readonly met?: Record<string, number>;
};

export function reportOf(
  recorder: Recorder,
  { at, tenantId, readings, strict, met = {} }: ReportFacts,
): ContractReport {
  const counts = recorder.counts(tenantId);
  const touched = recorder.touched.members(tenantId);
  const all = operationsOf(serviceDocument);
  const called = [...all.values()].flatMap((operation) => {
    const count = counts.operations.get(operation.id);
    return count === undefined ? [] : [reportOperation(operation, count, touched)];
  });
  return {
    since: isoTime(recorder.since),
    since_start: { ...recorder.totals, met },
    requests: counts.requests,
    readings,
    strict,
    operations: called,
    events: eventsOf(counts, touched),
    never_called: [...all.keys()].filter((id) => !counts.operations.has(id)),
    never_delivered: eventTypes().filter((type) => (counts.events.get(type)?.delivered ?? 0) === 0),
    reliance: relianceOf(called),
    findings: recorder
      .findings(at, tenantId)
      .toSorted((a, b) => severity(a.level) - severity(b.level) || (a.id < b.id ? -1 : 1))
      .map(reportFinding),
    findings_dropped: recorder.findingsDropped,
    not_judged: recorder.notJudged(tenantId),
  };
}

/** Types that were announced or delivered, and those of webhooks that the app only read. */
function eventsOf({ events }: Counts, touched: TouchedMembers): ReportEvent[] {
  const types = [...new Set([...events.keys(), ...touched.events.keys()])];
  const none: EventCount = { announced: 0, delivered: 0, refused: 0, faulted: 0 };
  return types.map((type) => ({
    type,
    ...(events.get(type) ?? none),
    touched: sortedOrNull(touched.events.get(type)),
  }));
}

function eventTypes(): string[] {
  return Object.keys(serviceDocument.webhooks ?? {});
}

function sortedOrNull(pointers: ReadonlySet<string> | undefined): string[] | null {
  return pointers === undefined ? null : [...pointers].toSorted();
}

function reportOperation(operation: Operation, count: OperationCount, touched: TouchedMembers): ReportOperation {
  const marks = marksOf(operation);
  const sendable = sendableMembers(operation);
  const markOf = (place: string, name: string): Mark | null =>
    sendable.find((one) => one.in === place && (one.name === name || one.name === `${name}[]`))?.mark ?? null;
  const met = statusesOf(count);
  return {
    operation_id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    provenance: marks.own.provenance,
    calls: count.calls,
    statuses: met.map(([status, { calls, injected }]) => ({
      ...{ status: status === 0 ? null : status, provenance: marks.statuses.get(status) ?? null, calls, injected },
    })),
    members: [...count.members.values()].map(({ in: place, name, sent }) => ({
      ...{ in: place, name, sent, provenance: markOf(place, name)?.provenance ?? null },
    })),
    touched: sortedOrNull(touched.operations.get(operation.id)),
    never: {
      statuses: operation.statuses.filter((status) => !count.statuses.has(status)),
      members: sendable.filter(({ in: place, name }) => !count.members.has(`${place} ${name}`)).map(({ name }) => name),
    },
  };
}

function statusesOf({ statuses }: OperationCount): [number, { calls: number; injected: number }][] {
  return [...statuses].toSorted(([a], [b]) => a - b);
}

/** What was used and is not documented: operations, and parameters and members as `operation.name`. */
function relianceOf(called: readonly ReportOperation[]): ContractReport["reliance"] {
  const members = called.flatMap(({ operation_id, members: sent }) =>
    sent.map(({ name, provenance }) => ({ name: `${operation_id}.${name}`, provenance })),
  );
  const operations = called.map(({ operation_id, provenance }) => ({ name: operation_id, provenance }));
  return { operations: byProvenance(operations), parameters: byProvenance(members) };
}

function byProvenance(parts: readonly { name: string; provenance: Provenance | null }[]): ByProvenance {
  const of = (wanted: Provenance): string[] =>
    parts.filter(({ provenance }) => provenance === wanted).map(({ name }) => name);
  return { inferred: of("inferred"), invented: of("invented") };
}

function reportFinding(finding: Finding): ReportFinding {
  const { id, rule, level, title, operationId, pointer, tenantId, count, evidence, whatToDo, decision } = finding;
  return {
    ...{ id, rule, level, title, operation_id: operationId, pointer: pointer === "" ? null : pointer },
    ...{ tenant_id: tenantId, count, first: reportPlace(finding.first), last: reportPlace(finding.last) },
    ...{ evidence, what_to_do: whatToDo, decision },
  };
}

function reportPlace({ requestId, deliveryId, at, clock }: Place): ReportPlace {
  return {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(deliveryId === undefined ? {} : { delivery_id: deliveryId }),
    at: isoTime(at),
    clock: clock === null ? null : isoTime(clock),
  };
}
