// The style sheet of the explorer, and what its pages may do in a browser.
import { PAGE_POLICY } from "../home/page-policy.ts";
import { PAGE_STYLE } from "../looks/page-style.ts";

export const EXPLORER_STYLE = `${PAGE_STYLE}
.networks { display: flex; flex-wrap: wrap; gap: .1rem .9rem; padding: .35rem .9rem; border-bottom: 1px solid var(--color-line); background: var(--color-card); }
.networks a, .pages a { min-height: 24px; display: inline-flex; align-items: center; } .networks .here { color: var(--color-ink); font-weight: 600; }
.title { margin: 0; font-size: 1rem; overflow-wrap: anywhere; min-width: 0; } .title span { font-weight: 400; font-size: .875rem; margin-left: .4rem; } .title code { font-size: .875rem; font-weight: 400; }
.list { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: .2rem 1.2rem; margin: 0; }
.list dt { color: var(--color-faint); } .list dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.pages { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
td.amount { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
td.id { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; }
td.gone { text-decoration: line-through; }
details summary { cursor: pointer; color: var(--color-accent); } details code { display: block; margin-top: .4rem; overflow-wrap: anywhere; }
.logs, .calls, .calls ul { list-style: none; margin: 0; padding: 0; }
.logs > li { padding: .35rem 0; border-bottom: 1px solid var(--color-line); overflow-wrap: anywhere; } .logs > li:last-child { border-bottom: 0; padding-bottom: 0; }
.logs .list { padding-left: 1.1rem; }
.calls ul { border-left: 1px solid var(--color-strong); margin-left: .4rem; padding-left: .7rem; }
.calls li { padding: .12rem 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .list { grid-template-columns: minmax(0, 1fr); gap: 0; } .list dd { margin-bottom: .4rem; } }
@media (pointer: coarse) { .networks a, .pages a { min-height: 44px; display: inline-flex; align-items: center; } }
`;

/** As everywhere (D-80), but for the search: without a script a form is all there is, and it goes to this origin only (decision 0063). */
export const EXPLORER_POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");
