// The HTTP server: limits on slow and greedy clients, and the envelope also for what is no HTTP at all.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TIER_LIMITS } from "../domain/tenant/tenant.ts";
import { Problem } from "../kernel/problem.ts";
import { Connections } from "./connections.ts";
import { headerText, serviceErrorBody } from "./problem-reply.ts";
import { addressBucket, type RateLimiter, rateHeaders } from "./rate-limit.ts";

export type ServerDependencies = { readonly limiter: RateLimiter; nextRequestId(): string };

export type ServerLimits = {
  /** Milliseconds for the head of a request, for all of it, and of quiet between two. */
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  /** Connections that may be open; one more costs the longest idle one its own. */
  maxConnections: number;
};

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a busy CI machine stops for: who closes a connection in the moment in which it is used again gives its client an
  // error that nobody can explain. What is too many goes by `mostConnections`.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 4_096,
};

/** Bytes of a request line and its headers. */
const LARGEST_HEAD = 16_384;

/** A server that listens nowhere yet and has nobody who answers requests (`server.on("request", …)`). */
export function createHttpServer(parts: ServerDependencies, limits: ServerLimits = SERVER_LIMITS): Server {
  const { maxConnections, ...times } = limits;
  const server = createServer({
    ...times,
    /** A missing Host header is the guard's business, and gets a reply with a body. */
    requireHostHeader: false,
    maxHeaderSize: LARGEST_HEAD,
    // Anything else that wants to be upgraded (HTTP/2 by a Java client's first request) is answered as what it is: HTTP/1.1.
    shouldUpgradeCallback: isSocketHandshake,
  });
  // Headers beyond a count would be dropped in silence, an Origin among them; their bytes are bounded already.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections + SPARE_CONNECTIONS;
  const connections = new Connections(server, maxConnections);
  // An expectation we do not know is ignored: the request is answered for what it asks.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  server.on("checkContinue", (request, response) => {
    continueWhenRead(request, response);
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) =>
    refuse(socket as Socket, "this is no proxy: CONNECT is not served", parts),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A browser opens connections ahead of need: an answer to nothing would be read as that of its first request.
    const unused = (socket as Socket).bytesRead === 0;
    const silent = unused || connections.isAnswered(socket as Socket);
    if (error.code === "ECONNRESET" || silent || !socket.writable) socket.destroy();
    else refuse(socket as Socket, `this is no HTTP/1.1 request that can be read (${error.code ?? ""})`, parts);
  });
  return server;
}

/** Room for newcomers while all others wait for answers. */
const SPARE_CONNECTIONS = 256;

function isSocketHandshake({ headers, url = "" }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === "websocket" && url.startsWith("/rpc/");
}

/**
 * The client asks whether it should send its body: it is told to when somebody wants to read it, and not before its Host,
 * key and type are looked at. Who was refused may send its body or not, so that connection ends with the answer.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once("resume", () => {
    if (response.headersSent) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}

/** Answers bytes that are no request, and hangs up: what follows on this connection cannot be understood either. */
function refuse(socket: Socket, detail: string, { limiter, nextRequestId }: ServerDependencies): void {
  const body = JSON.stringify(serviceErrorBody(new Problem("invalidRequest", detail)));
  const headers = {
    "X-Request-Id": nextRequestId(),
    ...rateHeaders(limiter.count(addressBucket(socket.remoteAddress), TIER_LIMITS.standard)),
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
