// The page around every HTML output: no script, nothing loaded from anywhere, light and dark, readable on a phone (C-70, U-60).
import { Html, html } from "../../kernel/html.ts";
import { STYLE } from "./html-style.ts";

/** Nothing may be loaded, run or sent, whatever the texts hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** @param style further CSS, which is ours: it is written as it is */
export function pageOf(title: string, main: Html, style = ""): string {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLE)}${new Html(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return markup;
}
