// Serves the texts for coding agents (G-10): the files at the root of the package.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendFile } from "../../http/send-file.ts";

const TYPE = "text/plain; charset=utf-8";

const FILES: ReadonlyMap<string, URL> = new Map(
  ["llms.txt", "llms-full.txt"].map((name) => [`/${name}`, new URL(`../../../${name}`, import.meta.url)]),
);

/** Answers a GET or HEAD of `/llms.txt` and `/llms-full.txt` and returns true; false for any other path. */
export function serveTexts(path: string, request: IncomingMessage, response: ServerResponse): boolean {
  const file = FILES.get(path);
  if (file === undefined) return false;
  // Not kept: hardly anybody asks twice.
  sendFile(request, response, { status: 200, type: TYPE, body: readFileSync(file) });
  return true;
}
