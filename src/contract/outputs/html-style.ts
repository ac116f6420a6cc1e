// The style of the HTML output: the colours of both themes, a layout that needs no width, and a print form with everything unfolded.

export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e9ed); --quiet: light-dark(#57606a, #9aa4af); --page: light-dark(#ffffff, #12161b);
  --line: light-dark(#d0d7de, #333c46); --card: light-dark(#f6f8fa, #1a2027); --code: light-dark(#eaeef2, #252d36); --link: light-dark(#0b5cad, #79b8ff);
  --bad: light-dark(#b3261e, #ff8a80); --warn: light-dark(#8a5300, #f0b858); --good: light-dark(#1a6b35, #6fcf8b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.05rem; font-weight: 600; line-height: 1.3; margin: 0; color: var(--quiet); }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 0.25rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 0.25rem; }
h1, h2, p, dd, summary, li { overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
dd code { display: inline-block; max-width: 100%; background: var(--code); border-radius: 0.25rem; padding: 0.05rem 0.4rem; overflow-wrap: anywhere; }
pre { margin: 0; background: var(--code); border-radius: 0.25rem; padding: 0.35rem 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dl, dd { margin: 0; }
dt { color: var(--quiet); font-size: 0.9rem; }
dl > div { padding: 0.25rem 0; }
header, .case { --mark: var(--line); }
.fail { --mark: var(--bad); }
.warning { --mark: var(--warn); }
.ok { --mark: var(--good); }
header { border: 1px solid var(--line); border-left: 0.4rem solid var(--mark); border-radius: 0.5rem; background: var(--card); padding: 0.9rem 1rem; margin-top: 0.5rem; }
.summary { font-size: 1.3rem; font-weight: 600; line-height: 1.35; margin: 0.35rem 0 0; }
.facts { padding: 0 1rem; margin: 1rem 0; }
.about { color: var(--quiet); }
nav ul { margin: 1rem 0; padding: 0 1rem; list-style: none; }
nav li { padding: 0.2rem 0; }
.case { border: 1px solid var(--line); border-left: 0.25rem solid var(--mark); border-radius: 0.4rem; background: var(--card); padding: 0.5rem 0.75rem; margin: 0.5rem 0; }
summary { cursor: pointer; }
.fold > summary { padding: 0.5rem 0; color: var(--link); }
details dl { padding: 0.4rem 0 0.1rem 1.1rem; }
.todo dd { font-weight: 500; }
.title { color: var(--quiet); }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.6rem; font-size: 0.85rem; color: var(--quiet); white-space: nowrap; }
.badge.fail { color: var(--page); background: var(--bad); border-color: var(--bad); font-weight: 600; }
.badge.warning { color: var(--warn); }
.badge.ok { color: var(--good); }
@media (min-width: 40rem) {
  dl > div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; }
}
@media print {
  :root { color-scheme: light; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  header, .case { break-inside: avoid; }
}
`;
