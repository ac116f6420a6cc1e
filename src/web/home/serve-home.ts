// Serves the page at `/`.
import type { IncomingMessage, ServerResponse } from "node:http";
import { opensPages } from "../../admin/admin-token.ts";
import type { AdminDependencies } from "../../admin/dependencies.ts";
import { deliveryView } from "../../admin/operations/deliveries.ts";
import { eventView } from "../../admin/operations/events.ts";
import { statusView } from "../../admin/operations/world.ts";
import { listDeliveries } from "../../domain/delivery/store.ts";
import { latestEvents } from "../../domain/outbox.ts";
import { HTML_TYPE, sendFile } from "../../http/send-file.ts";
import { type PageFacts, pageHtml } from "./home-page.ts";
import { CONTENT_SECURITY_POLICY } from "./page-assets.ts";

const PAGE_HEADERS = { "content-security-policy": CONTENT_SECURITY_POLICY };
const SHOWN_EVENTS = 50;
const SHOWN_DELIVERIES = 10;

/** The page; where an admin token is set, a browser asks for it as a password. */
export function servePage(dependencies: AdminDependencies, request: IncomingMessage, response: ServerResponse): void {
  const page = (status: number, body: string): void =>
    sendFile(request, response, { status, type: HTML_TYPE, body, headers: PAGE_HEADERS });
  if (!opensPages(dependencies.adminToken, request.headers.authorization)) {
    response.setHeader(
      "WWW-Authenticate",
      'Basic realm="sandbox: any name, the admin token as password", charset="UTF-8"',
    );
    page(401, "<!doctype html><title>Sandbox</title><p>This page asks for the admin token as password.\n");
    return;
  }
  try {
    page(200, pageHtml(pageFacts(dependencies)));
  } catch (error) {
    dependencies.log.error({ error }, "the page could not be made");
    page(500, "<!doctype html><title>Sandbox</title><p>A mistake of the sandbox: its log says more.\n");
  }
}

function pageFacts(dependencies: AdminDependencies): PageFacts {
  const { world } = dependencies.flow;
  const events = latestEvents(world.db, SHOWN_EVENTS).map((row) => {
    const any = { endpointId: null, state: null, type: null, tenantId: null, resourceId: null };
    const only = { ...any, eventId: row.id, after: 0, limit: SHOWN_DELIVERIES };
    return {
      ...eventView(row),
      deliveries: listDeliveries(world.db, only).map((delivery) => deliveryView(world, delivery)),
    };
  });
  return { status: statusView(dependencies), events };
}
