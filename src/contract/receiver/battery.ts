// The battery for receivers: sends the cases one after the other, and reports what was answered (§6, C-50, C-51).
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { WebhookSender } from "../../webhooks/send.ts";
import { CaseSender } from "./case-sender.ts";
import { CASES, type CaseId } from "./case-table.ts";
import type { Material } from "./genuine.ts";
import { playCase } from "./play-case.ts";
import { Probe, type ReadProbe } from "./probe.ts";
import { refusedFirst } from "./refused-first.ts";
import { repeatLine } from "./repeat.ts";
import type { CaseResult, ReceiverReport, ReceiverResult } from "./result.ts";
import { withoutSecret } from "./secrecy.ts";
import { notJudged, type Verdict } from "./verdicts.ts";

export type BatteryInput = {
  url: string;
  secret: string;
  /** Default: all. W-01 is always sent first. */
  cases?: readonly CaseId[];
  material: Material;
  probe: ReadProbe | null;
  /** Wall ms after which no further case begins. */
  timeLimitMs: number;
};

export type BatteryDependencies = {
  sender: WebhookSender;
  wall: WallClock;
  /** Waits for wall ms between webhooks. */
  pause(ms: number): Promise<void>;
  /** Called before each case that is sent, with its number, starting at 1. */
  onCase?(row: (typeof CASES)[number], number: number, of: number): void;
  /** Ends the battery before the next case. */
  signal?: AbortSignal;
};

const EXCERPT_CHARACTERS = 200;

/** Runs the battery. Never rejects for what the receiver or the probe does: that is a result. */
export async function runBattery(input: BatteryInput, dependencies: BatteryDependencies): Promise<ReceiverReport> {
  const { material, secret, cases } = input;
  const { wall, sender, pause, onCase = () => {} } = dependencies;
  const requests = new CaseSender(input, sender, wall);
  const probe = input.probe === null ? null : new Probe({ read: input.probe, pause, nowMs: () => wall.now() });
  const rows = CASES.filter(({ id }) => id === "W-01" || cases === undefined || cases.includes(id));
  const until = wall.monotonic() + input.timeLimitMs;
  const results: ReceiverResult[] = [];
  let refused = "";
  for (const [index, row] of rows.entries()) {
    const obstacle = refused || obstacleTo(dependencies, until, input.timeLimitMs);
    if (obstacle === "") onCase(row, index + 1, rows.length);
    const run = { requests, material, probe, pause, secret };
    const verdict = obstacle === "" ? await playCase(row.id, run) : notJudged(obstacle);
    if (row.id === "W-01") refused = whyRefused(verdict, secret);
    results.push(resultOf(row, verdict, secret));
  }
  const facts = { receiver: new URL(input.url).origin, bodies: material.source, judged: refused === "", why: refused };
  const report = { ...facts, counts: countsOf(results), probe_reads: probe?.reads ?? 0, results };
  return withoutSecret(report, secret);
}

/** Why the next case does not begin; "" when it does. */
function obstacleTo({ wall, signal }: BatteryDependencies, until: number, limitMs: number): string {
  if (signal?.aborted) return "the battery was stopped";
  return wall.monotonic() > until ? `the time limit of ${limitMs} ms was reached` : "";
}

/** Why nothing can be judged after W-01; "" when it was taken. */
function whyRefused({ result, why, by }: Verdict, secret: string): string {
  if (result === "pass") return "";
  return by === null ? why : refusedFirst(by, secret);
}

function resultOf(row: (typeof CASES)[number], { result, why, by }: Verdict, secret: string): ReceiverResult {
  // The secret is taken out first: a cut could leave half of it.
  const excerpt = (text: string): string => {
    const clean = withoutSecret(text, secret);
    return clean.length > EXCERPT_CHARACTERS ? `${clean.slice(0, EXCERPT_CHARACTERS)}…` : clean;
  };
  const sent = by && { method: by.shot.method, headers: by.headers, body_excerpt: excerpt(by.shot.body) };
  const answered = by && {
    status: by.outcome.status,
    ms: by.outcome.durationMs,
    body_excerpt: excerpt(by.outcome.response ?? ""),
  };
  const repeat = by === null ? null : repeatLine(by.shot, row.id);
  const what_to_do = result === "pass" ? "" : row.todo;
  return { case: row.id, level: row.level, title: row.sent, result, sent, answered, why, what_to_do, repeat };
}

function countsOf(results: readonly ReceiverResult[]): Record<CaseResult, number> {
  const counts: Record<CaseResult, number> = { pass: 0, fail: 0, warning: 0, not_judged: 0 };
  for (const { result } of results) counts[result] += 1;
  return counts;
}
