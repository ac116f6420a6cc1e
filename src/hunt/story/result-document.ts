// The report of a hunt as a result document, from which JUnit and Markdown are written (U-60).
import type { ResultCase, ResultDocument, ResultSection } from "../../contract/outputs/document.ts";
import { RULE_IDS, RULES } from "../judge/rule.ts";
import type { HuntReport } from "../report.ts";
import { ADVICE } from "./advice.ts";
import { againCommand } from "./again-command.ts";
import { runLines } from "./run-text.ts";

/** A case for each finding, each trouble that was played, the further worlds and each rule. `folder`: where the stories are kept. */
export function resultDocument(report: HuntReport, folder: string): ResultDocument {
  const { seed, shard, seconds, sandbox_version: version, ended, hindrance } = report;
  const facts = [
    ...[
      { name: "Seed", value: String(seed) },
      { name: "Worlds", value: worldsText(report) },
      { name: "Time", value: `${Math.round(seconds)} s` },
      { name: "Ended because", value: ended },
      { name: "Sandbox", value: version },
    ],
    ...(shard === null ? [] : [{ name: "Shard", value: shard }]),
  ];
  return {
    title: "Hunt",
    summary: hindrance === null ? summaryOf(report) : `Could not be judged: ${firstLine(hindrance)}`,
    facts,
    sections: [
      section(
        "Findings",
        "Worlds in which the app was wrong, each as its smallest story.",
        findingCases(report, folder),
      ),
      section("Single troubles", "One trouble at each of its moments.", troubleCases(report)),
      section("Further worlds", undefined, worldCases(report)),
      section("Rules", "What was judged.", ruleCases(report)),
    ].filter(({ cases }) => cases.length > 0),
  };
}

function section(title: string, about: string | undefined, cases: readonly ResultCase[]): ResultSection {
  return { title, ...(about !== undefined && { about }), cases };
}

function summaryOf({ findings }: HuntReport): string {
  if (findings.length === 0) return "No world was found in which the app was wrong.";
  const [first] = findings;
  const more = findings.length === 1 ? "" : `, and ${findings.length - 1} more`;
  return `${first?.rule} ${first?.title}: ${first?.what}${more}`;
}

function worldsText({ worlds: { singles, pairs, swarm }, further_worlds: further }: HuntReport): string {
  return `${singles} singles, ${pairs} pairs, ${swarm} swarm; ${further} to shrink and repeat stories`;
}

function findingCases({ findings }: HuntReport, folder: string): ResultCase[] {
  return findings.map((finding) => ({
    name: finding.rule,
    title: finding.title,
    result: finding.level === "error" ? "fail" : "warning",
    ...(finding.unstable && { word: "unstable" }),
    why: finding.what,
    what_to_do: ADVICE[finding.rule],
    evidence: [
      { label: "story", text: runLines(finding.story).join("\n") },
      { label: "seen", text: `${finding.rate.failed} of ${finding.rate.of}; ${finding.certificate.kind}` },
      { label: "again", text: againCommand(finding, folder) },
    ],
  }));
}

function troubleCases({ troubles, left_out: leftOut }: HuntReport): ResultCase[] {
  const played = troubles.map(
    ({ name, worlds, failed }): ResultCase => ({
      name,
      result: failed > 0 ? "fail" : "ok",
      why: failed > 0 ? `${failed} of ${worlds} worlds failed` : `${worlds} ${worlds === 1 ? "world" : "worlds"}`,
    }),
  );
  const left = leftOut.map((why, index): ResultCase => ({ name: `left out ${index + 1}`, result: "not_judged", why }));
  return [...played, ...left];
}

function worldCases({
  worlds: { pairs, swarm },
  not_judged: notJudged,
  never_met: neverMet,
}: HuntReport): ResultCase[] {
  const counted = [
    { name: "pairs of troubles", count: pairs },
    { name: "swarm worlds", count: swarm },
  ].map(
    ({ name, count }): ResultCase =>
      count === 0
        ? { name, result: "not_judged", why: "none was played" }
        : { name, result: "ok", why: `${count} ${count === 1 ? "world" : "worlds"}` },
  );
  const missed = notJudged.map(
    ({ why, worlds }, index): ResultCase => ({
      name: `not judged ${index + 1}`,
      result: "not_judged",
      why: `${worlds} ${worlds === 1 ? "world" : "worlds"}: ${why}`,
    }),
  );
  const rare = neverMet.map(
    (name): ResultCase => ({ name: `sometimes: ${name}`, result: "not_judged", why: "never met" }),
  );
  return [...counted, ...missed, ...rare];
}

function ruleCases({ findings, rules_not_judged: notJudged, hindrance }: HuntReport): ResultCase[] {
  const broken = new Map(findings.map((finding) => [finding.rule, finding]));
  const missing = new Map(notJudged.map(({ rule, why }) => [rule, why]));
  return RULE_IDS.map((rule): ResultCase => {
    const common = { name: rule, title: RULES[rule].title };
    const finding = broken.get(rule);
    if (finding !== undefined)
      return { ...common, result: finding.level === "error" ? "fail" : "warning", why: finding.what };
    const why = missing.get(rule) ?? (hindrance === null ? undefined : firstLine(hindrance));
    return why === undefined ? { ...common, result: "ok" } : { ...common, result: "not_judged", why };
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
