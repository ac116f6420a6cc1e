// Creates the deliveries of an event and applies the outcomes of their attempts (H-81, R-113, R-129).
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { schedule, unschedule } from "../agenda.ts";
import { created, move } from "../apply-transition.ts";
import { activeEndpoints, switchedOffEndpoints } from "../webhook-endpoint/store.ts";
import { subscribes } from "../webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../world.ts";
import {
  type Announcement,
  ATTEMPTS_EXHAUSTED,
  DELIVER_JOB,
  type DeliveryRow,
  type Hold,
  MAX_ATTEMPTS,
} from "./delivery.ts";
import { type DeliveryMove, deliveryMachine } from "./machine.ts";
import { MAX_RETRY_AFTER_MS, nextRetryStep, retryDelayMs } from "./retry-schedule.ts";
import { deliveryById, dueDeliveriesOf, insertDelivery, openDeliveries, updateDelivery } from "./store.ts";
import { firstUntried, overtakenDelivery } from "./untried.ts";

/**
 * One delivery for each active subscribed endpoint; the first of a group is due now, the rest follow it. For an endpoint
 * that the policy switched off, a dead delivery records what was skipped, so that it can be replayed.
 */
export function planDeliveries(world: World, event: Announcement): void {
  for (const endpoint of activeEndpoints(world.db, event.tenant_id)) {
    if (subscribes(endpoint, event.type)) planDelivery(world, event, endpoint.id);
  }
  for (const endpoint of switchedOffEndpoints(world.db, event.tenant_id)) {
    if (subscribes(endpoint, event.type)) skipDelivery(world, event, endpoint);
  }
}

function skipDelivery(world: World, event: Announcement, endpoint: { id: string; switched_off: string }): void {
  const delivery = insertDelivery(world.db, {
    event_sequence: event.sequence,
    endpoint_id: endpoint.id,
    group_key: event.group_key,
    next_attempt_at: null,
  });
  created(world, deliveryMachine, String(delivery.id), "due");
  moveDelivery(world, delivery, "die", { reason: `skipped: ${endpoint.switched_off}` });
}

/** The delivery of an event to one endpoint. */
export function planDelivery(world: World, event: Announcement, endpointId: string): DeliveryRow {
  const before = firstUntried(world.db, endpointId, event.group_key);
  const due = before === undefined ? world.clock.now() : null;
  const delivery = insertDelivery(world.db, {
    event_sequence: event.sequence,
    endpoint_id: endpointId,
    group_key: event.group_key,
    next_attempt_at: due,
  });
  created(world, deliveryMachine, String(delivery.id), "due");
  if (due !== null) schedule(world.db, DELIVER_JOB, String(delivery.id), due);
  return delivery;
}

export function moveDelivery(
  world: World,
  delivery: DeliveryRow,
  name: DeliveryMove,
  change: Partial<Omit<DeliveryRow, "id" | "state">> = {},
): DeliveryRow {
  const after: DeliveryRow = { ...delivery, ...change, state: deliveryMachine.moves[name].to };
  move(world, deliveryMachine, name, { id: String(delivery.id), state: delivery.state }, (from) =>
    updateDelivery(world.db, from, after),
  );
  return after;
}

/** Details of an attempt: the failure in words, for the reason of a dead delivery, and the wait that its receiver asked for. */
export type Ending = { why?: string; waitMs?: number };

/**
 * Applies the outcome of an attempt: delivered, planned again, or dead after the last; the next of the group may start. An
 * attempt that is no longer the current one (`number`; its endpoint was switched off meanwhile) changes nothing.
 */
export function settleDelivery(
  world: World,
  id: number,
  ok: boolean,
  number?: number,
  ending: Ending = {},
): DeliveryRow {
  const delivery = required(deliveryById(world.db, id), "delivery", { id });
  if (!isUnderWay(delivery, number)) return delivery;
  const attempts = delivery.attempts + 1;
  const settled = settle(world, delivery, ok, attempts, ending);
  if (attempts === 1) releaseNext(world, delivery);
  releaseOvertaken(world, delivery);
  return settled;
}

