// What the battery for receivers says: one result for each case (C-51), and the report of all.
import type { CaseId, CaseLevel } from "./case-table.ts";

/** What happened in one case. `not_judged`: it could not be seen, and `why` says what was missing (C-01). */
export type CaseResult = "pass" | "fail" | "warning" | "not_judged";

export type SentExcerpt = { method: string; headers: Readonly<Record<string, string>>; body_excerpt: string };
/** `status` null: no answer came. `ms`: wall time to the decision. */
export type AnsweredExcerpt = { status: number | null; ms: number; body_excerpt: string };

export type ReceiverResult = {
  case: CaseId;
  level: CaseLevel;
  title: string;
  result: CaseResult;
  /** The request that decided; null when nothing was sent for the case. */
  sent: SentExcerpt | null;
  answered: AnsweredExcerpt | null;
  why: string;
  what_to_do: string;
  /** A shell line that sends it again; it reads RECEIVER_URL and SANDBOX_WEBHOOK_SECRET, so that it holds no secret. */
  repeat: string | null;
};

export type ReceiverReport = {
  /** Scheme, host and port: path and query of a URL may hold secrets. */
  receiver: string;
  /** Where the bodies come from: the recorded story, or the events of a running sandbox. */
  bodies: "story" | "sandbox";
  /** False when the first genuine webhook was not taken: then nothing is known of the rest (exit code 3). */
  judged: boolean;
  /** Why not, and the next step; "" when judged. */
  why: string;
  counts: Record<CaseResult, number>;
  probe_reads: number;
  results: ReceiverResult[];
};

/** What became of a case, in the words of reports: a warning of a note is a note, and counts as nothing else. */
export function outcomeOf({ result, level }: ReceiverResult): CaseResult | "note" {
  return result === "warning" && level === "note" ? "note" : result;
}

const WORDS = {
  pass: "ok",
  fail: "FAIL",
  warning: "warning",
  note: "note",
  not_judged: "not judged",
} as const satisfies Record<CaseResult | "note", string>;

/** The word of a case in reports. */
export function outcomeWord(one: ReceiverResult): string {
  return WORDS[outcomeOf(one)];
}

/** How many cases have each outcome, those without any left out: `27 ok · 1 FAIL · 1 note`. */
export function tallyText(results: readonly ReceiverResult[]): string {
  const outcomes = results.map(outcomeOf);
  const parts = (["pass", "fail", "warning", "note", "not_judged"] as const).flatMap((outcome) => {
    const count = outcomes.filter((one) => one === outcome).length;
    return count === 0 && outcome !== "pass" ? [] : [`${count} ${WORDS[outcome]}`];
  });
  return parts.join(" · ");
}

/** From which level on a battery counts as failed. */
export const FAIL_LEVELS = ["must", "should", "none"] as const;
export type FailLevel = (typeof FAIL_LEVELS)[number];

/**
 * The exit code (§2): 3 when it could not be judged, 1 when something at or above `failOn` was found, else 0. A warning of a
 * must is found by `should`; a note never is.
 */
export function exitCodeOf(report: ReceiverReport, failOn: FailLevel): 0 | 1 | 3 {
  if (!report.judged) return 3;
  return report.results.some((one) => isFound(one, failOn)) ? 1 : 0;
}

function isFound({ level, result }: ReceiverResult, failOn: FailLevel): boolean {
  if (failOn === "none" || level === "note") return false;
  if (failOn === "must") return level === "must" && result === "fail";
  return result === "fail" || result === "warning";
}
