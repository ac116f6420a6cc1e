// The two transactions of one delivery attempt: the claim before sending, and the settlement after its end (H-81, R-131, R-132).
import type { DeliveryRow } from "../../domain/delivery/delivery.ts";
import { askedToWaitMs, heedPolicy } from "../../domain/delivery/policy.ts";
import { deliveryById, finishDeliveryAttempt, insertDeliveryAttempt } from "../../domain/delivery/store.ts";
import { holdDelivery, isUnderWay, moveDelivery, settleDelivery } from "../../domain/delivery/transitions.ts";
import { type EventRow, eventBySequence } from "../../domain/outbox.ts";
import { endpointById } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import { required } from "../../kernel/assert.ts";
import { noInstrument } from "../../kernel/instrumentation.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import { type DeliveryFault, isHold, isUnsent, takeDeliveryFault, untilOf } from "./delivery-fault.ts";
import { isSwapped, MAX_SWAP_MS, swapsWithNext } from "./delivery-readings.ts";

export type Claimed = {
  delivery: DeliveryRow;
  event: EventRow;
  endpoint: WebhookEndpointRow;
  fault: DeliveryFault | undefined;
  /** Effect of the fault that touched this attempt, also one that held the delivery back before; null without one. */
  touchedBy: string | null;
};

/** Claims a due delivery and stores its attempt; undefined when there is nothing to send (any more, or yet). */
export function claimAttempt({ world, readings }: FlowDependencies, id: number): Claimed | undefined {
  return world.db.transaction(() => {
    const delivery = required(deliveryById(world.db, id), "delivery", { id });
    if (delivery.state !== "due") return undefined;
    const endpoint = endpointById(world.db, delivery.endpoint_id);
    if (endpoint === undefined || endpoint.active === 0) {
      const reason = endpoint === undefined ? "its endpoint was deleted" : "its endpoint was switched off";
      moveDelivery(world, delivery, "die", { next_attempt_at: null, held_by: "", reason });
      return undefined;
    }
    const event = required(eventBySequence(world.db, delivery.event_sequence), "event", { id });
    // A delivery that a fault held back has passed the gate already.
    const fault = delivery.held_by === "" ? takeDeliveryFault(world.db, delivery, event) : undefined;
    const at = world.clock.now();
    if (holdsBack({ world, readings }, { delivery, event, fault })) return undefined;
    const sending = moveDelivery(world, delivery, "send", { held_by: "" });
    const mark = fault?.effect ?? delivery.held_by;
    insertDeliveryAttempt(world.db, {
      delivery_id: id,
      number: delivery.attempts + 1,
      at,
      headers: "{}",
      fault: mark,
    });
    return { delivery: sending, event, endpoint, fault, touchedBy: touchedBy(readings, delivery, event, mark) };
  });
}

/** The effect that touched an attempt: what a reading held back was touched by no fault. */
function touchedBy(
  readings: FlowDependencies["readings"],
  delivery: DeliveryRow,
  { tenant_id }: EventRow,
  mark: string,
): string | null {
  return mark === "" || isSwapped(readings, delivery, tenant_id) ? null : mark;
}

/** Postpones a delivery that a fault or a reading holds back; true when it did. */
function holdsBack(
  { world, readings }: Pick<FlowDependencies, "world" | "readings">,
  { delivery, event, fault }: Pick<Claimed, "delivery" | "event" | "fault">,
): boolean {
  const at = world.clock.now();
  if (fault !== undefined && isHold(fault)) {
    holdDelivery(world, delivery, fault.effect, at + untilOf(fault));
    return true;
  }
  if (fault !== undefined || !swapsWithNext(world, readings, delivery, event.tenant_id)) return false;
  holdDelivery(world, delivery, "reorder", at + MAX_SWAP_MS);
  return true;
}

/** Stores the result of an attempt and its consequences; a result that the delivery has already moved past is ignored. */
export function settleAttempt(dependencies: FlowDependencies, claimed: Claimed, result: WebhookResult): void {
  const { world, wall } = dependencies;
  const { id, attempts } = claimed.delivery;
  const number = attempts + 1;
  const after = world.db.transaction(() => {
    world.clock.tick();
    finishDeliveryAttempt(world.db, {
      delivery_id: id,
      number,
      headers: JSON.stringify(result.headers),
      status: result.status,
      duration_ms: Math.round(result.durationMs),
      error: result.error,
      response: result.response,
    });
    const counts = isUnderWay(required(deliveryById(world.db, id), "delivery", { id }), number);
    const waitMs = askedToWaitMs(claimed.endpoint, result.retryAfter ?? null, wall.now());
    const why = result.status === null ? result.error : `answered ${result.status}`;
    const settled = settleDelivery(world, id, result.ok, number, { why, waitMs });
    return { state: settled.state, off: counts ? heedPolicy(world, settled, result.status) : undefined };
  });
  report(dependencies, claimed, result, after);
}

/** Logs an endpoint that its policy disabled; tells the result to the instruments and to contract testing. */
function report(
  { world, wall, log, instrument = noInstrument, contract }: FlowDependencies,
  { delivery, event, endpoint, fault, touchedBy }: Claimed,
  result: WebhookResult,
  after: { state: string; off: string | undefined },
): void {
  const facts = { delivery: delivery.id, event: event.id, endpoint: endpoint.id, number: delivery.attempts + 1 };
  if (after.off !== undefined) log.warn({ ...facts, why: after.off }, "a webhook endpoint is switched off");
  const answered = result.status !== null ? "refused" : "unanswered";
  const outcome = isUnsent(fault) ? "faulted" : result.ok ? "delivered" : answered;
  instrument({
    what: "attempt",
    ...{ ...facts, outcome, state: after.state, status: result.status, error: result.error, ms: result.durationMs },
  });
  contract?.delivered({
    ...{ deliveryId: delivery.id, tenantId: event.tenant_id, endpointId: endpoint.id, eventId: event.id },
    ...{ type: event.type, resourceId: event.resource_id, attempt: facts.number, outcome },
    ...{ at: wall.now(), clock: world.clock.peek(), durationMs: result.durationMs },
    ...{ status: result.status, error: result.error, fault: touchedBy },
    sentAt: result.sentAt ?? [],
  });
}
