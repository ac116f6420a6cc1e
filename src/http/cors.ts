// CORS headers for web pages that the guard accepts: their origin is echoed exactly, for the service and the control API.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isPreflight } from "../contract/observation.ts";

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const REQUEST_HEADERS = "Accept, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Key";
const READABLE_HEADERS = [
  ...[
    "X-Request-Id",
    "X-Sandbox-Error",
    "X-Sandbox-Warning",
    "X-Sandbox-Provenance",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
  ],
  ...["Retry-After", "WWW-Authenticate", "Allow"],
].join(", ");

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE_S = "600";

export type Cors = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Runs after the guard, which refuses every origin that is neither loopback nor listed. Never `*` and never with
 * credentials: the key is in a header that the page sets. A preflight is answered here, before keys and limits,
 * because a browser sends no key with it; `preflight` is told of it.
 */
export function createCors(preflight: (request: IncomingMessage) => void = () => {}): Cors {
  return (request, response, next) => {
    if (!allowOrigin(request, response)) next();
    else preflight(request);
  };
}

/** Writes the headers; true when the request was a preflight, which it has answered then. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  // Also without an origin: otherwise a cache could serve a page the answer made for a client without one.
  response.setHeader("Vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Expose-Headers", READABLE_HEADERS);
  if (!isPreflight(request)) return false;
  response.writeHead(204, {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": MAX_AGE_S,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end();
  return true;
}
