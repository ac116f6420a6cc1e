// The gate `webhook.delivery`: what the operator wants to go wrong with an attempt, acted out where the real thing would be.
import type { Database } from "../../db/database.ts";
import type { DeliveryRow, Hold } from "../../domain/delivery/delivery.ts";
import { nextRetryStep } from "../../domain/delivery/retry-schedule.ts";
import { overtakenDelivery } from "../../domain/delivery/store.ts";
import type { EventRow } from "../../domain/outbox.ts";
import { type EffectOf, GATES } from "../../faults/catalogue.ts";
import { type TakenFault, takeFault } from "../../faults/gate.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import { wrongSecretOf } from "../../webhooks/sign.ts";
import type { WebhookInput, WebhookResult } from "../dependencies.ts";

export type DeliveryFault = TakenFault<"webhook.delivery">;
type HoldFault = DeliveryFault & { effect: Hold };

/** How far in the past `stale-timestamp` signs: twice what receivers should accept (H-80). */
const STALE_SECONDS = 600;

/** How long a delivery waits to be overtaken when nothing follows, unless the fault says otherwise. Virtual ms. */
const LONGEST_OVERTAKING_MS = 600_000;

const EFFECTS = Object.keys(GATES["webhook.delivery"].effects) as EffectOf<"webhook.delivery">[];

/** Passes the gate with the next attempt of a delivery. Only one delivery of an endpoint waits to be overtaken at a time. */
export function passDelivery(db: Database, delivery: DeliveryRow, event: EventRow): DeliveryFault | undefined {
  const facts = {
    type: event.type,
    endpoint_id: delivery.endpoint_id,
    resource_id: event.resource_id,
    attempt: String(nextRetryStep(delivery)),
  };
  const waits = overtakenDelivery(db, delivery.endpoint_id) !== undefined;
  return takeFault(db, "webhook.delivery", facts, waits ? EFFECTS.filter((effect) => effect !== "reorder") : EFFECTS);
}

/** True for the effects that put the attempt off. */
export function isHold(fault: DeliveryFault): fault is HoldFault {
  return fault.effect === "delay" || fault.effect === "reorder";
}

/** For how long at most, virtual ms. */
export function untilOf({ params }: HoldFault): number {
  return Number(params["by"] ?? LONGEST_OVERTAKING_MS);
}

/** True for the effects that stand for an attempt: nothing is sent. */
export function isUnsent(fault: DeliveryFault | undefined): boolean {
  return unsent(fault) !== undefined;
}

/** What came of an attempt that is not sent at all; undefined when it is. */
export function unsent(fault: DeliveryFault | undefined, timeoutMs = ATTEMPT_TIMEOUT_MS): WebhookResult | undefined {
  const nothing = { ok: false, status: null, durationMs: 0, error: "", response: "", headers: {} };
  switch (fault?.effect) {
    case "status": {
      const status = Number(fault.params["status"]);
      return { ...nothing, ok: status >= 200 && status <= 299, status };
    }
    case "timeout":
      return { ...nothing, durationMs: timeoutMs, error: `no answer within ${timeoutMs} ms` };
    case "drop":
      return { ...nothing, error: "dropped on its way: nothing was sent" };
    default:
      return undefined;
  }
}

/** The order as it is carried out under the fault. */
export function tampered(fault: DeliveryFault | undefined, order: WebhookInput): WebhookInput {
  switch (fault?.effect) {
    case "wrong-secret": {
      const { alsoSecret: _, ...rest } = order;
      return { ...rest, secret: wrongSecretOf(order.secret) };
    }
    case "stale-timestamp":
      return { ...order, ageSeconds: STALE_SECONDS };
    case "truncate":
      return { ...order, cut: true };
    default:
      return order;
  }
}
