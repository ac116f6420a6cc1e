// The HTTP response to one JSON-RPC message: the same bytes by the router of Express and by the short way past it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../dispatch.ts";

/** Sends what a message is answered: its text, nothing (204) for notifications, or an end of the connection. Earlier headers are kept. */
export function respond(request: IncomingMessage, response: ServerResponse, { cut, text, delivered }: Answer): void {
  if (cut) request.socket.destroy();
  else if (text === undefined) response.writeHead(204).end();
  else sendJson(response, 200, text);
  delivered();
}

/** As `respond`, for a response that nobody has set a header of. */
export function respondAlone(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (answer.cut) request.socket.destroy();
  else if (answer.text === undefined) response.writeHead(204, [...HEADERS]).end();
  else sendAlone(response, 200, answer.text);
  answer.delivered();
}

/**
 * The headers of every answer that a program gets, in their order: a browser must not guess the type, and a cache must not serve
 * a page the response to a program.
 */
const HEADERS = ["X-Content-Type-Options", "nosniff", "Vary", "Origin"] as const;
const TYPE = "application/json; charset=utf-8";

/** Head and body leave in one piece, the head made of a list, which is the fastest way. */
export function sendAlone(response: ServerResponse, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, [...HEADERS, "Content-Type", TYPE, "Content-Length", length]);
  // With one byte for each character it is ASCII, which is written faster as such.
  response.end(text, length === text.length ? "latin1" : "utf8");
}

/** Head and body leave in one piece. */
function sendJson(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", TYPE);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}
