// Table: what the benchmarks must reach and aim for. A ratio is of one run; `before` is the version given with --before.

/** `by`: whether the ratio or the measured value is compared. A gate without `must` is an aim alone. */
export type Gate = {
  id: string;
  measure: string;
  by: "ratio" | "value";
  better: "more" | "less";
  must?: number;
  aim?: number;
};

export const GATES = [
  { id: "deposits", measure: "deposits /s in a batch / bare engine", by: "ratio", better: "more", must: 0.35 },
  { id: "shared", measure: "deposits /s, 8 connections / bare", by: "ratio", better: "more", aim: 0.6 },
  { id: "deposit-cpu", measure: "CPU a deposit, all threads, ms", by: "value", better: "less", must: 2.6, aim: 1.8 },
  {
    id: "transfers",
    measure: "transfers /s over RPC / hardhat node",
    by: "ratio",
    better: "more",
    must: 0.95,
    aim: 1.2,
  },
  { id: "block-number", measure: "eth_blockNumber /s / hardhat node", by: "ratio", better: "more", must: 1.5, aim: 2 },
  { id: "start-prism", measure: "start to first 200, ms / Prism", by: "ratio", better: "less", must: 0.3, aim: 0.2 },
  { id: "start-hardhat", measure: "start to first 200, ms / hardhat node", by: "ratio", better: "less", aim: 1 },
  { id: "restore", measure: "restore of a small world, lowest ms", by: "value", better: "less", must: 10, aim: 5 },
  { id: "restore-cpu", measure: "restore of a small world, CPU ms", by: "value", better: "less", must: 15 },
  { id: "reset", measure: "reset of a small world, lowest ms", by: "value", better: "less", must: 10, aim: 5 },
  { id: "reset-cpu", measure: "reset of a small world, CPU ms", by: "value", better: "less", must: 15 },
  { id: "second", measure: "second startSandbox(), lowest ms", by: "value", better: "less", must: 60 },
  { id: "tenant", measure: "new tenant, lowest ms", by: "value", better: "less", must: 5 },
  { id: "idle", measure: "memory 2 s after the start, RSS MB", by: "value", better: "less", must: 210, aim: 190 },
  { id: "growth", measure: "RSS MB a 1,000 deposits", by: "value", better: "less", must: 30 },
  { id: "get", measure: "GET of a small record /s / before", by: "ratio", better: "more", must: 1.3, aim: 2 },
  { id: "list", measure: "list of 20 /s / before", by: "ratio", better: "more", must: 1.5, aim: 2 },
  { id: "recorder", measure: "CPU a read, recorder on / off", by: "ratio", better: "less", must: 1.03 },
  { id: "request-log", measure: "CPU a read, request log on / off", by: "ratio", better: "less", must: 1.03 },
  { id: "latency", measure: "transfer → webhook, p50 ms / before", by: "ratio", better: "less", must: 0.5, aim: 0.35 },
  { id: "hunt", measure: "hunt: worlds /s with one job", by: "value", better: "more", must: 10 },
  { id: "hunt-beside", measure: "hunt: worlds /s, side by side", by: "value", better: "more", must: 25 },
  { id: "hunt-growth", measure: "hunt: CPU a world, last / first ones", by: "ratio", better: "less", must: 1.2 },
  { id: "hunt-shrink", measure: "hunt: worlds of a shrink, median", by: "value", better: "less", must: 40 },
  { id: "hunt-quick", measure: "hunt --quick: pairs in a minute", by: "value", better: "more", must: 200 },
  { id: "image-size", measure: "image, MB compressed", by: "value", better: "less", must: 150, aim: 100 },
  {
    id: "image-start",
    measure: "image: run to first 200, ms / before",
    by: "ratio",
    better: "less",
    must: 1.1,
    aim: 1,
  },
  { id: "suite", measure: "npm test, CPU s / before", by: "ratio", better: "less", must: 0.5, aim: 0.35 },
] as const satisfies readonly Gate[];

export type GateId = (typeof GATES)[number]["id"];

/** What a run found for a gate: units as in its measure. */
export type Finding = {
  now?: number | undefined;
  before?: number | undefined;
  ratio?: number | undefined;
  /** The ratio of the version before, where the reference is another one. */
  ratioBefore?: number | undefined;
  /** The ratio by CPU time of all threads: on a busy machine it says more than the clock. */
  byCpu?: number | undefined;
  /** Why something is missing, or what stands beside it. */
  note?: string | undefined;
};

/** `aim`: reached what it aims for, and so what it must; `open`: not measured. */
export type Verdict = "aim" | "yes" | "no" | "open";

/** Judges one finding. A gate that is an aim alone is never a `no` that fails a run, but says so. */
export function judge(gate: Gate, finding: Finding | undefined): Verdict {
  const value = gate.by === "ratio" ? finding?.ratio : finding?.now;
  if (value === undefined || Number.isNaN(value)) return "open";
  const reaches = (limit: number): boolean => (gate.better === "more" ? value >= limit : value <= limit);
  if (gate.aim !== undefined && reaches(gate.aim)) return "aim";
  return gate.must !== undefined && reaches(gate.must) ? "yes" : "no";
}

/** The gates that a run has missed: those with a `must` that was measured and not reached. */
export function missed(findings: Partial<Record<GateId, Finding>>): Gate[] {
  return GATES.filter((gate) => "must" in gate && judge(gate, findings[gate.id]) === "no");
}
