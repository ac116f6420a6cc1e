// Style sheet and script of the page at `/`; both are inline and allowed by their hashes alone.
import { createHash } from "node:crypto";

export const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1a2233; --faint: #667085; --line: #e4e7ec;
  --accent: #3056d3; --good: #12805c; --good-ground: #e3f6ee; --bad: #b42318; --bad-ground: #fdeceb; --warn: #93600a; --warn-ground: #fdf3dc; }
@media (prefers-color-scheme: dark) { :root { --ground: #10141c; --card: #181e29; --ink: #e6e9f0; --faint: #98a2b3; --line: #2a3342;
  --accent: #8aa6ff; --good: #6fd6ae; --good-ground: #14352a; --bad: #ff9b92; --bad-ground: #421b19; --warn: #f2c063; --warn-ground: #3b2d10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; padding-top: 1.75rem; }
h1 { font-size: 1.3rem; margin: 0; letter-spacing: -.01em; }
h2 { font-size: .8rem; margin: 0 0 .6rem; text-transform: uppercase; letter-spacing: .06em; color: var(--faint); font-weight: 600; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .9rem; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; align-items: start; padding-top: 1.1rem; padding-bottom: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.1rem; min-width: 0; overflow-x: auto; }
section.wide { grid-column: 1 / -1; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.2rem; margin: 0; }
.facts div { display: flex; flex-direction: column; } .facts dt { font-size: .78rem; color: var(--faint); } .facts dd { margin: 0; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; }
th { text-align: left; font-weight: 500; color: var(--faint); font-size: .78rem; }
th, td { padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
tr:last-child td { border-bottom: 0; } th:last-child, td:last-child { padding-right: 0; }
td.grow { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td code { white-space: normal; overflow-wrap: anywhere; display: inline-block; min-width: 7rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code, .mono { font: .86em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.faint { color: var(--faint); } .nothing { margin: 0; color: var(--faint); }
.chip { display: inline-block; border-radius: 1rem; padding: .02rem .55rem; font-size: .78rem; background: var(--line); white-space: nowrap; }
.good { background: var(--good-ground); color: var(--good); } .bad { background: var(--bad-ground); color: var(--bad); }
.warn { background: var(--warn-ground); color: var(--warn); }
footer { padding-bottom: 2rem; color: var(--faint); font-size: .85rem; }
.lost header::after { content: "no answer"; border-radius: 1rem; padding: .02rem .55rem; font-size: .78rem; background: var(--bad-ground); color: var(--bad); }
`;

/** Refreshes the page every two seconds, but not while it is hidden or text is selected. */
export const SCRIPT = `
setInterval(async () => {
  if (document.hidden || !getSelection().isCollapsed) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.body.classList.remove("lost");
  } catch { document.body.classList.add("lost"); }
}, 2000);
`;

/** What a page may do besides showing text. */
type Allowed = { style: string; script: string; formAction?: "'self'" | "'none'" };

/** Nothing from other origins, nothing inline but these two texts, no frames. */
export function policyOf({ style, script, formAction = "'none'" }: Allowed): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The content security policy of the page at `/`. */
export const CONTENT_SECURITY_POLICY = policyOf({ style: STYLE, script: SCRIPT });

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}
