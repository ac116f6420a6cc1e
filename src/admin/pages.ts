// Serves the page at `/` and `/healthz`: for people, and for whoever waits until the sandbox is ready.
import type { IncomingMessage, ServerResponse } from "node:http";
import { listDeliveries } from "../domain/delivery/store.ts";
import { latestEvents } from "../domain/outbox.ts";
import { answer, HTML_TYPE } from "./answer.ts";
import { deliveryView } from "./operations/deliveries.ts";
import { eventView } from "./operations/events.ts";
import { breachViews } from "./operations/invariants.ts";
import { statusView } from "./operations/world.ts";
import { type PageFacts, pageHtml } from "./page.ts";
import { CONTENT_SECURITY_POLICY } from "./page-assets.ts";
import type { AdminParts } from "./parts.ts";
import { opensPages } from "./token.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const PAGE_HEADERS = { "content-security-policy": CONTENT_SECURITY_POLICY };
const SHOWN_EVENTS = 50;
const SHOWN_DELIVERIES = 10;

/**
 * `{"status":"ready"}` once everything answers; 503 before (until the demo is told, where there is one), while a reset is under way, and while an invariant is known to
 * be broken: then `breaches` names the pairs that do not agree.
 */
export function serveHealth(parts: AdminParts, request: IncomingMessage, response: ServerResponse): void {
  const ready = parts.isReady() && parts.isTold();
  const breaches = ready ? breachViews(parts) : [];
  const healthy = ready && breaches.length === 0;
  const status = ready ? (healthy ? "ready" : "broken") : "starting";
  const known = { status, version: parts.version, environment: parts.environment };
  const facts = breaches.length === 0 ? known : { ...known, breaches };
  answer(request, response, { status: healthy ? 200 : 503, type: JSON_TYPE, body: JSON.stringify(facts) });
}

/** The numbers, in the Prometheus text format. */
export function serveMetrics(parts: AdminParts, request: IncomingMessage, response: ServerResponse): void {
  parts.metrics.text().then(
    ({ text, contentType }) => answer(request, response, { status: 200, type: contentType, body: text }),
    (error: unknown) => {
      parts.log.error({ error }, "the numbers met a mistake of the sandbox");
      answer(request, response, { status: 500, type: "text/plain; charset=utf-8", body: "" });
    },
  );
}

/** The page; where there is an admin token it is the password a browser asks for. */
export function servePage(parts: AdminParts, request: IncomingMessage, response: ServerResponse): void {
  const page = (status: number, body: string): void =>
    answer(request, response, { status, type: HTML_TYPE, body, headers: PAGE_HEADERS });
  if (!opensPages(parts.adminToken, request.headers.authorization)) {
    response.setHeader(
      "WWW-Authenticate",
      'Basic realm="sandbox: any name, the admin token as password", charset="UTF-8"',
    );
    page(401, "<!doctype html><title>Sandbox</title><p>This page asks for the admin token as password.\n");
    return;
  }
  try {
    page(200, pageHtml(pageFacts(parts)));
  } catch (error) {
    parts.log.error({ error }, "the page met a mistake of the sandbox");
    page(500, "<!doctype html><title>Sandbox</title><p>A mistake of the sandbox: its log says more.\n");
  }
}

function pageFacts(parts: AdminParts): PageFacts {
  const { world } = parts.flow;
  const events = latestEvents(world.db, SHOWN_EVENTS).map((row) => {
    const only = { eventId: row.id, endpointId: null, state: null, after: 0, limit: SHOWN_DELIVERIES };
    return {
      ...eventView(row),
      deliveries: listDeliveries(world.db, only).map((delivery) => deliveryView(world, delivery)),
    };
  });
  return { status: statusView(parts), events };
}
