// Sends a page or file, with the headers that stop a browser from guessing or leaking.
import type { IncomingMessage, ServerResponse } from "node:http";

export type FileReply = {
  status: number;
  type: string;
  body: string | Buffer;
  /** Override the fixed ones. */
  headers?: Readonly<Record<string, string>>;
};

export const HTML_TYPE = "text/html; charset=utf-8";

export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: FileReply,
): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
