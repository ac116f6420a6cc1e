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
import { isAdded } from "./added-event.ts";
import { type DeliveryFault, isHold, isUnsent, takeDeliveryFault, untilOf } from "./delivery-fault.ts";
import { isSwapped } from "./delivery-readings.ts";

export type Claimed = {
  delivery: DeliveryRow;
  event: EventRow;
  endpoint: WebhookEndpointRow;
  fault: DeliveryFault | undefined;
  /** Effect of the fault that touched this attempt, also one that held the delivery back before; null without one. */
  touchedBy: string | null;
};

/** Claims a due delivery and stores its attempt; undefined when there is nothing to send (any more, or yet). */
export function claimAttempt(
  { world, readings }: Pick<FlowDependencies, "world" | "readings">,
  id: number,
): Claimed | undefined {
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
    const before = heldByFault(readings, delivery, event);
    // A delivery that a fault held back has passed the gate already.
    const fault = before === "" ? faultOf(world.db, delivery, event) : undefined;
    const at = world.clock.now();
    if (fault !== undefined && isHold(fault)) {
      holdDelivery(world, delivery, fault.effect, at + untilOf(fault), fault.id);
      return undefined;
    }
    const sending = moveDelivery(world, delivery, "send", { held_by: "" });
    insertDeliveryAttempt(world.db, {
      delivery_id: id,
      number: delivery.attempts + 1,
      at,
      headers: "{}",
      ...markOf(fault, delivery),
    });
    return { delivery: sending, event, endpoint, fault, touchedBy: touchOf(fault, before) };
  });
}

/** The effect that touches an attempt, and the fault that has it: also one that held the delivery back before. */
function markOf(fault: DeliveryFault | undefined, { held_by, held_fault }: DeliveryRow) {
  if (fault !== undefined) return { fault: fault.effect, fault_id: fault.id };
  return { fault: held_by, fault_id: held_by === "" ? "" : held_fault };
}

function touchOf(fault: DeliveryFault | undefined, before: string): string | null {
  return fault?.effect ?? (before === "" ? null : before);
}

/** No fault is meant for a delivery that a reading adds. */
function faultOf(...[db, delivery, event]: Parameters<typeof takeDeliveryFault>): DeliveryFault | undefined {
  return isAdded(event) ? undefined : takeDeliveryFault(db, delivery, event);
}

/** The fault that held a delivery back; "" for none, and for one that waited because a reading lets neighbours change places. */
function heldByFault(
  readings: FlowDependencies["readings"],
  { held_by: heldBy }: DeliveryRow,
  { tenant_id: tenantId }: EventRow,
): string {
  return heldBy === "reorder" && isSwapped({ readings }, tenantId) ? "" : heldBy;
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
  const tookMs = result.tookMs ?? result.durationMs;
  const answered = result.status !== null ? "refused" : "unanswered";
  const outcome = isUnsent(fault) ? "faulted" : result.ok ? "delivered" : answered;
  instrument({
    what: "attempt",
    ...{ ...facts, outcome, state: after.state, status: result.status, error: result.error, ms: tookMs },
  });
  contract?.delivered({
    ...{ deliveryId: delivery.id, tenantId: event.tenant_id, endpointId: endpoint.id, eventId: event.id },
    ...{ type: event.type, resourceId: event.resource_id, attempt: facts.number, outcome },
    ...{ at: wall.now(), clock: world.clock.peek(), durationMs: tookMs },
    ...{ status: result.status, error: result.error, fault: touchedBy },
    sentAt: result.sentAt ?? [],
  });
}
