// The HTTP response to one JSON-RPC message: the same bytes by the router of Express and by the short way past it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../dispatch.ts";

/** Sends what a message is answered: its text, nothing (204) for notifications, or an end of the connection. */
export function respond(request: IncomingMessage, response: ServerResponse, { cut, text, delivered }: Answer): void {
  if (cut) request.socket.destroy();
  else if (text === undefined) response.writeHead(204).end();
  else sendJson(response, 200, text);
  delivered();
}

/** Head and body leave in one piece. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}
