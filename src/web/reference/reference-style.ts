// The style sheet of the API reference: header and marks, added to the viewer's own style sheet.
import { HEADER_STYLE } from "../looks/page-style.ts";

export const REFERENCE_STYLE = `${HEADER_STYLE}
:root { --invented: light-dark(#6b3fb5, #c8a9f7); --invented-ground: light-dark(#f0e9fb, #33244d); }
body { margin: 0; background: var(--color-ground); color: var(--color-ink); font: .875rem/1.45 var(--font-sans); }
html.dark-mode, html.dark-mode body { background: var(--color-ground); }
.top { max-width: 1460px; margin: 0 auto; padding: 1.5rem 1.25rem 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem 1rem; box-sizing: border-box; }
.top h1 { font-size: 1.3rem; margin: 0; letter-spacing: -.01em; } .top p { flex-basis: 100%; margin: .2rem 0; font-size: .9rem; color: var(--color-faint); }
.top a { color: var(--color-accent); text-decoration: none; } .top a:hover { text-decoration: underline; } .top .here { color: var(--color-ink); font-weight: 600; }
.top nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .9rem; }
.top code { font: .86em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.provenance, .provenance-source { display: inline-block; border-radius: 1rem; padding: 0 .5rem; margin: 0 .25rem 0 0; font: 500 .72rem/1.5 system-ui, sans-serif; white-space: nowrap; vertical-align: middle; }
.provenance-documented { background: var(--color-good-ground); color: var(--color-good); }
.provenance-inferred { background: var(--color-warn-ground); color: var(--color-warn); }
.provenance-invented { background: var(--invented-ground); color: var(--invented); }
.provenance-source { border: 1px solid var(--color-line); color: var(--color-faint); padding: 0 .4rem; }
.provenance-marks { margin-left: .4rem; }
.swagger-ui .opblock-body { display: flex; flex-direction: column; }
.provenance-section { order: -1; padding: .8rem 1.25rem 0; }
.provenance-row { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .5rem; font: .8rem/1.6 system-ui, sans-serif; color: var(--color-ink); }
.provenance-row > span:first-child { min-width: 5.5rem; color: var(--color-faint); }
html.dark-mode .swagger-ui { background: var(--color-ground); } .swagger-ui .info .title { font-size: 1.5rem; }
.swagger-ui .info { margin: 1rem 0 1.5rem; } .swagger-ui .scheme-container { padding: 1rem 0; margin-bottom: 1rem; }
.swagger-ui .opblock-summary-path { max-width: none; flex-shrink: 1; }
.swagger-ui .wrapper { box-sizing: border-box; }
`;
