// Webhook endpoints of a tenant: create, update, delete, rotate secrets, send test events (H-78, R-135, R-139).
import { endDeliveries, planDelivery } from "../../domain/delivery/transitions.ts";
import { EVENT_TYPES, insertTestEvent } from "../../domain/outbox.ts";
import { registerEndpoint } from "../../domain/webhook-endpoint/register.ts";
import { rotateSecret } from "../../domain/webhook-endpoint/rotate.ts";
import {
  endpointById,
  forgetPolicy,
  listEndpoints,
  markEndpointDeleted,
  updateEndpoint,
} from "../../domain/webhook-endpoint/store.ts";
import { overlapEnd, subscribes, type WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../../domain/world.ts";
import { wordingFor } from "../../http/wording.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { durationMs } from "../../kernel/duration.ts";
import { Problem } from "../../kernel/problem.ts";
import { TEST_RESOURCE, testEventText } from "../../present/test-event.ts";
import type { components } from "../../spec/admin.gen.ts";
import { endpointUrlFault } from "../../webhooks/endpoint-url.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";
import { deliveryShown } from "./deliveries.ts";

const DEFAULT_OVERLAP = "24h";
const LONGEST_OVERLAP_MS = 30 * 86_400_000;

/** Without its secret. */
export function endpointView({ clock }: World, row: WebhookEndpointRow): components["schemas"]["Endpoint"] {
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    url: row.url,
    event_types: JSON.parse(row.event_types) as string[],
    active: row.active === 1,
    disable_after: row.disable_after,
    heed_gone: row.heed_gone === 1,
    heed_retry_after: row.heed_retry_after === 1,
    switched_off: row.switched_off === "" ? null : row.switched_off,
    previous_secret_until: isoTimeOrNull(overlapEnd(row, clock.peek())),
    created_at: isoTime(row.created_at),
  };
}

export const endpointHandlers: Pick<
  AdminHandlers,
  | "createWebhookEndpoint"
  | "listWebhookEndpoints"
  | "updateWebhookEndpoint"
  | "deleteWebhookEndpoint"
  | "rotateWebhookSecret"
  | "testWebhookEndpoint"
> = {
  createWebhookEndpoint: ({ flow: { world } }, { path, body }) => {
    const tenant = tenantOfPath(world, path.tenant_id);
    const { url, event_types = ["*"], secret, active = true, disable_after, heed_gone, heed_retry_after } = body;
    checkUrl(url);
    checkTypes(event_types);
    world.clock.tick();
    const input = {
      tenantId: tenant.id,
      url,
      eventTypes: event_types,
      active,
      policy: {
        disableAfter: disable_after ?? 0,
        heedGone: heed_gone ?? false,
        heedRetryAfter: heed_retry_after ?? false,
      },
      ...(secret === undefined ? {} : { secret }),
    };
    const row = world.db.transaction(() => registerEndpoint(world, input));
    return { ...endpointView(world, row), secret: row.secret };
  },
  listWebhookEndpoints: ({ flow: { world } }, { path }) => ({
    items: listEndpoints(world.db, tenantOfPath(world, path.tenant_id).id).map((row) => endpointView(world, row)),
  }),
  updateWebhookEndpoint: ({ flow: { world } }, { path, body }) => {
    const { url, event_types, active } = body;
    const row = endpointOf(world, path.tenant_id, path.id);
    if (url !== undefined) checkUrl(url);
    if (event_types !== undefined) checkTypes(event_types);
    const changed: WebhookEndpointRow = {
      ...row,
      url: url ?? row.url,
      event_types: event_types === undefined ? row.event_types : JSON.stringify(event_types),
      active: active === undefined ? row.active : Number(active),
      disable_after: body.disable_after ?? row.disable_after,
      heed_gone: body.heed_gone === undefined ? row.heed_gone : Number(body.heed_gone),
      heed_retry_after: body.heed_retry_after === undefined ? row.heed_retry_after : Number(body.heed_retry_after),
    };
    world.clock.tick();
    world.db.transaction(() => {
      updateEndpoint(world.db, changed);
      if (changed.active === 0) endDeliveries(world, row.id, "its endpoint was switched off");
      if (active !== undefined) forgetPolicy(world.db, row.id);
    });
    return endpointView(world, endpointOf(world, path.tenant_id, path.id));
  },
  deleteWebhookEndpoint: ({ flow: { world } }, { path }) => {
    const row = endpointOf(world, path.tenant_id, path.id);
    const now = world.clock.tick();
    world.db.transaction(() => {
      endDeliveries(world, row.id, "its endpoint was deleted");
      markEndpointDeleted(world.db, row.id, now);
    });
    return null;
  },
  rotateWebhookSecret: ({ flow: { world } }, { path, body }) => {
    const row = endpointOf(world, path.tenant_id, path.id);
    const { overlap = DEFAULT_OVERLAP, secret, sign_with_both = false } = body;
    if (secret === row.secret) throw new Problem("invalidRequest", "secret is the one it has: send another or none");
    const input = {
      overlapMs: durationMs("overlap", overlap, LONGEST_OVERLAP_MS),
      bothSignatures: sign_with_both,
      ...(secret === undefined ? {} : { secret }),
    };
    world.clock.tick();
    const rotated = world.db.transaction(() => rotateSecret(world, row, input));
    return { ...endpointView(world, rotated), secret: rotated.secret };
  },
  testWebhookEndpoint: ({ flow: { world }, contract }, { path, body: { type } }) => {
    const row = endpointOf(world, path.tenant_id, path.id);
    checkUrl(row.url);
    if (row.active === 0) throw new Problem("conflict", "the endpoint is switched off: switch it on first");
    if (!subscribes(row, type)) {
      const details = { event_types: JSON.parse(row.event_types) as string[] };
      throw new Problem("conflict", `the endpoint does not listen to ${type}: see details.event_types`, { details });
    }
    world.clock.tick();
    const { id } = world.db.transaction(() => {
      const about = { tenantId: row.tenant_id, type, resourceId: TEST_RESOURCE };
      const wording = wordingFor(contract, world.catalogue);
      const event = insertTestEvent(world, about, (facts) => {
        const body = testEventText(facts);
        const sent = wording.webhook(type, body, row.tenant_id);
        return { body, sent: sent === body ? null : sent };
      });
      return planDelivery(world, event, row.id);
    });
    return deliveryShown(world, id);
  },
};

function endpointOf(world: World, tenantId: string, id: string): WebhookEndpointRow {
  const tenant = tenantOfPath(world, tenantId);
  const row = endpointById(world.db, id);
  if (row !== undefined && row.tenant_id === tenant.id) return row;
  const known = listEndpoints(world.db, tenant.id).map((endpoint) => ({ id: endpoint.id, url: endpoint.url }));
  throw new Problem("resourceNotFound", `the tenant has no webhook endpoint ${JSON.stringify(id)}: see details.known`, {
    details: { known },
  });
}

function checkUrl(url: string): void {
  const fault = endpointUrlFault(url);
  if (fault !== null) throw new Problem("invalidRequest", `url: ${fault}`);
}

function checkTypes(types: readonly string[]): void {
  const known: readonly string[] = ["*", ...EVENT_TYPES];
  const unknown = types.find((type) => !known.includes(type));
  if (unknown === undefined) return;
  throw new Problem(
    "invalidRequest",
    `event_types: there is no type ${JSON.stringify(unknown)}: use those of details.known`,
    {
      details: { known },
    },
  );
}
