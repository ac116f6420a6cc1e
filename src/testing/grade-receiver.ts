// `gradeReceiver` of the test library: the battery for webhook receivers without a sandbox.
import type { CaseId } from "../contract/receiver/case-table.ts";
import { grade, targetFault } from "../contract/receiver/grade.ts";
import type { ReceiverReport } from "../contract/receiver/result.ts";
import { systemClock } from "../kernel/wall-clock.ts";

export type GradeReceiverOptions = {
  /** Of the receiver under test. */
  url: string;
  /** What it verifies with. No result holds it. */
  secret: string;
  /** Shows what the app believes: a URL that answers GET, or a function. Its value is compared as JSON. At most 20 readings. */
  probe?: string | (() => unknown);
  /** Default: all thirty; W-01 always comes first. */
  cases?: readonly CaseId[];
  /** Somebody whom the app knows. */
  owner?: string;
  /** Wall ms for each answer; default 10,000. */
  timeoutMs?: number;
};

const TIME_LIMIT_MS = 600_000;

/**
 * Sends thirty genuine, forged, old, repeated and odd webhooks, and resolves with what was answered in each case. Rejects for no answer
 * of the receiver; `judged` is false when the first genuine webhook was not taken.
 * @throws Error for a URL that cannot be called
 */
export async function gradeReceiver({ probe, ...input }: GradeReceiverOptions): Promise<ReceiverReport> {
  for (const url of [input.url, ...(typeof probe === "string" ? [probe] : [])]) {
    const fault = targetFault(url);
    if (fault !== null) throw new Error(fault);
  }
  const read = typeof probe === "function" ? { probe: async () => textOf(await probe()) } : {};
  const given = typeof probe === "string" ? { probe } : read;
  return grade({ ...input, ...given, timeLimitMs: TIME_LIMIT_MS }, { wall: systemClock });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one)) ?? "null";
}
