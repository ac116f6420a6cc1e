// The reading `open_values=new` of webhooks: one of a type that nobody knows comes beside genuine ones (H-77, C-21).
import { planDeliveries } from "../../domain/delivery/transitions.ts";
import { type AnnouncedEvent, insertTestEvent, unprocessedCount } from "../../domain/outbox.ts";
import { activeEndpoints } from "../../domain/webhook-endpoint/store.ts";
import { subscribes } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { FlowDependencies } from "../dependencies.ts";

/** A type that the service does not have; lists of deliveries show it, lists of events do not. */
const ADDED_TYPE = "notice.added_later";

/** True for an event that this reading added. */
export function isAdded({ type }: { type: string }): boolean {
  return type === ADDED_TYPE;
}

/** No record of the sandbox has this id. */
const NO_RECORD = "open_values=new";

/** With the first event of a tenant, and with every how-manieth after it. */
const WITH_EVERY = 3;

/**
 * Adds the webhook of an unknown type after the events of one transaction, for tenants with an endpoint that takes every type. It is
 * stored as a test event is: it has deliveries with their retries, and neither event lists nor invariants about records count it.
 * While events wait in their rows none is added, since those announced last have the highest numbers.
 */
export function addUnknownType(
  { world, readings, addedEventBody }: FlowDependencies,
  events: readonly AnnouncedEvent[],
): void {
  for (const { tenant_id: tenantId } of events) {
    if (readings.valueOf("open_values", tenantId) !== "new") continue;
    if (!activeEndpoints(world.db, tenantId).some((endpoint) => subscribes(endpoint, ADDED_TYPE))) continue;
    if (readings.turn("open_values", tenantId, "webhook") % WITH_EVERY !== 0 || unprocessedCount(world.db) > 0)
      continue;
    const about = { tenantId, type: ADDED_TYPE, resourceId: NO_RECORD };
    const { id, sequence, group_key } = insertTestEvent(world, about, addedEventBody);
    planDeliveries(world, { sequence, tenant_id: tenantId, type: ADDED_TYPE, group_key });
    readings.noteWritten(id, ["open_values"], tenantId);
  }
}
