// What the page at `/` and its files may do in a browser (D-80): scripts and styles are files of this origin, and no text becomes code.

/** Nothing inline, nothing from elsewhere, no frames, and no text that a script turns into markup. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
