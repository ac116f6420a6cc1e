// What the runs say of each value: it breaks the tests, alone or with others, or they passed while answers really carried it (C-32).
import type { ReadingClass } from "../readings/table.ts";
import type { PlayedRun, RunResult } from "./played-run.ts";
import { contains, type Row } from "./row.ts";
import { classOf, counts } from "./selection.ts";

export type Verdict = {
  /** One value, or several that break the tests only together. */
  readonly values: Row;
  readonly class: ReadingClass;
  /** `breaks` and it counts; `warns`: breaks, but `--fail-on` does not take it in. */
  readonly verdict: "breaks" | "warns" | "unstable" | "not judged" | "not met" | "ok";
  readonly why: string;
  /** The first failing line, where tests failed. */
  readonly line: string | null;
  /** How many answers and webhooks carried the value, in all runs. */
  readonly met: number;
};

/** One verdict for each value, and one for each set that fails as a whole: what breaks first, then what is not known, then what is ok. */
export function verdictsOf(result: RunResult): Verdict[] {
  const single = result.values.map((value) => verdictOf(value, result));
  const sets = result.culprits.filter(({ length }) => length > 1).map((set) => broken(set, result, metOf(set, result)));
  return ORDER.flatMap((wanted) => [...sets, ...single].filter(({ verdict }) => verdict === wanted));
}

/** True when already the run without any change showed that nothing can be judged, or did not end. What ends the runs after it is none. */
export function wasHindered({ runs, ended_early }: RunResult): boolean {
  const isReady = runs.some(({ result, requests, webhooks }) => result === "passed" && requests + webhooks > 0);
  return ended_early !== null && !isReady;
}

const ORDER = ["breaks", "warns", "unstable", "not judged", "not met", "ok"] as const satisfies Verdict["verdict"][];

function verdictOf(value: string, result: RunResult): Verdict {
  const row = [value];
  const met = metOf(row, result);
  const common = { values: row, class: classOf(row), met };
  const runs = result.runs.filter((run) => run.row.includes(value));
  if (result.culprits.some((set) => set.length === 1 && set[0] === value)) return broken(row, result, met);
  const carried = runs.filter((run) => run.result === "passed" && (run.met[value] ?? 0) > 0);
  const steady = carried.filter((run) => !isUnstable(run, result));
  if (steady.length > 0) return { ...common, verdict: "ok", line: null, why: `${carriedText(met)} it` };
  // A line of a run that failed because of other values would accuse this one.
  const told = (verdict: Verdict["verdict"], why: string): Verdict => ({ ...common, verdict, why, line: null });
  const shaky = result.unstable.some((set) => set.includes(value));
  if (shaky)
    return {
      ...told("unstable", "the tests failed with it once and passed once: run them without any change several times"),
      line: lineOf(runs),
    };
  if (runs.length === 0 || result.unfinished.some((set) => set.includes(value))) {
    return told(
      "not judged",
      wasHindered(result) ? "run 0 could not be judged" : (result.ended_early ?? "no run played it"),
    );
  }
  if (runs.some((run) => run.result === "passed"))
    return told("not met", "the tests passed, but no answer or webhook carried it");
  return told("not judged", "the tests failed in every run with it, because of other values");
}

function broken(row: Row, result: RunResult, met: number): Verdict {
  const common = { values: row, class: classOf(row), met, line: lineOf(failing(row, result)) };
  if (met === 0) {
    const why = "the tests failed under it, but no answer or webhook carried it: are they stable?";
    return { ...common, verdict: "not met", why };
  }
  const verdict = counts(row, result.fail_on) ? "breaks" : "warns";
  const why =
    row.length > 1
      ? "the tests fail with these together, and pass without one of them"
      : "the tests fail with it, and pass without it";
  return { ...common, verdict, why };
}

/** Runs that failed under these values, the smallest row first. */
function failing(row: Row, { runs }: RunResult): PlayedRun[] {
  return runs
    .filter((run) => run.result !== "passed" && contains(run.row, row))
    .toSorted((a, b) => a.row.length - b.row.length);
}

function lineOf(runs: readonly PlayedRun[]): string | null {
  return runs.find(({ line }) => line !== null)?.line ?? null;
}

/** How often all values of a row were carried in runs that had them: the least of them. */
function metOf(row: Row, { runs }: RunResult): number {
  const sums = row.map((value) =>
    runs.filter((run) => run.row.includes(value)).reduce((sum, run) => sum + (run.met[value] ?? 0), 0),
  );
  return Math.min(...sums);
}

function isUnstable(run: PlayedRun, { unstable }: RunResult): boolean {
  return unstable.some((set) => set.length === run.row.length && contains(run.row, set));
}

function carriedText(met: number): string {
  return `${met} ${met === 1 ? "answer or webhook" : "answers or webhooks"} carried`;
}
