// The HTTP server: limits on slow and greedy clients, and the envelope also for what is no HTTP at all.
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { TIER_LIMITS } from "../domain/tenant/tenant.ts";
import { Problem } from "../kernel/problem.ts";
import { headerText, serviceErrorBody } from "./problem-reply.ts";
import { addressBucket, type RateLimiter } from "./rate-limit.ts";

export type ServerParts = { readonly limiter: RateLimiter; nextRequestId(): string };

const LIMITS = {
  /** A missing Host header is the guard's business, and gets a reply with a body. */
  requireHostHeader: false,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};
const MOST_CONNECTIONS = 4_096;

/** A server that listens nowhere yet and has nobody who answers requests (`server.on("request", …)`). */
export function createHttpServer(parts: ServerParts): Server {
  const server = createServer(LIMITS);
  server.maxConnections = MOST_CONNECTIONS;
  // An expectation we do not know is ignored: the request is answered for what it asks.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A browser opens connections ahead of need: an answer to nothing would be read as that of its first request.
    const unused = (socket as Socket).bytesRead === 0;
    if (error.code === "ECONNRESET" || unused || !socket.writable) socket.destroy();
    else refuse(socket as Socket, error.code ?? "", parts);
  });
  return server;
}

/** Answers bytes that are no request, and hangs up: what follows on this connection cannot be understood either. */
function refuse(socket: Socket, code: string, { limiter, nextRequestId }: ServerParts): void {
  const detail = `this is no HTTP/1.1 request that can be read (${code})`;
  const problem = new Problem("invalidRequest", detail);
  const body = JSON.stringify(serviceErrorBody(problem));
  const allowance = limiter.count(addressBucket(socket.remoteAddress), TIER_LIMITS.standard);
  const headers = {
    "X-Request-Id": nextRequestId(),
    "X-RateLimit-Limit": allowance.limit,
    "X-RateLimit-Remaining": allowance.remaining,
    "X-RateLimit-Reset": allowance.resetAt,
    "X-Sandbox-Error": headerText(detail),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
