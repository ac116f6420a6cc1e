// The HTML of the API reference: one viewer for two documents, and a legend of the marks.

import { html } from "../../kernel/html.ts";
import { FAVICON } from "../looks/page-elements.ts";
import { pageHeader } from "../looks/page-header.ts";

export type Reference = { path: string; name: string; document: string; base: string };

/** The documents of the sandbox; `base` is the prefix of the paths of each. */
export const REFERENCES: readonly Reference[] = [
  { path: "/docs", name: "Service", document: "/openapi.json", base: "/v1" },
  { path: "/docs/admin", name: "Control API", document: "/admin/openapi.json", base: "/admin" },
];

/** `here` is one of the references. */
export function referenceHtml(here: Reference): string {
  const tabs = REFERENCES.map(
    (one) => html`<a class="${one === here ? "here" : ""}" href="${one.path}">${one.name}</a>`,
  );
  const mark = (name: string) => html`<span class="provenance provenance-${name}">${name}</span>`;
  const marks = html`<p>${mark("documented")} stated in the service specification · ${mark("inferred")} decided here from published facts or conventions · ${mark("invented")} a free choice of this sandbox</p>`;
  const key =
    here.base === "/v1"
      ? html`<p>To try an operation: Authorize with the API key that the sandbox printed when it started.</p>`
      : html`<p>Every operation can be tried at once; where the sandbox was started with an admin token, Authorize with it first.</p>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${here.name}: API reference of the sandbox</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/theme.js"></script>
</head>
<body>
${pageHeader("/docs", "")}
<div class="top"><h1>API reference</h1><nav aria-label="Documents">${tabs}<a href="${here.document}">document</a></nav>
${here.base === "/v1" ? marks : ""}${key}</div>
<div id="reference" data-document="${here.document}" data-base="${here.base}"></div>
<noscript><p>The reference is drawn by a script; <a href="${here.document}">the document</a> can be read without.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`.markup;
}
