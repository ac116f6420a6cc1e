// The two files that every page of the explorer loads, under names that change with their bytes.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendFile } from "../../http/send-file.ts";
import { EXPLORER_SCRIPT } from "./explorer-script.ts";
import { EXPLORER_POLICY, EXPLORER_STYLE } from "./style.ts";

const FOLDER = "/explorer/files/";

const nameOf = (name: string, ending: string, text: string): string =>
  `${FOLDER}${name}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${ending}`;

/** Paths of the style sheet and the script. */
export const EXPLORER_FILES = {
  style: nameOf("explorer", "css", EXPLORER_STYLE),
  script: nameOf("explorer", "js", EXPLORER_SCRIPT),
} as const;

const TEXTS: ReadonlyMap<string, { type: string; body: string }> = new Map([
  [EXPLORER_FILES.style, { type: "text/css; charset=utf-8", body: EXPLORER_STYLE }],
  [EXPLORER_FILES.script, { type: "text/javascript; charset=utf-8", body: EXPLORER_SCRIPT }],
]);

/** Answers a GET or HEAD of one of the files and returns true; false for any other path. A browser keeps it for good. */
export function serveExplorerFile(path: string, request: IncomingMessage, response: ServerResponse): boolean {
  const file = TEXTS.get(path);
  if (file === undefined) return false;
  const headers = {
    "content-security-policy": EXPLORER_POLICY,
    "cache-control": "public, max-age=31536000, immutable",
  };
  sendFile(request, response, { status: 200, ...file, headers });
  return true;
}
