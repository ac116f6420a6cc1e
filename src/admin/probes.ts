// `/healthz` and `/metrics`: for programs that wait for the sandbox, and for metrics collectors.
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveReads } from "../http/request-target.ts";
import { sendFile } from "../http/send-file.ts";
import type { AdminDependencies } from "./dependencies.ts";
import { breachViews } from "./operations/invariants.ts";

const JSON_TYPE = "application/json; charset=utf-8";

type Probe = (dependencies: AdminDependencies, request: IncomingMessage, response: ServerResponse) => void;

const PROBES: ReadonlyMap<string, Probe> = new Map([
  ["/healthz", serveHealth],
  ["/metrics", serveMetrics],
]);

/** A middleware: answers GET and HEAD of the probes and requires no token; every other request goes to the next one. */
export function createProbes(
  dependencies: AdminDependencies,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return serveReads(({ path }, request, response) => {
    const probe = PROBES.get(path);
    probe?.(dependencies, request, response);
    return probe !== undefined;
  });
}

/**
 * `{"status":"ready"}` once every request is answered and the demo is complete; 503 before that, during a reset, and while an
 * invariant is known to be broken: then `breaches` names the pairs that do not agree.
 */
function serveHealth(dependencies: AdminDependencies, request: IncomingMessage, response: ServerResponse): void {
  const ready = dependencies.isReady() && dependencies.isSetUp();
  const breaches = ready ? breachViews(dependencies) : [];
  const healthy = ready && breaches.length === 0;
  const status = ready ? (healthy ? "ready" : "broken") : "starting";
  const basics = { status, version: dependencies.version, environment: dependencies.environment };
  const body = breaches.length === 0 ? basics : { ...basics, breaches };
  sendFile(request, response, { status: healthy ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(body) });
}

/** The metrics in the Prometheus text format. */
function serveMetrics(dependencies: AdminDependencies, request: IncomingMessage, response: ServerResponse): void {
  dependencies.metrics.text().then(
    ({ text, contentType }) => sendFile(request, response, { status: 200, type: contentType, body: text }),
    (error: unknown) => {
      dependencies.log.error({ error }, "the metrics could not be collected");
      sendFile(request, response, { status: 500, type: "text/plain; charset=utf-8", body: "" });
    },
  );
}
