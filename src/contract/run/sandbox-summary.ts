// What a sandbox writes into the folder of `--contract-dir` when it stops: what was asked of it, and which readings were met.
import { isObject } from "../../kernel/is-object.ts";
import { type LastRequest, lastRequestsIn } from "./last-requests.ts";

/** The file `contract-<pid>-<n>.json`. */
export type SandboxSummary = {
  readonly version: 1;
  /** Requests of the client to `/v1`. */
  readonly requests: number;
  /** Webhooks that a receiver took. */
  readonly webhooks: number;
  /** How many answers and webhooks carried each value that is not the default, by `name=value`. */
  readonly met: Readonly<Record<string, number>>;
  /** The last requests with their bodies, oldest first, where the folder asks for them. */
  readonly last_requests?: readonly LastRequest[];
  /** The report of the contract (C-01), if it was made. */
  readonly report?: unknown;
};

const FILE = /^contract-\d+-\d+\.json$/;

/** The name of a summary: `pid` is the process that asked for the sandbox, since every container has process 1; `number` counts up. */
export function summaryName(pid: number, number: number): string {
  return `contract-${pid}-${number}.json`;
}

/** True for the name of a summary. */
export function isSummaryName(name: string): boolean {
  return FILE.test(name);
}

/** Reads a summary; undefined for a file that is none, such as one that was cut. */
export function readSummary(text: string): SandboxSummary | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(content) || content["version"] !== 1 || !isObject(content["met"])) return undefined;
  const met = Object.entries(content["met"]).map(([value, count]) => [value, numberOf(count)] as const);
  return {
    version: 1,
    requests: numberOf(content["requests"]),
    webhooks: numberOf(content["webhooks"]),
    met: Object.fromEntries(met),
    ...(content["last_requests"] !== undefined && { last_requests: lastRequestsIn(content["last_requests"]) }),
    ...(content["report"] !== undefined && { report: content["report"] }),
  };
}

export type SummarySum = Pick<SandboxSummary, "requests" | "webhooks" | "met" | "last_requests">;

/** The sum of what several sandboxes of one run noted. */
export function sumOf(summaries: readonly SandboxSummary[]): SummarySum {
  const met: Record<string, number> = {};
  for (const summary of summaries)
    for (const [value, count] of Object.entries(summary.met)) met[value] = (met[value] ?? 0) + count;
  const total = (of: "requests" | "webhooks"): number => summaries.reduce((sum, summary) => sum + summary[of], 0);
  const last = lastRequestsIn(summaries.flatMap(({ last_requests: some = [] }) => some));
  return {
    ...{ requests: total("requests"), webhooks: total("webhooks"), met },
    ...(last.length > 0 && { last_requests: last }),
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
