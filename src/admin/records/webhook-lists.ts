// Events and deliveries: lists by cursor in both directions, and one of each with everything about it.
import { deliveriesOfEvents, listedDelivery } from "../../domain/delivery/store.ts";
import { type EventRow, eventById, eventBySequence, sentBody } from "../../domain/outbox.ts";
import { recordById } from "../../domain/record/family.ts";
import { pageOfDeliveries, pageOfEvents, type WebhookQuery } from "../../domain/record/webhook-lists.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { deliveryView } from "../operations/deliveries.ts";
import { eventView } from "../operations/events.ts";
import { timeRange } from "./list-query.ts";
import { amountOfRecord } from "./record-title.ts";
import { verificationsOf } from "./verification.ts";

const USUAL_LIMIT = 100;
/** Deliveries of one event: one for each endpoint of its tenant. */
const MAX_DELIVERIES = 200;

type ListId = "listEvents" | "getEvent" | "listDeliveries" | "getDelivery";

export const webhookListHandlers: Pick<AdminHandlers, ListId> = {
  listEvents: ({ flow: { world } }, { query }) => {
    const { rows, older } = pageOfEvents(world.db, webhookQuery(query));
    return {
      items: query.deliveries === "true" ? withDeliveries(world, rows) : rows.map(eventView),
      next_after: Math.max(query.after ?? 0, ...rows.map(({ sequence }) => sequence)),
      next_before: older,
    };
  },
  getEvent: ({ flow: { world } }, { path }) => {
    const row = eventOfPath(world, path.id);
    const only = { eventId: row.id, endpointId: null, state: null };
    const { rows: deliveries } = pageOfDeliveries(world.db, { ...webhookQuery({ limit: MAX_DELIVERIES }), ...only });
    return {
      ...eventView(row),
      body: sentBody(row),
      deliveries: deliveries.map((delivery) => deliveryView(world, delivery)),
    };
  },
  listDeliveries: ({ flow: { world } }, { query }) => {
    const { rows, older } = pageOfDeliveries(world.db, {
      ...webhookQuery(query),
      ...{ eventId: query.event_id ?? null, endpointId: query.endpoint_id ?? null, state: query.state ?? null },
    });
    return {
      items: rows.map((row) => deliveryView(world, row)),
      next_after: Math.max(query.after ?? 0, ...rows.map(({ id }) => id)),
      next_before: older,
    };
  },
  getDelivery: ({ flow: { world } }, { path }) => {
    const row = listedDelivery(world.db, path.id);
    if (row === undefined)
      throw new Problem("resourceNotFound", `there is no delivery ${path.id}: see GET /admin/deliveries?order=newest`);
    const delivery = deliveryView(world, row);
    const verifications = verificationsOf(world, delivery);
    const attempts = delivery.attempts.flatMap((attempt, at) => {
      const verification = verifications[at];
      return verification === undefined ? [] : [{ ...attempt, verification }];
    });
    return { ...delivery, attempts };
  },
};

/** Events with how far each of their deliveries is: a list that shows both asks once. */
function withDeliveries(world: World, rows: readonly EventRow[]) {
  const found = deliveriesOfEvents(
    world.db,
    rows.map(({ sequence }) => sequence),
  );
  const bySequence = Map.groupBy(found, ({ event_sequence }) => event_sequence);
  return rows.map((row) => ({
    ...eventView(row),
    about: aboutOf(world, row),
    deliveries: (bySequence.get(row.sequence) ?? []).map(({ id, endpoint_id, state, attempts }) => {
      return { id, endpoint_id, state, attempts };
    }),
  }));
}

/** Payloads name amounts in several forms, some without their asset: the record has both. */
function aboutOf(world: World, { resource_id }: EventRow) {
  const record = recordById(world.db, resource_id);
  return record === undefined ? null : amountOfRecord(world, record);
}

type Wanted = AdminRequest<"listEvents">["query"] & { type?: string };

/** @throws Problem invalidRequest for a time that is none, and for a range with nothing in it */
function webhookQuery(wanted: Omit<Wanted, "type"> & { type?: string }): WebhookQuery {
  return {
    order: wanted.order ?? "oldest",
    tenantId: wanted.tenant_id ?? null,
    type: wanted.type ?? null,
    resourceId: wanted.resource_id ?? null,
    q: wanted.q ?? null,
    ...timeRange(wanted.from, wanted.to),
    after: wanted.after ?? 0,
    before: wanted.before ?? null,
    limit: wanted.limit ?? USUAL_LIMIT,
  };
}

/** By id or by sequence; an event that is not announced yet has no body, and no list shows it. @throws Problem resourceNotFound */
function eventOfPath({ db }: World, name: string): EventRow {
  const row = /^[0-9]{1,15}$/.test(name) ? eventBySequence(db, Number(name)) : eventById(db, name.toLowerCase());
  if (row !== undefined && row.body !== null) return row;
  throw new Problem(
    "resourceNotFound",
    `there is no event ${JSON.stringify(name)}: see GET /admin/events?order=newest`,
  );
}
