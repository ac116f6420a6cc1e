// Puts a finished reply on the wire, or cuts the connection where a fault says so.
import type { RequestContext } from "./request-context.ts";

/** Of every reply: nothing of it may be kept or guessed at. */
const FIXED_HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

export function send({ request, response, reply, replyHeaders, cut, method }: RequestContext): void {
  if (cut !== undefined) {
    request.socket.destroy();
    return;
  }
  if (reply === undefined || response.destroyed || response.headersSent) return;
  const bytes = Buffer.from(reply.text, "utf8");
  const body: Record<string, string | number> =
    bytes.length === 0 ? {} : { "Content-Type": "application/json; charset=utf-8", "Content-Length": bytes.length };
  response.writeHead(reply.status, { ...FIXED_HEADERS, ...replyHeaders, ...reply.headers, ...body });
  // A body that nobody wants any more is read to its end and forgotten, so that the client gets to read this reply.
  if (!request.complete) request.resume();
  response.end(method === "HEAD" ? undefined : bytes);
}
