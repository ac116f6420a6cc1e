// The HTTP server: limits on slow and greedy clients, and an answer in the envelope also for bytes that are no HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Readings } from "../contract/readings/readings.ts";
import { Problem } from "../kernel/problem.ts";
import { Connections } from "./connections.ts";
import { headerText, serviceErrorBody } from "./problem-reply.ts";
import { addressBucket, type RateLimiter, rateHeaders } from "./rate-limit.ts";
import { requestLineOf } from "./request-target.ts";
import { earlyText } from "./stages/error-readings.ts";

/** An answer to bytes that are no request. `head`: the bytes that were read last, as far as Node hands them over. */
export type BrokenRequest = {
  readonly head: Buffer | undefined;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly text: string;
};

export type ServerDependencies = {
  readonly limiter: RateLimiter;
  readonly readings: Readings;
  nextRequestId(): string;
  /** Told of each answer to bytes that are no request; nobody by default. */
  refused?(broken: BrokenRequest): void;
};

export type ServerLimits = {
  /** Milliseconds for the head of a request, for the complete request, and of idle time between two. */
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  /** Open connections; one more closes the connection that has been idle longest. */
  maxConnections: number;
  /** Extra connections for new clients while all others wait for answers. */
  spareConnections: number;
};

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than a busy CI machine may pause: a connection that is closed in the moment of its reuse gives the client an
  // unexplained error. The number of connections is limited by `maxConnections`.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 4_096,
  spareConnections: 256,
};

/** Descriptors for everything but clients: the database, the chain engine, webhooks that are sent. */
const OTHER_DESCRIPTORS = 80;

/**
 * The limits of a process that may have `openFiles` descriptors (undefined: unknown). With fewer than the usual number of connections
 * the one idle longest is closed sooner, so that a new client is served where the system would refuse it.
 */
export function limitsFor(openFiles: number | undefined): ServerLimits {
  if (openFiles === undefined) return SERVER_LIMITS;
  const forClients = Math.max(2, openFiles - OTHER_DESCRIPTORS);
  const spareConnections = Math.min(SERVER_LIMITS.spareConnections, Math.floor(forClients / 4));
  const maxConnections = Math.min(SERVER_LIMITS.maxConnections, forClients - spareConnections);
  return { ...SERVER_LIMITS, maxConnections, spareConnections };
}

/** Bytes of a request line and its headers. */
const MAX_HEAD_BYTES = 16_384;

/** A server that does not listen yet and has no request listener (`server.on("request", …)`). */
export function createHttpServer(dependencies: ServerDependencies, limits: ServerLimits = SERVER_LIMITS): Server {
  const { maxConnections, spareConnections, ...times } = limits;
  const server = createServer({
    ...times,
    /** A missing Host header is refused by the guard, with a body. */
    requireHostHeader: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    // Any other upgrade request (to HTTP/2, by the first request of a Java client) is answered as plain HTTP/1.1.
    shouldUpgradeCallback: isSocketHandshake,
  });
  // A limit by count would silently drop headers, an Origin among them; their bytes are limited already.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections + spareConnections;
  const connections = new Connections(server, maxConnections);
  // An expectation we do not know is ignored: the request is answered for what it asks.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  server.on("checkContinue", (request, response) => {
    continueWhenRead(request, response);
    server.emit("request", request, response);
  });
  server.on("connect", (_request, socket) =>
    refuse(socket as Socket, "this is no proxy: CONNECT is not served", dependencies),
  );
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    // A browser opens connections in advance: an answer without a request would be read as that of its first one.
    const unused = (socket as Socket).bytesRead === 0;
    const silent = unused || connections.isAnswered(socket as Socket);
    if (error.code === "ECONNRESET" || silent || !socket.writable) socket.destroy();
    else refuse(socket as Socket, unreadable(error), dependencies, error.rawPacket);
  });
  return server;
}

function unreadable({ code = "" }: NodeJS.ErrnoException): string {
  return `this is no HTTP/1.1 request that can be read (${code})`;
}

function isSocketHandshake({ headers, url = "" }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === "websocket" && url.startsWith("/rpc/");
}

/**
 * Answers `Expect: 100-continue` when the body is about to be read, which is after the checks of host, key and type. A refused
 * client may send its body or not, so its connection is closed with the answer.
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

/** Answers bytes that are no request with 400 and closes the connection, since what follows cannot be parsed either. */
function refuse(
  socket: Socket,
  detail: string,
  { limiter, readings, nextRequestId, refused }: ServerDependencies,
  head?: Buffer,
): void {
  const problem = new Problem("invalidRequest", detail);
  const error = earlyText(readings, requestLineOf(head), problem);
  const body = JSON.stringify({ ...serviceErrorBody(problem), error });
  const headers = {
    "X-Request-Id": nextRequestId(),
    ...rateHeaders(limiter.count(addressBucket(socket.remoteAddress), limiter.keylessLimit), readings),
    "X-Sandbox-Error": headerText(detail),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  refused?.({ head, detail, headers, text: body });
}
