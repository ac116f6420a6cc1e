// `/healthz` and `/metrics`: for programs that wait until the sandbox is ready, and for those that collect its numbers.
import type { IncomingMessage, ServerResponse } from "node:http";
import { splitTarget } from "../http/app.ts";
import { sendFile } from "../http/send-file.ts";
import type { AdminDependencies } from "./dependencies.ts";
import { breachViews } from "./operations/invariants.ts";

const JSON_TYPE = "application/json; charset=utf-8";

type Probe = (parts: AdminDependencies, request: IncomingMessage, response: ServerResponse) => void;

const PROBES: ReadonlyMap<string, Probe> = new Map([
  ["/healthz", serveHealth],
  ["/metrics", serveMetrics],
]);

/** A middleware: answers GET and HEAD of the probes and asks for no token; everything else goes on. */
export function createProbes(
  parts: AdminDependencies,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const probe = isRead ? PROBES.get(splitTarget(request.url ?? "")[0]) : undefined;
    if (probe === undefined) next();
    else probe(parts, request, response);
  };
}

/**
 * `{"status":"ready"}` once everything answers; 503 before (until the demo is told, where there is one), while a reset is under way, and while an invariant is known to
 * be broken: then `breaches` names the pairs that do not agree.
 */
function serveHealth(parts: AdminDependencies, request: IncomingMessage, response: ServerResponse): void {
  const ready = parts.isReady() && parts.isSetUp();
  const breaches = ready ? breachViews(parts) : [];
  const healthy = ready && breaches.length === 0;
  const status = ready ? (healthy ? "ready" : "broken") : "starting";
  const known = { status, version: parts.version, environment: parts.environment };
  const facts = breaches.length === 0 ? known : { ...known, breaches };
  sendFile(request, response, { status: healthy ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(facts) });
}

/** The numbers, in the Prometheus text format. */
function serveMetrics(parts: AdminDependencies, request: IncomingMessage, response: ServerResponse): void {
  parts.metrics.text().then(
    ({ text, contentType }) => sendFile(request, response, { status: 200, type: contentType, body: text }),
    (error: unknown) => {
      parts.log.error({ error }, "the numbers met a mistake of the sandbox");
      sendFile(request, response, { status: 500, type: "text/plain; charset=utf-8", body: "" });
    },
  );
}
