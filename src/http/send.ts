// Sends a finished reply, or closes the connection where an injected fault says so.
import type { RequestContext } from "./request-context.ts";

/** Headers of every reply: it is neither cached nor sniffed. */
const FIXED_HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** What a text is unless its reply says otherwise. */
const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const NO_TYPE = {};

/** Returns the headers that were sent; none for a connection that was closed, or that a stream answers. */
export function send({
  request,
  response,
  reply,
  replyHeaders,
  cut,
  method,
}: RequestContext): Readonly<Record<string, string | number>> {
  if (cut !== undefined) {
    request.socket.destroy();
    return {};
  }
  if (reply === undefined || response.destroyed || response.headersSent) return {};
  const { text } = reply;
  const length = Buffer.byteLength(text);
  const type = text === "" ? NO_TYPE : JSON_TYPE;
  const body: Record<string, number> = text === "" ? {} : { "Content-Length": length };
  const headers = { ...FIXED_HEADERS, ...replyHeaders, ...type, ...reply.headers, ...body };
  response.writeHead(reply.status, headers);
  // The unread rest of the body is read and discarded, so that the client gets to read this reply.
  if (!request.complete) request.resume();
  if (method === "HEAD") response.end();
  // A text leaves in one piece with the head. With one byte for each character it is ASCII, which is written faster as such.
  else response.end(text, length === text.length ? "latin1" : "utf8");
  return headers;
}
