// The verdicts of the cases whose answers alone decide: pure functions from what was answered to a result.

import type { Sent } from "./case-sender.ts";
import type { CaseResult } from "./result.ts";

/** The result of a case, and the request that decided it. */
export type Verdict = { result: CaseResult; why: string; by: Sent | null };

/** Wall ms within which noise must be refused, and 95 of 100 webhooks be taken. */
const PROMPT_MS = 2_000;
const BURST_SHARE = 0.95;

export function notJudged(why: string): Verdict {
  return { result: "not_judged", why, by: null };
}

/** "answered 200", "no answer (connection refused)"; with the label where a case sends several. */
export function answerIn({ shot, outcome }: Sent): string {
  const what = outcome.status === null ? `no answer (${outcome.error})` : `answered ${outcome.status}`;
  return shot.label === "" ? what : `${shot.label}: ${what}`;
}

/** Each must be answered, and not 2xx; 5xx is a receiver that broke where it should have refused. */
export function refusedVerdict(sent: readonly Sent[]): Verdict {
  const taken = sent.find(({ outcome }) => outcome.ok);
  if (taken !== undefined) return { result: "fail", why: `${answerIn(taken)}, must be refused`, by: taken };
  return unanswered(sent) ?? broken(sent, "warning") ?? passed(sent);
}

/** Each must be answered 2xx. */
export function takenVerdict(sent: readonly Sent[]): Verdict {
  const bad = sent.find(({ outcome }) => !outcome.ok);
  return bad === undefined ? passed(sent) : { result: "fail", why: `${answerIn(bad)}, must be taken`, by: bad };
}

/** Refused, without a 5xx, in two seconds. */
export function noiseVerdict(sent: readonly Sent[]): Verdict {
  const refused = refusedVerdict(sent);
  if (refused.result === "fail") return refused;
  const slow = sent.find(({ outcome }) => outcome.durationMs > PROMPT_MS);
  const late = (by: Sent): Verdict => ({
    result: "fail",
    why: `${answerIn(by)} after ${by.outcome.durationMs} ms`,
    by,
  });
  return broken(sent, "fail") ?? (slow === undefined ? passed(sent) : late(slow));
}

/** All 2xx, 95 of 100 in two seconds. */
export function burstVerdict(sent: readonly Sent[]): Verdict {
  const bad = sent.filter(({ outcome }) => !outcome.ok);
  const [first] = bad;
  if (first !== undefined)
    return { result: "fail", why: `${bad.length} of ${sent.length} were not taken; ${answerIn(first)}`, by: first };
  const byTime = sent.toSorted((one, other) => one.outcome.durationMs - other.outcome.durationMs);
  const at = byTime[Math.ceil(byTime.length * BURST_SHARE) - 1];
  const ms = at?.outcome.durationMs ?? 0;
  if (at === undefined || ms <= PROMPT_MS)
    return { ...passed(sent), why: `all ${sent.length} taken, 95 % within ${ms} ms` };
  return { result: "fail", why: `95 % were answered within ${ms} ms, must be ${PROMPT_MS} ms`, by: at };
}

/** No body of a refusal shows the secret, nor a signature that would have been right and was not sent. */
export function leakVerdict(all: readonly Sent[], secret: string): Verdict {
  const refusals = all.filter(({ outcome }) => outcome.status !== null && !outcome.ok);
  if (refusals.length === 0) return notJudged("nothing was refused in the cases that were sent");
  for (const by of refusals) {
    const body = by.outcome.response ?? "";
    if (body.includes(secret)) return { result: "fail", why: "a refusal shows the secret", by };
    const wasSent = by.headers["webhook-signature"]?.includes(by.right) === true;
    if (!wasSent && formsOf(by.right).some((form) => body.includes(form)))
      return { result: "fail", why: "a refusal shows the signature that would be right", by };
  }
  return { result: "pass", why: `${refusals.length} refusals were searched`, by: null };
}

/** No webhook was answered 3xx; a GET is none. */
export function redirectVerdict(all: readonly Sent[]): Verdict {
  const webhooks = all.filter(({ shot }) => shot.method === "POST");
  const by = webhooks.find(({ outcome: { status } }) => status !== null && status >= 300 && status <= 399);
  if (by === undefined) return { result: "pass", why: `none of ${webhooks.length} answers`, by: null };
  return { result: "fail", why: `${answerIn(by)}: redirects are not followed`, by };
}

/** Told only: what a receiver does with two signatures. */
export function rotationVerdict(sent: readonly Sent[]): Verdict {
  const bad = sent.find(({ outcome }) => !outcome.ok);
  if (bad === undefined) return { ...passed(sent), why: "taken: a rotation of the secret needs no moment of change" };
  const why = `${answerIn(bad)}: during a rotation with both signatures such webhooks are refused`;
  return { result: "warning", why, by: bad };
}

function passed(sent: readonly Sent[]): Verdict {
  return { result: "pass", why: sent.map(answerIn).join("; "), by: sent.at(-1) ?? null };
}

function unanswered(sent: readonly Sent[]): Verdict | undefined {
  const by = sent.find(({ outcome }) => outcome.status === null);
  return by === undefined ? undefined : { result: "fail", why: `${answerIn(by)}: a refusal is an answer`, by };
}

function broken(sent: readonly Sent[], result: "warning" | "fail"): Verdict | undefined {
  const by = sent.find(({ outcome }) => outcome.status !== null && outcome.status >= 500);
  return by === undefined ? undefined : { result, why: `${answerIn(by)}: it broke where it should have refused`, by };
}

/** The ways in which code prints a signature. */
function formsOf(hex: string): string[] {
  const bytes = Buffer.from(hex, "hex");
  return [hex, hex.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url")];
}
