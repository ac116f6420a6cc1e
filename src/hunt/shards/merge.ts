// Joins the reports of `hunt --shard` into the report of the whole hunt (§4).
import { neverMet } from "../../simulation/sometimes.ts";
import { SITUATIONS } from "../judge/delivery-rules.ts";
import { added as allAnswers, areSlow } from "../judge/slowness.ts";
import type { Finding, HuntReport, TroubleCount } from "../report.ts";
import { MIN_WORLDS, plannedWorlds, tooFewJudged } from "./coverage.ts";

/** Why reports cannot be joined, in one line. */
export class MergeFault extends Error {
  override readonly name = "MergeFault";
}

/** A finding of the whole hunt: its number there, and the report and number that it comes from. */
export type Origin = { readonly finding: Finding; readonly report: number; readonly number: number };
export type Merged = { readonly report: HuntReport; readonly origins: readonly Origin[] };

/**
 * One report of several. Its findings are those that one run with `--shard 1/1` would have: for each rule the world with the lowest
 * number, and one of two findings with the same rule and the same story. Counts are added up.
 * @throws MergeFault for none, for reports of different hunts, and for a shard that is missing or given twice
 */
export function mergeReports(reports: readonly HuntReport[]): Merged {
  const [first] = reports;
  if (first === undefined) throw new MergeFault("name the folders of the shards");
  for (const other of reports) demandSameHunt(first, other);
  checkShards(reports.map(({ shard }) => shard));
  const answers = allAnswers(reports.map((one) => one.answers));
  // One slow shard is not a slow app: it is asked of all answers.
  const origins = findingsOf(reports, areSlow(answers));
  const worlds = {
    plain: sum(reports.map((one) => one.worlds.plain)),
    singles: sum(reports.map((one) => one.worlds.singles)),
    pairs: sum(reports.map((one) => one.worlds.pairs)),
    swarm: sum(reports.map((one) => one.worlds.swarm)),
  };
  const planned = plannedWorlds(worlds);
  const notJudged = [...added(reports.flatMap(({ not_judged }) => not_judged.map((one) => [one.why, one.worlds])))];
  const met = added(reports.flatMap((one) => Object.entries(one.met)));
  const not_judged = notJudged.map(([why, count]) => ({ why, worlds: count }));
  const unfinished = reports.find(({ complete }) => !complete);
  return {
    origins,
    report: {
      ...first,
      ...{ shard: null, findings: origins.map(({ finding }) => finding), worlds, not_judged, answers },
      further_worlds: sum(reports.map((one) => one.further_worlds)),
      troubles: troublesOf(reports),
      ...{ met: Object.fromEntries(met), never_met: neverMet(SITUATIONS, met, { runs: planned, minRuns: MIN_WORLDS }) },
      left_out: distinct(reports.flatMap((one) => one.left_out)),
      rules_not_judged: [
        ...new Map(reports.flatMap((one) => one.rules_not_judged).map((row) => [row.rule, row])).values(),
      ],
      guesses: distinct(reports.flatMap(({ guesses }) => guesses)),
      seconds: sum(reports.map(({ seconds }) => seconds)),
      ended: unfinished === undefined ? first.ended : `shard ${unfinished.shard} ended because ${unfinished.ended}`,
      complete: unfinished === undefined,
      hindrance: hindranceOf(reports) ?? tooFewJudged(planned, not_judged),
    },
  };
}

function demandSameHunt(first: HuntReport, other: HuntReport): void {
  const facts: readonly [string, unknown, unknown][] = [
    ["seeds", first.seed, other.seed],
    ["versions of the sandbox", first.sandbox_version, other.sandbox_version],
    ["adapters", first.asked.adapter, other.asked.adapter],
    ["--worlds", first.asked.worlds, other.asked.worlds],
    ["--phase", first.asked.phases.join(), other.asked.phases.join()],
  ];
  const [differs] = facts.filter(([, one, two]) => one !== two);
  if (differs !== undefined)
    throw new MergeFault(`the reports have different ${differs[0]}: ${differs[1]}, ${differs[2]}`);
  const plans = [first.asked.plans, other.asked.plans];
  if (!plans.includes(null) && plans[0] !== plans[1])
    throw new MergeFault(
      `shard ${first.shard} and shard ${other.shard} played different plans: did the app do the same in both, and had --only, --without and --deep the same values?`,
    );
}

/** Shards of one division, each there once. */
function checkShards(shards: readonly (string | null)[]): void {
  const given = shards.filter((shard) => shard !== null);
  if (given.length < shards.length) throw new MergeFault("a report is that of a whole hunt: only shards are joined");
  const totals = [...new Set(given.map((shard) => shard.split("/")[1]))];
  if (totals.length !== 1) throw new MergeFault("the reports are shards of different divisions");
  const wanted = Array.from({ length: Number(totals[0]) }, (_, at) => `${at + 1}/${totals[0]}`);
  const missing = wanted.filter((shard) => !given.includes(shard));
  if (missing.length > 0) throw new MergeFault(`shard ${missing.join(", ")} is missing`);
  const twice = given.find((shard, at) => given.indexOf(shard) !== at);
  if (twice !== undefined) throw new MergeFault(`shard ${twice} is given twice`);
}

/** For each rule that a world broke first, the world with the lowest number: no other shard can have met it earlier. */
function findingsOf(reports: readonly HuntReport[], isSlow: boolean): Origin[] {
  const all = reports
    .flatMap(({ findings }, report) => findings.map((finding) => ({ finding, report })))
    .filter(({ finding }) => isSlow || finding.rule !== "B-16");
  const sorted = all.toSorted((a, b) => a.finding.world - b.finding.world || a.report - b.report);
  const first = sorted.filter(
    ({ finding }, at) => sorted.findIndex((one) => one.finding.seen_as === finding.seen_as) === at,
  );
  const kept = first.filter(({ finding }, at) => first.findIndex((one) => isSame(one.finding, finding)) === at);
  return kept.map(({ finding, report }, at) => ({
    ...{ report, number: finding.number },
    finding: { ...finding, number: at + 1 },
  }));
}

/** One rule and one shortest story. */
export function isSame(one: Finding, other: Finding): boolean {
  return one.rule === other.rule && JSON.stringify(one.steps) === JSON.stringify(other.steps);
}

/** A shard that judged nothing, or did not play all of its worlds, leaves the whole unjudged. */
function hindranceOf(reports: readonly HuntReport[]): string | null {
  const hindered = reports.find(({ hindrance }) => hindrance !== null);
  if (hindered !== undefined) return `shard ${hindered.shard}: ${hindered.hindrance}`;
  const unfinished = reports.find(({ complete }) => !complete);
  return unfinished === undefined
    ? null
    : `shard ${unfinished.shard} did not play all of its worlds: ${unfinished.ended}`;
}

function troublesOf(reports: readonly HuntReport[]): TroubleCount[] {
  const all = reports.flatMap(({ troubles }) => troubles);
  const failed = added(all.map((one) => [one.name, one.failed]));
  return [...added(all.map((one) => [one.name, one.worlds]))].map(([name, worlds]) => ({
    ...{ name, worlds, failed: failed.get(name) ?? 0 },
  }));
}

function added(rows: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of rows) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
