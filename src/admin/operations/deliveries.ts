// Delivery operations: list deliveries with their attempts, and redeliver (H-81, R-127, R-133).
import type { DeliveryAttemptRow } from "../../domain/delivery/delivery.ts";
import { redeliver, redeliverAll } from "../../domain/delivery/replay.ts";
import { attemptsOfDelivery, deliveryById, type ListedDelivery, listedDelivery } from "../../domain/delivery/store.ts";
import { eventBySequence } from "../../domain/outbox.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { timeRange } from "../records/list-query.ts";
import { tenantOfPath } from "../resolve-names.ts";

type Delivery = components["schemas"]["Delivery"];

export function deliveryView(world: World, row: ListedDelivery): Delivery {
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type as Delivery["type"],
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    event: eventOf(world, row),
    endpoint_id: row.endpoint_id,
    url: row.url,
    state: row.state,
    next_attempt_at: isoTimeOrNull(row.next_attempt_at),
    held_by: row.held_by === "" ? null : row.held_by,
    reason: row.reason === "" ? null : row.reason,
    body: row.body,
    attempts: attemptsOfDelivery(world.db, row.id).map(attemptView),
  };
}

/** The event that a delivery carries, with its virtual time. */
function eventOf({ db }: World, { event_sequence, type, tenant_id, resource_id }: ListedDelivery): Delivery["event"] {
  const { time } = required(eventBySequence(db, event_sequence), "the event of a delivery");
  return { sequence: event_sequence, type: type as Delivery["type"], time: isoTime(time), tenant_id, resource_id };
}

function attemptView(row: DeliveryAttemptRow): Delivery["attempts"][number] {
  const { number, at, headers, status, duration_ms, error, response, fault, fault_id: faultId } = row;
  return {
    ...{ number, at: isoTime(at), headers: JSON.parse(headers), status, duration_ms, error, response },
    fault: fault === "" ? null : fault,
    fault_id: faultId === "" ? null : faultId,
  };
}

/** The delivery with this id, as answers show it. */
export function deliveryShown(world: World, id: number): Delivery {
  return deliveryView(world, required(listedDelivery(world.db, id), "delivery", { id }));
}

export const deliveryHandlers: Pick<AdminHandlers, "redeliverDelivery" | "redeliverDeliveries"> = {
  redeliverDelivery: ({ flow: { world } }, { path }) => {
    const delivery = deliveryById(world.db, path.id);
    if (delivery === undefined)
      throw new Problem("resourceNotFound", `there is no delivery ${path.id}: see GET /admin/deliveries`);
    world.clock.tick();
    world.db.transaction(() => redeliver(world, delivery));
    return deliveryShown(world, path.id);
  },
  redeliverDeliveries: ({ flow: { world } }, { body }) => {
    if (body.tenant_id !== undefined) tenantOfPath(world, body.tenant_id);
    const query = {
      state: body.state ?? "dead",
      tenantId: body.tenant_id ?? null,
      endpointId: body.endpoint_id ?? null,
      eventId: body.event_id ?? null,
      resourceId: body.resource_id ?? null,
      type: body.type ?? null,
      ...timeRange(body.from, body.to),
      after: body.after ?? 0,
      limit: body.limit ?? 100,
    };
    world.clock.tick();
    const ids = world.db.transaction(() => redeliverAll(world, query));
    return { ids, next_after: ids.at(-1) ?? query.after };
  },
};
