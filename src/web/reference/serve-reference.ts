// Serves /docs: the API reference, offline, with two files of the viewer package.
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { HTML_TYPE, sendFile } from "../../http/send-file.ts";
import { THEME_SCRIPT } from "../looks/theme-script.ts";
import { REFERENCES, referenceHtml } from "./reference-page.ts";
import { REFERENCE_SCRIPT } from "./reference-script.ts";
import { REFERENCE_STYLE } from "./reference-style.ts";

/** Scripts and styles of this origin as files, nothing inline, nothing from outside, no frames. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SCRIPT_TYPE = "text/javascript; charset=utf-8";
const STYLE_TYPE = "text/css; charset=utf-8";

type File = { type: string; body(): string | Buffer };

const FILES: ReadonlyMap<string, File> = new Map([
  ["/docs/swagger-ui-bundle.js", { type: SCRIPT_TYPE, body: () => viewerFile("swagger-ui-bundle.js") }],
  ["/docs/swagger-ui.css", { type: STYLE_TYPE, body: () => viewerFile("swagger-ui.css") }],
  ["/docs/reference.js", { type: SCRIPT_TYPE, body: () => REFERENCE_SCRIPT }],
  ["/docs/theme.js", { type: SCRIPT_TYPE, body: () => THEME_SCRIPT }],
  ["/docs/reference.css", { type: STYLE_TYPE, body: () => REFERENCE_STYLE }],
]);

/** Answers a GET or HEAD and returns true; false for any other path. */
export function serveDocs(path: string, request: IncomingMessage, response: ServerResponse): boolean {
  const reference = REFERENCES.find((one) => one.path === path.replace(/\/$/, ""));
  const file = FILES.get(path);
  if (reference !== undefined) {
    const headers = { "content-security-policy": POLICY };
    sendFile(request, response, { status: 200, type: HTML_TYPE, body: referenceHtml(reference), headers });
  } else if (file !== undefined) {
    const headers = { "cache-control": "public, max-age=600" };
    sendFile(request, response, { status: 200, type: file.type, body: file.body(), headers });
  }
  return reference !== undefined || file !== undefined;
}

const read = new Map<string, Buffer>();

/**
 * A file of the viewer, read at its first request. The build copies it beside the compiled code, so that installing this package
 * does not install the viewer's own package, which reports installations; sources take it from there.
 */
function viewerFile(name: string): Buffer {
  const copied = new URL(`swagger-ui/${name}`, import.meta.url);
  const known =
    read.get(name) ??
    readFileSync(existsSync(copied) ? copied : new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
  read.set(name, known);
  return known;
}
