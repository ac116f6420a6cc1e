// The style of the HTML output: the colours of both themes, and a layout that needs no width.

export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e9ed); --quiet: light-dark(#57606a, #9aa4af); --page: light-dark(#ffffff, #12161b);
  --line: light-dark(#d0d7de, #333c46); --card: light-dark(#f6f8fa, #1a2027); --link: light-dark(#0b5cad, #79b8ff);
  --bad: light-dark(#b3261e, #ff8a80); --warn: light-dark(#8a5300, #f0b858); --good: light-dark(#1a6b35, #6fcf8b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.25rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
.summary { font-size: 1.1rem; }
h1, h2, p, dd, summary, li { overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { margin: 0; }
dd { margin: 0; }
dt { color: var(--quiet); font-size: 0.9rem; }
dl > div { padding: 0.25rem 0; }
.facts { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.5rem 1rem; margin: 1rem 0; }
nav ul { padding: 0; list-style: none; }
nav li { padding: 0.15rem 0; }
.case { border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); padding: 0.5rem 0.75rem; margin: 0.5rem 0; }
summary { cursor: pointer; }
details dl { padding: 0.5rem 0 0 1.1rem; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.6rem; font-size: 0.85rem; color: var(--quiet); white-space: nowrap; }
.badge.fail { color: var(--bad); font-weight: 600; }
.badge.warning { color: var(--warn); }
.badge.ok { color: var(--good); }
@media (min-width: 40rem) {
  dl > div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; }
}
@media print { details.case > dl { display: block; } }
`;
