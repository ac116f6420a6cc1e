// Writes a result document as one HTML file (C-70).
import { Html, html } from "../../kernel/html.ts";
import { countsOf, type Fact, groupsOf, overallOf, type ResultCase, type ResultSection, wordOf } from "./document.ts";
import { pageOf } from "./page.ts";
import type { SealedDocument } from "./seal.ts";

/** Characters of a fact behind a result that is shown as plain text; a longer one is shown as it was seen. */
const MAX_PLAIN = 40;

/** The document as a page of its own. */
export function htmlOf({ title, summary, facts, sections }: SealedDocument): string {
  const main = html`<header class="${overallOf(sections)}">
<h1>${title}</h1>
<p class="summary">${summary}</p>
</header>
${facts.length === 0 ? "" : html`<dl class="facts">${facts.map(factRow)}</dl>`}
${sections.length < 2 ? "" : contentsOf(sections)}
${sections.map(section)}`;
  return pageOf(title, main);
}

function factRow({ name, value, kind }: Fact): Html {
  return html`<div><dt>${name}</dt><dd>${kind === "command" ? html`<code>${value}</code>` : value}</dd></div>`;
}

function contentsOf(sections: readonly ResultSection[]): Html {
  const items = sections.map(
    ({ title, cases }, at) => html`<li><a href="#section-${at + 1}">${title}</a> ${badges(cases)}</li>`,
  );
  return html`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

function section(one: ResultSection, at: number): Html {
  const { title, about, cases } = one;
  const { open, folded } = groupsOf(one);
  return html`
<section id="section-${at + 1}" aria-labelledby="heading-${at + 1}">
<h2 id="heading-${at + 1}">${title}</h2>
${about === undefined ? "" : html`<p class="about">${about}</p>`}
<p class="counts">${cases.length === 0 ? "no cases" : badges(cases)}</p>
${open.map(card)}
${folded.map(({ word, cases: some }) => html`<details class="fold"><summary>${word}</summary>${some.map(card)}</details>`)}
</section>`;
}

function badges(cases: readonly ResultCase[]): Html[] {
  return countsOf(cases).map(({ result, word, count }) => html`<span class="badge ${result}">${count} ${word}</span> `);
}

/** A case: one line, with its reasons below. What needs attention is open from the start. */
function card(one: ResultCase): Html {
  const { name, title, result, why, what_to_do, evidence = [], decision } = one;
  const line = html`<span class="badge ${result}">${wordOf(one)}</span> <code>${name}</code>${title === undefined ? "" : html` <span class="title">${withCode(title)}</span>`}`;
  const rows = [
    ...(why === undefined ? [] : [pair("Why", why)]),
    ...(what_to_do === undefined
      ? []
      : [html`<div class="todo"><dt>What to do</dt><dd>${withCode(what_to_do)}</dd></div>`]),
    ...evidence.map(({ label, text }) => (isPlain(text) ? pair(label, text) : quote(label, text))),
    ...(decision === undefined ? [] : [pair("Decision", `${decision} (spec/service-decisions.md)`)]),
  ];
  if (rows.length === 0) return html`<p class="case ${result}">${line}</p>`;
  const open = result === "fail" || result === "warning" ? new Html(" open") : "";
  return html`<details class="case ${result}"${open}><summary>${line}</summary><dl>${rows}</dl></details>`;
}

function pair(name: string, text: string): Html {
  return html`<div><dt>${name}</dt><dd>${withCode(text)}</dd></div>`;
}

function isPlain(text: string): boolean {
  return text.length <= MAX_PLAIN && !text.includes("\n");
}

function quote(name: string, text: string): Html {
  return html`<div><dt>${name}</dt><dd><pre>${textLines(text)}</pre></dd></div>`;
}

/** Text in which what stands between backticks is code. */
function withCode(text: string): Html[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** Text whose line breaks stay: the template tag makes other control characters visible. */
function textLines(text: string): Html {
  return new Html(
    text
      .split("\n")
      .map((line) => html`${line}`.markup)
      .join("\n"),
  );
}
