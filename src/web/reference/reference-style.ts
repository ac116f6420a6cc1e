// The style sheet of the API reference: header and marks, added to the viewer's own style sheet.
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1a2233; --faint: #667085; --line: #e4e7ec; --accent: #3056d3;
  --documented: #12805c; --documented-ground: #e3f6ee; --inferred: #93600a; --inferred-ground: #fdf3dc; --invented: #6b3fb5; --invented-ground: #f0e9fb; }
@media (prefers-color-scheme: dark) { :root { --ground: #10141c; --card: #181e29; --ink: #e6e9f0; --faint: #98a2b3; --line: #2a3342; --accent: #8aa6ff;
  --documented: #6fd6ae; --documented-ground: #14352a; --inferred: #f2c063; --inferred-ground: #3b2d10; --invented: #c8a9f7; --invented-ground: #33244d; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
html.dark-mode, html.dark-mode body { background: var(--ground); }
.top { max-width: 1460px; margin: 0 auto; padding: 1.5rem 1.25rem 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem 1rem; box-sizing: border-box; }
.top h1 { font-size: 1.3rem; margin: 0; letter-spacing: -.01em; } .top p { flex-basis: 100%; margin: .2rem 0; font-size: .9rem; color: var(--faint); }
.top a { color: var(--accent); text-decoration: none; } .top a:hover { text-decoration: underline; } .top .here { color: var(--ink); font-weight: 600; }
.top nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .9rem; }
.top code { font: .86em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.provenance, .provenance-source { display: inline-block; border-radius: 1rem; padding: 0 .5rem; margin: 0 .25rem 0 0; font: 500 .72rem/1.5 system-ui, sans-serif; white-space: nowrap; vertical-align: middle; }
.provenance-documented { background: var(--documented-ground); color: var(--documented); }
.provenance-inferred { background: var(--inferred-ground); color: var(--inferred); }
.provenance-invented { background: var(--invented-ground); color: var(--invented); }
.provenance-source { border: 1px solid var(--line); color: var(--faint); padding: 0 .4rem; }
.provenance-marks { margin-left: .4rem; }
.swagger-ui .opblock-body { display: flex; flex-direction: column; }
.provenance-section { order: -1; padding: .8rem 1.25rem 0; }
.provenance-row { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .5rem; font: .8rem/1.6 system-ui, sans-serif; color: var(--ink); }
.provenance-row > span:first-child { min-width: 5.5rem; color: var(--faint); }
html.dark-mode .swagger-ui { background: var(--ground); } .swagger-ui .info .title { font-size: 1.5rem; }
.swagger-ui .info { margin: 1rem 0 1.5rem; } .swagger-ui .scheme-container { padding: 1rem 0; margin-bottom: 1rem; }
.swagger-ui .opblock-summary-path { max-width: none; flex-shrink: 1; }
.swagger-ui .wrapper { box-sizing: border-box; }
`;
