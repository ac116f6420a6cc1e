// The report as a result document, from which every output is written.
import { serviceDocument } from "../../spec/document.ts";
import type { CaseResult, ResultCase, ResultDocument, ResultSection } from "../outputs/document.ts";
import type { Level } from "../rules/rule.ts";
import { RULES } from "../rules/table.ts";
import type { ContractReport, ReportFinding, ReportOperation } from "./report.ts";

const RESULT_OF: Readonly<Record<Level, CaseResult>> = { error: "fail", warning: "warning", note: "note" };

/** The report without the findings of rules that the caller ignores (`--ignore CF-09`). */
export function withoutRules(report: ContractReport, ignored: readonly string[]): ContractReport {
  const stays = ({ rule }: { rule: string }): boolean => !ignored.includes(rule);
  return { ...report, findings: report.findings.filter(stays), not_judged: report.not_judged.filter(stays) };
}

/** `bodies`: the request of a finding's first place by its id, where bodies were asked for. */
export function reportDocument(
  report: ContractReport,
  bodies: ReadonlyMap<string, string> = new Map(),
): ResultDocument {
  return {
    title: "Contract report",
    summary: summaryOf(report),
    facts: [
      { name: "since", value: report.since },
      { name: "requests", value: String(report.requests) },
      { name: "readings", value: pairs(report.readings) },
      { name: "strict", value: report.strict === null ? "off" : JSON.stringify(report.strict) },
    ],
    sections: [findingsSection(report, bodies), operationsSection(report), eventsSection(report)],
    data: { report },
  };
}

/** One sentence: how many findings of each level, and how much of the API was called. */
export function summaryOf({ findings, operations, never_called: never, requests }: ContractReport): string {
  const count = (level: Level): number => findings.filter((one) => one.level === level).length;
  const words = (["error", "warning", "note"] as const).map((level) => many(count(level), level)).join(", ");
  return `${many(requests, "request")} called ${operations.length} of ${operations.length + never.length} operations: ${words}`;
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function pairs(values: Readonly<Record<string, string>>): string {
  const texts = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return texts.length === 0 ? "default" : texts.join(", ");
}

function findingsSection(report: ContractReport, bodies: ReadonlyMap<string, string>): ResultSection {
  const found = report.findings.map((finding) => findingCase(finding, bodies));
  const notJudged = report.not_judged.map(
    ({ rule, why }): ResultCase => ({ name: rule, title: nameOf(rule), result: "not_judged", why }),
  );
  return {
    title: "Findings",
    about: "What the app did against the contract. A rule that is missing here found nothing in what was seen.",
    cases: [...found, ...notJudged],
  };
}

function findingCase(finding: ReportFinding, bodies: ReadonlyMap<string, string>): ResultCase {
  const { id, title, level, evidence, what_to_do, decision, count, first, last } = finding;
  const body = first.request_id === undefined ? undefined : bodies.get(first.request_id);
  return {
    ...{ name: id, title, result: RESULT_OF[level], why: evidence, what_to_do },
    ...(decision === null ? {} : { decision }),
    evidence: [
      { label: "seen", text: count === 1 ? "once" : `${count} times` },
      { label: "first", text: placeText(first) },
      ...(count === 1 ? [] : [{ label: "last", text: placeText(last) }]),
      ...(body === undefined ? [] : [{ label: "request", text: body, kind: "body" as const }]),
    ],
  };
}

/** A request or delivery, and its wall time. */
export function placeText({ request_id: request, delivery_id: delivery, at }: ReportFinding["first"]): string {
  return `${request ?? (delivery === undefined ? "" : `delivery ${delivery}`)} at ${at}`.trim();
}

function nameOf(id: string): string {
  return RULES.find((rule) => rule.id === id)?.name ?? id;
}

function operationsSection({ operations, never_called: never }: ContractReport): ResultSection {
  const called = operations.map(
    (one): ResultCase => ({
      ...{ name: one.operation_id, title: `${one.method} ${one.path}`, result: "note", word: many(one.calls, "call") },
      why: operationText(one),
    }),
  );
  const others = never.map(
    (name): ResultCase => ({ name, result: "not_judged", word: "never called", why: "the app never called it" }),
  );
  return {
    title: "Operations",
    about: "What was called, and what the app has never met.",
    cases: [...called, ...others],
  };
}

/** Members named in one line. */
const MAX_TOUCHED = 40;

/** What the app read of answers or webhooks, as the end of a sentence; nothing where it was not recorded. */
export function touchedText(touched: readonly string[] | null): string {
  if (touched === null) return "";
  const shown = touched.slice(0, MAX_TOUCHED).map((pointer) => pointer.slice(1));
  const others = touched.length - shown.length;
  return `; read ${shown.join(", ")}${others === 0 ? "" : ` and ${others} more`}`;
}

function operationText({ statuses, never, touched }: ReportOperation): string {
  const met = statuses.map(
    ({ status, calls, injected }) =>
      `${status ?? "cut"} × ${calls}${injected === 0 ? "" : ` (${injected} by a fault)`}`,
  );
  const missing = [...never.statuses.map(String), ...never.members].join(", ");
  return `met ${met.join(", ")}${missing === "" ? "" : `; never ${missing}`}${touchedText(touched)}`;
}

function eventsSection({ events, never_delivered: never }: ContractReport): ResultSection {
  const seen = events.map(({ type, announced, delivered, refused, faulted, touched }): ResultCase => {
    const added = serviceDocument.webhooks?.[type] === undefined ? "; the reading open_values=new adds this type" : "";
    const counts = `announced ${announced}, delivered ${delivered}, refused ${refused}, with a fault ${faulted}`;
    const why = `${counts}${added}${touchedText(touched)}`;
    return { name: type, result: "note", word: many(delivered, "delivery").replace("deliverys", "deliveries"), why };
  });
  const others = never
    .filter((type) => !events.some((one) => one.type === type))
    .map((name): ResultCase => ({ name, result: "not_judged", word: "never delivered", why: "no receiver got one" }));
  return {
    title: "Webhooks",
    about: "Events by type: what was announced, and what receivers answered.",
    cases: [...seen, ...others],
  };
}
