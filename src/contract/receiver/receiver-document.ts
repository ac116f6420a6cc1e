// The report of a battery as a result document, for JUnit, HTML, Markdown and JSON (C-51, C-70).
import { countsText, type Evidence, type ResultCase, type ResultDocument } from "../outputs/document.ts";
import { type SealedDocument, seal } from "../outputs/seal.ts";
import type { CaseLevel } from "./case-table.ts";
import type { ReceiverReport, ReceiverResult } from "./result.ts";

const SECTIONS: readonly { level: CaseLevel; title: string; about: string }[] = [
  { level: "must", title: "Must", about: "A receiver that fails one takes forged webhooks, or loses money." },
  { level: "should", title: "Should", about: "A receiver that fails one breaks sooner or later." },
  { level: "note", title: "Notes", about: "For information." },
];

/** The bodies are the sandbox's own, so they stay; the secret is masked. */
export function receiverDocument(report: ReceiverReport, secret: string): SealedDocument {
  const { receiver, bodies, results, judged, why } = report;
  const document: ResultDocument = {
    title: "Webhook receiver",
    summary: judged ? summaryOf(results) : `could not be judged: ${why}`,
    facts: [
      { name: "receiver", value: receiver },
      { name: "webhooks", value: bodies === "story" ? "of a recorded story" : "events of a running sandbox" },
      { name: "reads of the probe", value: String(report.probe_reads) },
    ],
    sections: SECTIONS.map(({ level, ...section }) => ({
      ...section,
      cases: results.filter((one) => one.level === level).map(caseOf),
    })).filter(({ cases }) => cases.length > 0),
    data: { ...report },
  };
  return seal(document, { secrets: [secret], withBodies: true });
}

function summaryOf(results: readonly ReceiverResult[]): string {
  const failed = results.filter(({ result }) => result === "fail").map((one) => one.case);
  const head = failed.length === 0 ? "no case failed" : `${failed.join(", ")} failed`;
  return `${head} · ${countsText(results.map(caseOf))}`;
}

function caseOf(one: ReceiverResult): ResultCase {
  const { result, level, sent, answered, repeat } = one;
  const evidence: Evidence[] = [
    ...(sent === null ? [] : [{ label: "sent", text: `${sent.method} ${JSON.stringify(sent.headers)}` }]),
    ...(sent === null ? [] : [{ label: "body", text: sent.body_excerpt, kind: "body" as const }]),
    ...(answered === null ? [] : [{ label: "answered", text: `${answered.status ?? "nothing"} in ${answered.ms} ms` }]),
    ...(answered === null || answered.body_excerpt === ""
      ? []
      : [{ label: "answer", text: answered.body_excerpt, kind: "body" as const }]),
    ...(repeat === null ? [] : [{ label: "send it again", text: repeat, kind: "body" as const }]),
  ];
  const said = result === "pass" ? "ok" : result === "warning" && level === "note" ? "note" : result;
  return {
    name: one.case,
    title: one.title,
    result: said,
    why: one.why,
    evidence,
    ...(one.what_to_do === "" ? {} : { what_to_do: one.what_to_do }),
  };
}
