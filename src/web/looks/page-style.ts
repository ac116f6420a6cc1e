// The style sheet of the pages that the server makes, in the looks of the page at `/`: header, cards, tables, chips.
import { THEME_RULES, tokenDeclarations } from "./tokens.ts";

/** The header with the places of the sandbox; the API reference has it too. */
export const HEADER_STYLE = `:root { ${tokenDeclarations().replaceAll("\n", " ")} }
${THEME_RULES}
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; padding: .45rem .9rem; border-bottom: 1px solid var(--color-line); background: var(--color-card); color: var(--color-ink); font: .875rem/1.45 var(--font-sans); }
.bar .logo { display: flex; align-items: center; gap: .4rem; font-weight: 600; color: var(--color-ink); text-decoration: none; }
.bar .logo svg { color: var(--color-accent); }
.bar nav { display: flex; flex-wrap: wrap; gap: .1rem .9rem; } .bar a { min-height: 24px; display: inline-flex; align-items: center; }
.bar a { color: var(--color-accent); text-decoration: none; } .bar a:hover { text-decoration: underline; }
.bar a[aria-current] { color: var(--color-ink); font-weight: 600; }
.bar form { display: flex; flex: 1 1 16rem; gap: .4rem; max-width: 34rem; margin-left: auto; }
.bar input, .bar button { font: inherit; color: inherit; border: 1px solid var(--color-strong); border-radius: 6px; padding: 3px 8px; background: var(--color-card); }
.bar input { flex: 1; min-width: 0; } .bar input::placeholder { color: var(--color-faint); opacity: 1; } .bar button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; border-radius: 3px; }
@media (max-width: 40rem) { .bar form { margin-left: 0; max-width: none; flex-basis: 100%; } }
@media (pointer: coarse) { .bar a, .bar input, .bar button { min-height: 44px; display: inline-flex; align-items: center; } }
`;

export const PAGE_STYLE = `${HEADER_STYLE}
* { box-sizing: border-box; }
body { margin: 0; background: var(--color-ground); color: var(--color-ink); font: .875rem/1.45 var(--font-sans); }
main, footer { padding: 0 .9rem; }
h1 { font-size: 1rem; margin: 0; font-weight: 600; }
h2 { font-size: .875rem; margin: 0 0 .5rem; font-weight: 600; }
a { color: var(--color-accent); text-decoration: none; } a:hover, dd a, p a, td.grow a { text-decoration: underline; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; align-items: start; padding-top: .75rem; padding-bottom: .75rem; }
section { background: var(--color-card); border: 1px solid var(--color-line); border-radius: 8px; padding: .6rem .75rem; min-width: 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 400; color: var(--color-faint); }
th, td { padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--color-line); vertical-align: top; white-space: nowrap; }
tr:last-child td { border-bottom: 0; } th:last-child, td:last-child { padding-right: 0; }
td.grow { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td code { white-space: normal; overflow-wrap: anywhere; display: inline-block; min-width: 7rem; } td a code { min-width: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code, .mono { font: .92em var(--font-mono); }
.faint { color: var(--color-faint); } .nothing { margin: 0; color: var(--color-faint); }
.chip { display: inline-block; border-radius: 1rem; padding: 0 .5rem; font-size: .75rem; line-height: 1.25rem; background: var(--color-hover); white-space: nowrap; }
.good { background: var(--color-good-ground); color: var(--color-good); } .bad { background: var(--color-bad-ground); color: var(--color-bad); }
.warn { background: var(--color-warn-ground); color: var(--color-warn); }
footer { padding-bottom: 1.5rem; color: var(--color-faint); }
.lost .bar::after { content: "no answer: trying again"; border-radius: 1rem; padding: 0 .5rem; font-size: .75rem; background: var(--color-bad-ground); color: var(--color-bad); }
`;
