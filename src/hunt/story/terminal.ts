// A finding as the terminal shows it: what happened step by step, the books, the rule, what is proven, and how to see it again (U-60).
import { escapeControl } from "../../kernel/escape-control.ts";
import type { Certificate, Finding, HuntReport, StoryRun } from "../report.ts";
import { ADVICE } from "./advice.ts";
import { againCommand } from "./again-command.ts";
import { runLines } from "./run-text.ts";

/** The story of a finding, ended by a line break; no line is longer than `width` unless it holds a longer word. */
export function findingText(finding: Finding, { folder, width }: { folder: string | null; width: number }): string {
  const { rule, title, what, world, after_ms, drawn_steps, story, unstable, level } = finding;
  const where = world === 0 ? "a world without any trouble" : `world ${world}`;
  const found = `found after ${Math.round(after_ms / 100) / 10} s, shrunk from ${drawn_steps} steps to ${finding.steps.length}`;
  const lines = [
    `${where}: ${what}`,
    `${rule} ${title}${level === "warning" ? ` (warning${unstable ? ", unstable" : ""})` : ""} · ${found}`,
    ...runLines(story),
    certificateText(finding),
    `do: ${ADVICE[rule]}`,
    ...(folder === null
      ? []
      : [`again: ${againCommand(finding, folder)}`, `picture: ${folder}/hunt-${finding.number}.html`]),
  ];
  return `${lines.flatMap((line) => wrapped(escapeControl(line), width)).join("\n")}\n`;
}

/** One run of a story, ended by a line break. */
export function runText(run: StoryRun, width: number): string {
  return `${runLines(run)
    .flatMap((line) => wrapped(escapeControl(line), width))
    .join("\n")}\n`;
}

function certificateText({ certificate, rate, unstable }: Finding): string {
  const seen = `Seen in ${rate.failed} of ${rate.of}.`;
  if (unstable) return `It failed once and never again in ${rate.of} runs: it may depend on the moment. ${seen}`;
  return `${provenText(certificate)} ${seen}`;
}

function provenText({ kind, without, why }: Certificate): string {
  const runs = without.reduce((sum, { of }) => sum + of, 0);
  if (kind === "not proven") return `Not proven minimal: ${why}.`;
  const all =
    kind === "smallest"
      ? "Without any of the steps, and in every smaller selection of them,"
      : "Without any one of the steps";
  return `${all} the books are right (${runs} worlds).${why === null ? "" : ` (${why})`}`;
}

/** What the whole hunt came to, in a few lines. */
export function summaryText(report: HuntReport, width: number): string {
  const {
    findings,
    worlds,
    further_worlds,
    not_judged,
    seconds,
    ended,
    left_out,
    never_met,
    rules_not_judged,
    hindrance,
  } = report;
  const planned = worlds.singles + worlds.pairs + worlds.swarm;
  const rate = seconds > 0 ? Math.round(((planned + further_worlds) / seconds) * 10) / 10 : 0;
  const unjudged = not_judged.reduce((sum, one) => sum + one.worlds, 0);
  const found =
    findings.length === 0 ? "nothing found" : `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`;
  const lines = [
    ...(hindrance === null ? [] : [`could not be judged: ${hindrance}`]),
    ...(planned === 0 && hindrance !== null
      ? []
      : [
          `${found} in ${planned} worlds (${worlds.singles} singles, ${worlds.pairs} pairs, ${worlds.swarm} swarm; ${further_worlds} further), ${rate} a second; it ended because ${ended}`,
        ]),
    ...(unjudged === 0
      ? []
      : [`not judged: ${not_judged.map(({ why, worlds: count }) => `${count} (${why})`).join(", ")}`]),
    ...left_out.map((one) => `left out: ${one}`),
    ...groups(rules_not_judged).map(([why, rules]) => `not judged: ${rules.join(", ")}: ${why}`),
    ...(never_met.length === 0 ? [] : [`never met: ${never_met.join(", ")}`]),
  ];
  return `${lines.flatMap((line) => line.split("\n").flatMap((one) => wrapped(escapeControl(one), width))).join("\n")}\n`;
}

function groups(rows: HuntReport["rules_not_judged"]): [string, string[]][] {
  return [...Map.groupBy(rows, ({ why }) => why)].map(([why, list]) => [why, list.map(({ rule }) => rule)]);
}

/** The line in pieces of at most `width` characters, broken at spaces; further pieces keep its indent. */
export function wrapped(line: string, width: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const pieces: string[] = [];
  let piece = "";
  for (const word of line.trim().split(" ")) {
    const longer = piece === "" ? word : `${piece} ${word}`;
    if (piece !== "" && indent.length + longer.length > width) {
      pieces.push(piece);
      piece = `  ${word}`;
    } else piece = longer;
  }
  return [...pieces, piece].map((one) => `${indent}${one}`);
}