/** True while attempt `number` is the current one of its delivery. */
export function isUnderWay({ state, attempts }: DeliveryRow, number = attempts + 1): boolean {
  return state === "sending" && number === attempts + 1;
}

function settle(
  world: World,
  delivery: DeliveryRow,
  ok: boolean,
  attempts: number,
  { why = "it is unknown how", waitMs = 0 }: Ending,
): DeliveryRow {
  const rung = nextRetryStep(delivery);
  if (ok) return moveDelivery(world, delivery, "deliver", { attempts, next_attempt_at: null });
  if (rung >= MAX_ATTEMPTS) {
    failpoint("delivery.before_dead");
    const reason = `${ATTEMPTS_EXHAUSTED}; the last: ${why}`;
    return moveDelivery(world, delivery, "die", { attempts, next_attempt_at: null, reason });
  }
  const at = world.clock.now() + Math.max(retryDelayMs(rung), Math.min(waitMs, MAX_RETRY_AFTER_MS));
  schedule(world.db, DELIVER_JOB, String(delivery.id), at);
  return moveDelivery(world, delivery, "retry", { attempts, next_attempt_at: at });
}

function releaseNext(world: World, delivery: DeliveryRow): void {
  const next = firstUntried(world.db, delivery.endpoint_id, delivery.group_key);
  if (next === undefined || next.state !== "due" || next.next_attempt_at !== null) return;
  const now = world.clock.now();
  updateDelivery(world.db, "due", { ...next, next_attempt_at: now });
  schedule(world.db, DELIVER_JOB, String(next.id), now);
}

/**
 * Postpones the next attempt until `until` (virtual ms). `fault`: the id of the one that does it, "" for a reading. `delay` keeps the order of the group; `reorder` breaks it on
 * purpose: the next of the group may start, and the next request to the endpoint ends the wait before `until`.
 */
export function holdDelivery(world: World, delivery: DeliveryRow, by: Hold, until: number, fault = ""): void {
  updateDelivery(world.db, "due", { ...delivery, held_by: by, held_fault: fault, next_attempt_at: until });
  schedule(world.db, DELIVER_JOB, String(delivery.id), until);
  if (by === "reorder" && delivery.attempts === 0) releaseNext(world, delivery);
}

/** After a later delivery was tried: makes the reordered one due now. */
function releaseOvertaken(world: World, later: DeliveryRow): void {
  const held = overtakenDelivery(world.db, later.endpoint_id);
  if (held === undefined || held.state !== "due" || held.id >= later.id) return;
  endHold(world, held);
}

/** Makes a delivery due now that was held back. */
export function endHold(world: World, held: DeliveryRow): void {
  const now = world.clock.now();
  updateDelivery(world.db, "due", { ...held, next_attempt_at: now });
  schedule(world.db, DELIVER_JOB, String(held.id), now);
}

/** Ends the deliveries of an event that is not announced to receivers; what waited for them in its group follows. Returns how many they were. */
export function skipDeliveries(world: World, eventSequence: number, reason: string): number {
  const due = dueDeliveriesOf(world.db, eventSequence);
  for (const delivery of due) {
    unschedule(world.db, DELIVER_JOB, String(delivery.id));
    moveDelivery(world, delivery, "die", { next_attempt_at: null, reason });
    releaseNext(world, delivery);
  }
  return due.length;
}

/** Ends all open deliveries of an endpoint that is deleted or switched off; `reason` says which. */
export function endDeliveries(world: World, endpointId: string, reason: string): void {
  for (const delivery of openDeliveries(world.db, endpointId)) {
    unschedule(world.db, DELIVER_JOB, String(delivery.id));
    // An attempt that is being sent counts, whatever its outcome: its number is used.
    const attempts = delivery.attempts + (delivery.state === "sending" ? 1 : 0);
    moveDelivery(world, delivery, "die", { attempts, next_attempt_at: null, held_by: "", reason });
  }
}
