// The report of a battery as a result document, for JUnit, HTML, Markdown and JSON (C-51, C-70).
import type { Evidence, ResultCase, ResultDocument } from "../outputs/document.ts";
import { type SealedDocument, seal } from "../outputs/seal.ts";
import type { CaseLevel } from "./case-table.ts";
import { outcomeOf, type ReceiverReport, type ReceiverResult, tallyText } from "./result.ts";

const SECTIONS: readonly { level: CaseLevel; title: string; about: string }[] = [
  { level: "must", title: "Must", about: "A receiver that fails one takes forged webhooks, or loses money." },
  { level: "should", title: "Should", about: "A receiver that fails one breaks sooner or later." },
  { level: "note", title: "Notes", about: "For information." },
];

/** What stands for a body that was not asked for. */
const LEFT_OUT = "(left out: --with-bodies shows it)";

/**
 * The secret is masked. Without `withBodies` what the receiver answered is left out, because it may show what the app knows, and so are
 * events of a running sandbox; webhooks of the recorded story hold nobody's data and stay (C-70, C-51).
 */
export function receiverDocument(given: ReceiverReport, secret: string, withBodies = false): SealedDocument {
  const report = withBodies ? given : withoutBodies(given);
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
  return `${head} · ${tallyText(results)}`;
}

function withoutBodies(report: ReceiverReport): ReceiverReport {
  const isOwn = report.bodies === "story";
  const results = report.results.map((one): ReceiverResult => {
    const { sent, answered, repeat } = one;
    return {
      ...one,
      sent: sent === null || isOwn ? sent : { ...sent, body_excerpt: LEFT_OUT },
      answered: answered === null || answered.body_excerpt === "" ? answered : { ...answered, body_excerpt: LEFT_OUT },
      // The line holds the body that it sends.
      repeat: isOwn ? repeat : null,
    };
  });
  return { ...report, results };
}

function caseOf(one: ReceiverResult): ResultCase {
  const { sent, answered, repeat } = one;
  const evidence: Evidence[] = [
    ...(sent === null ? [] : [{ label: "sent", text: `${sent.method} ${JSON.stringify(sent.headers)}` }]),
    ...(sent === null ? [] : [{ label: "body", text: sent.body_excerpt }]),
    ...(answered === null ? [] : [{ label: "answered", text: `${answered.status ?? "nothing"} in ${answered.ms} ms` }]),
    ...(answered === null || answered.body_excerpt === "" ? [] : [{ label: "answer", text: answered.body_excerpt }]),
    ...(repeat === null ? [] : [{ label: "send it again", text: repeat }]),
  ];
  const said = outcomeOf(one);
  return {
    name: one.case,
    title: one.title,
    result: said === "pass" ? "ok" : said,
    why: one.why,
    evidence,
    ...(one.what_to_do === "" ? {} : { what_to_do: one.what_to_do }),
  };
}
