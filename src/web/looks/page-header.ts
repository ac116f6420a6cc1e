// The header of the pages that the server makes: the places of the page at `/`, and where the reader is.
import { Html, html } from "../../kernel/html.ts";

const PLACES = [
  ["/ui/inbox", "Inbox"],
  ["/ui/records", "Records"],
  ["/ui/requests", "Requests"],
  ["/ui/chains", "Chains"],
  ["/explorer", "Explorer"],
  ["/docs", "API reference"],
] as const;

/** A hexagon, as at the page at `/`. */
const LOGO = new Html(
  `<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M12 2l8.7 5v10L12 22l-8.7-5V7z"/></svg>`,
);

/** `here` is one of the places; `more` stands at the end of the bar, where the theme can be chosen too (theme-script.ts). */
export function pageHeader(here: "/explorer" | "/docs", more: Html | ""): Html {
  const links = PLACES.map(([path, title]) =>
    path === here ? html`<a href="${path}" aria-current="page">${title}</a>` : html`<a href="${path}">${title}</a>`,
  );
  return html`<header class="bar"><a class="logo" href="/">${LOGO}Sandbox</a><nav aria-label="Pages">${links}</nav>${more}</header>`;
}
