// Writes the colours and fonts of all pages as the theme of the page at `/`.
import { tokenDeclarations } from "../../../src/web/looks/tokens.ts";

/** A style sheet; no colour and no font beside these is known to the page. */
export function pageTokens(): string {
  const lines = tokenDeclarations().replaceAll("\n", "\n  ");
  return `/* The colours and fonts of every page, from src/web/looks/tokens.ts: written by \`npm run generate\`, never by hand. */
@theme {
  --color-*: initial;
  ${lines}
}
`;
}
