// Writes a result document as one HTML file: no script, nothing loaded from anywhere, light and dark, readable on a phone (C-70).
import { Html, html } from "../../kernel/html.ts";
import { countsOf, type ResultCase, type ResultSection, wordOf } from "./document.ts";
import { STYLE } from "./html-style.ts";
import type { SealedDocument } from "./seal.ts";

/** Nothing may be loaded, run or sent, whatever the texts hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The document as a page of its own. */
export function htmlOf({ title, summary, facts, sections }: SealedDocument): string {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="summary">${summary}</p>
${facts.length === 0 ? "" : html`<dl class="facts">${facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`}
${sections.length < 2 ? "" : contentsOf(sections)}
${sections.map(section)}
</main>
</body>
</html>
`;
  return markup;
}

function contentsOf(sections: readonly ResultSection[]): Html {
  const items = sections.map(
    ({ title, cases }, at) => html`<li><a href="#section-${at + 1}">${title}</a> ${badges(cases)}</li>`,
  );
  return html`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

function section({ title, about, cases }: ResultSection, at: number): Html {
  return html`
<section id="section-${at + 1}" aria-labelledby="heading-${at + 1}">
<h2 id="heading-${at + 1}">${title}</h2>
${about === undefined ? "" : html`<p>${about}</p>`}
<p class="counts">${cases.length === 0 ? "no cases" : badges(cases)}</p>
${cases.map(card)}
</section>`;
}

function badges(cases: readonly ResultCase[]): Html[] {
  return countsOf(cases).map(({ result, word, count }) => html`<span class="badge ${result}">${count} ${word}</span> `);
}

/** A case: one line, with its reasons below. What needs attention is open from the start. */
function card(one: ResultCase): Html {
  const { name, title, result, why, what_to_do, evidence = [], decision } = one;
  const line = html`<span class="badge ${result}">${wordOf(one)}</span> <code>${name}</code>${title === undefined ? "" : html` <span class="title">${title}</span>`}`;
  const rows = [
    ...(why === undefined ? [] : [pair("Why", why)]),
    ...(what_to_do === undefined ? [] : [pair("What to do", what_to_do)]),
    ...evidence.map(({ label, text }) => html`<div><dt>${label}</dt><dd><pre>${textLines(text)}</pre></dd></div>`),
    ...(decision === undefined ? [] : [pair("Decision", `${decision} (spec/service-decisions.md)`)]),
  ];
  if (rows.length === 0) return html`<p class="case">${line}</p>`;
  const open = result === "fail" || result === "warning" ? new Html(" open") : "";
  return html`<details class="case"${open}><summary>${line}</summary><dl>${rows}</dl></details>`;
}

function pair(name: string, text: string): Html {
  return html`<div><dt>${name}</dt><dd>${text}</dd></div>`;
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
