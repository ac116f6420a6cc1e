// Writes a result document as Markdown for a pull request or a job summary: a table for each section. Foreign text cannot become markup.
import { escapeControl } from "../../kernel/escape-control.ts";
import { countsText, groupsOf, type ResultCase, type ResultSection, wordOf } from "./document.ts";
import type { SealedDocument } from "./seal.ts";

/** Characters of a cell. */
const MAX_CELL = 600;

/** The document as GitHub's Markdown. Ends with a line break. */
export function markdownOf({ title, summary, facts, sections }: SealedDocument): string {
  const head = [`# ${escaped(title)}`, "", escaped(summary), ""];
  const list = facts.map(({ name, value }) => `- ${escaped(name)}: ${escaped(value)}`);
  const parts = sections.flatMap(sectionLines);
  return `${[...head, ...list, ...(list.length > 0 ? [""] : []), ...parts].join("\n").trimEnd()}\n`;
}

/** What needs attention as a table; what does not, folded below it. */
function sectionLines(section: ResultSection): string[] {
  const { title, about, cases } = section;
  const { open, folded } = groupsOf(section);
  return [
    `## ${escaped(title)}`,
    "",
    ...(about === undefined ? [] : [escaped(about), ""]),
    countsText(cases),
    "",
    ...(open.length === 0 ? [] : [...rows(open), ""]),
    ...folded.flatMap(({ word, cases: some }) => [
      `<details><summary>${word}</summary>`,
      "",
      ...rows(some),
      "",
      "</details>",
      "",
    ]),
  ];
}

function rows(cases: readonly ResultCase[]): string[] {
  return ["| Result | Case | Why | What to do |", "|---|---|---|---|", ...cases.map(row)];
}

function row(one: ResultCase): string {
  const { name, title, result, why, what_to_do, evidence: all = [], decision } = one;
  // A job summary is bounded, and nobody looks for what happened in a case that passed: JSON and HTML have it.
  const evidence = result === "ok" ? [] : all;
  const word = result === "fail" ? `**${escaped(wordOf(one))}**` : escaped(wordOf(one));
  const because = [
    why ?? "",
    ...evidence.map(({ label, text }) => `${label}: ${text}`),
    decision === undefined ? "" : `decision ${decision}`,
  ];
  const cells = [word, linesOf([name, title ?? ""]), linesOf(because), linesOf([what_to_do ?? ""])];
  return `| ${cells.join(" | ")} |`;
}

function linesOf(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .map((text) => escaped(text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL)}…`))
    .join("<br>");
}

/** Text on one line in which nothing is markup, a link, an image or a mention. */
function escaped(text: string): string {
  return escapeControl(text.toWellFormed().replace(/\s*\n\s*/g, " "))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replace(/[\\`*_{}[\]#|~!$]/g, "\\$&")
    .replaceAll("://", "&#58;//")
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`)
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, "$1\\$2");
}
