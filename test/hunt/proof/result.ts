// What one run of the proof showed, as a line of a file: runs may be spread over hours and machines, and the table is written from all of them.
import { existsSync, readFileSync } from "node:fs";
import type { HuntReport } from "../../../src/hunt/report.ts";
import type { Example } from "../a-hunt.ts";
import type { Mistake } from "../mistakes/shop.ts";

/** What was found of a mistake. `worlds`: those that shrinking and certificate played; `rate`: such as "8 of 10"; `why`: what the certificate lacks. */
export type Found = {
  readonly rule: string;
  readonly phase: string;
  readonly world: number;
  readonly seconds: number;
  readonly steps: number;
  readonly certificate: string;
  readonly worlds: number;
  readonly rate: string;
  readonly why?: string | null;
};

/** The state of the code that a result was made with; results of before they said so have none. */
export type Made = { readonly commit?: string };

/** `worlds`: planned ones. `found` is null for a miss, and `why` says how the hunt ended. `repeats`: why `run` does not repeat it, or null. */
export type MistakeResult = Made & {
  readonly kind: "mistake";
  readonly example: Example;
  readonly name: string;
  readonly found: Found | null;
  readonly why: string;
  readonly worlds: number;
  readonly repeats: string | null;
};

/** `alarms`: findings and hindrances, which a correct app must not have. */
export type CorrectResult = Made & {
  readonly kind: "correct";
  readonly example: Example;
  readonly seed: number;
  readonly phases: readonly string[];
  readonly worlds: { readonly singles: number; readonly pairs: number; readonly swarm: number };
  readonly notJudged: number;
  readonly alarms: readonly string[];
  readonly neverMet: readonly string[];
  readonly seconds: number;
};

export type ProofResult = MistakeResult | CorrectResult;

/** Planned worlds of all phases. */
export function plannedOf({ worlds: { singles, pairs, swarm } }: Pick<CorrectResult, "worlds">): number {
  return singles + pairs + swarm;
}

export function mistakeResult(
  report: HuntReport,
  { name, warning }: Mistake,
  { example, repeats }: { example: Example; repeats: string | null },
): MistakeResult {
  const finding = report.findings.find(({ level }) => level === "error" || warning === true);
  const found = finding && {
    ...{ rule: finding.rule, phase: finding.phase, world: finding.world, seconds: finding.after_ms / 1_000 },
    ...{ steps: finding.steps.length, certificate: finding.certificate.kind, worlds: finding.worlds },
    ...{ rate: `${finding.rate.failed} of ${finding.rate.of}`, why: finding.certificate.why },
  };
  const why = report.hindrance ?? report.ended;
  return { kind: "mistake", example, name, found: found ?? null, why, worlds: plannedOf(report), repeats };
}

export function correctResult(
  { findings, hindrance, worlds, not_judged, never_met, seconds, seed }: HuntReport,
  example: Example,
  phases: readonly string[],
): CorrectResult {
  const { singles, pairs, swarm } = worlds;
  const told = findings.map(({ rule, what }) => `${rule} ${what}`);
  return {
    ...{ kind: "correct", example, seed, phases, worlds: { singles, pairs, swarm }, neverMet: never_met, seconds },
    notJudged: not_judged.reduce((sum, { worlds: count }) => sum + count, 0),
    alarms: hindrance === null ? told : [...told, hindrance],
  };
}

/** The last result of each mistake and of each correct run, in the order in which they came first. A file that is not there has none. */
export function resultsIn(file: string): ProofResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lastOfEach(lines.map((line) => JSON.parse(line) as ProofResult));
}

export function lastOfEach(results: readonly ProofResult[]): ProofResult[] {
  return [...new Map(results.map((one) => [keyOf(one), one])).values()];
}

/** The results of a file that were made with this commit; none where it is not known, or files were changed since. */
export function madeIn(file: string, { commit }: Made): ProofResult[] {
  const isClean = commit !== undefined && !commit.includes("changed");
  return isClean ? resultsIn(file).filter((one) => one.commit === commit) : [];
}

/** What a result is about: a mistake, or a seed of a correct app. */
export function keyOf(
  one: Pick<MistakeResult, "kind" | "example" | "name"> | Pick<CorrectResult, "kind" | "example" | "seed">,
): string {
  return `${one.example} ${one.kind === "mistake" ? one.name : one.seed}`;
}
