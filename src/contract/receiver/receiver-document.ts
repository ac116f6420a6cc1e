// The report of a battery as a result document, for JUnit, HTML, Markdown and JSON (C-51, C-70).
import type { Evidence, ResultCase, ResultDocument } from "../outputs/document.ts";
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
  const { receiver, bodies, results, judged, why, counts } = report;
  const document: ResultDocument = {
    title: "Webhook receiver",
    summary: judged
      ? `${counts.pass} of ${results.length} cases passed, ${counts.fail} failed, ${counts.warning} warnings, ${counts.not_judged} not judged.`
      : `Could not be judged: ${why}`,
    facts: [
      { name: "Receiver", value: receiver },
      { name: "Webhooks", value: bodies === "story" ? "of a recorded story" : "events of a running sandbox" },
      { name: "Readings of the probe", value: String(report.probe_reads) },
    ],
    sections: SECTIONS.map(({ level, ...section }) => ({
      ...section,
      cases: results.filter((one) => one.level === level).map(caseOf),
    })).filter(({ cases }) => cases.length > 0),
    data: { ...report },
  };
  return seal(document, { secrets: [secret], withBodies: true });
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
