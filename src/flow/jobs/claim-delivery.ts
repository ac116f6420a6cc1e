// Taking a due delivery for its next attempt: its attempt is written down before it is made (H-81, R-131, R-132).

import type { DeliveryRow } from "../../domain/delivery/delivery.ts";
import { deliveryById, insertDeliveryAttempt } from "../../domain/delivery/store.ts";
import { holdDelivery, moveDelivery } from "../../domain/delivery/verbs.ts";
import { type EventRow, eventBySequence } from "../../domain/outbox.ts";
import { endpointById } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { type DeliveryFault, isHold, passDelivery, untilOf } from "../delivery-fault.ts";

export type Claimed = {
  delivery: DeliveryRow;
  event: EventRow;
  endpoint: WebhookEndpointRow;
  fault: DeliveryFault | undefined;
};

/** Undefined when there is nothing to attempt now: it is not due any more, its endpoint is gone, or a fault holds it back. */
export function claimDelivery(world: World, id: number): Claimed | undefined {
  return world.db.transaction(() => {
    const delivery = present(deliveryById(world.db, id), "delivery", { id });
    if (delivery.state !== "due") return undefined;
    const endpoint = endpointById(world.db, delivery.endpoint_id);
    if (endpoint === undefined || endpoint.active === 0) {
      moveDelivery(world, delivery, "die", { next_attempt_at: null, held_by: "" });
      return undefined;
    }
    const event = present(eventBySequence(world.db, delivery.event_sequence), "event", { id });
    // What a fault has held back has passed the gate already.
    const fault = delivery.held_by === "" ? passDelivery(world.db, delivery, event) : undefined;
    const at = world.clock.now();
    if (fault !== undefined && isHold(fault)) {
      holdDelivery(world, delivery, fault.effect, at + untilOf(fault));
      return undefined;
    }
    const sending = moveDelivery(world, delivery, "send", { held_by: "" });
    const mark = fault?.effect ?? delivery.held_by;
    insertDeliveryAttempt(world.db, {
      delivery_id: id,
      number: delivery.attempts + 1,
      at,
      headers: "{}",
      fault: mark,
    });
    return { delivery: sending, event, endpoint, fault };
  });
}
