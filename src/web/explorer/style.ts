// The style sheet of the explorer, added to that of the page at `/`, and the content security policy of both.
import { policyOf, SCRIPT, STYLE } from "../home/page-assets.ts";

export const EXPLORER_STYLE = `${STYLE}
header h1 a { color: inherit; }
form { display: flex; flex: 1 1 20rem; gap: .4rem; max-width: 34rem; margin-left: auto; }
input, button { font: inherit; font-size: .9rem; color: inherit; border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .65rem; background: var(--card); }
input { flex: 1; min-width: 0; } button { cursor: pointer; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.networks { flex-basis: 100%; } .networks .here { color: var(--ink); font-weight: 600; }
.title { grid-column: 1 / -1; margin: 0; font-size: 1.05rem; text-transform: none; letter-spacing: 0; color: var(--ink); overflow-wrap: anywhere; min-width: 0; } .title span { font-weight: 400; font-size: .9rem; margin-left: .4rem; } .title code { font-size: .8em; font-weight: 400; }
.list { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .35rem 1.2rem; margin: 0; font-size: .9rem; }
.list dt { color: var(--faint); } .list dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.pages { margin: .7rem 0 0; display: flex; gap: 1rem; font-size: .9rem; }
td.amount { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
td.id { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; }
details summary { cursor: pointer; color: var(--accent); } details code { display: block; margin-top: .4rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .list { grid-template-columns: 1fr; gap: 0; } .list dd { margin-bottom: .5rem; } form { margin-left: 0; max-width: none; flex-basis: 100%; } }
`;

/** The search form may be sent to this origin only. */
export const EXPLORER_POLICY = policyOf({ style: EXPLORER_STYLE, script: SCRIPT, formAction: "'self'" });
