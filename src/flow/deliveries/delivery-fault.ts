// The gate `webhook.delivery`: injected faults of a delivery attempt, applied where the real fault would occur.
import type { Database } from "../../db/database.ts";
import type { DeliveryRow, Hold } from "../../domain/delivery/delivery.ts";
import { nextRetryStep } from "../../domain/delivery/retry-schedule.ts";
import { overtakenDelivery } from "../../domain/delivery/untried.ts";
import type { EventRow } from "../../domain/outbox.ts";
import { type EffectOf, GATES } from "../../faults/catalogue.ts";
import { type TakenFault, takeFault } from "../../faults/gate.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../webhooks/send.ts";
import { wrongSecretOf } from "../../webhooks/sign.ts";
import type { WebhookInput, WebhookResult } from "../dependencies.ts";

export type DeliveryFault = TakenFault<"webhook.delivery">;
type HoldFault = DeliveryFault & { effect: Hold };

/** Age of the timestamp under `stale-timestamp`: twice what receivers should accept (H-80). */
const STALE_SECONDS = 600;

/** How long a delivery under `reorder` waits at most when no other follows, unless the fault says otherwise. Virtual ms. */
const MAX_OVERTAKING_MS = 600_000;

const EFFECTS = Object.keys(GATES["webhook.delivery"].effects) as EffectOf<"webhook.delivery">[];

/** Takes a fault for the next attempt of a delivery. At most one delivery of an endpoint is held for `reorder` at a time. */
export function takeDeliveryFault(db: Database, delivery: DeliveryRow, event: EventRow): DeliveryFault | undefined {
  const facts = {
    type: event.type,
    endpoint_id: delivery.endpoint_id,
    resource_id: event.resource_id,
    attempt: String(nextRetryStep(delivery)),
    tenant_id: event.tenant_id,
    /** Read from the payload, which every event has; only if a fault asks for it. */
    get owner() {
      return memberOf(event, "owner");
    },
    /** Where the payment of the event goes to, if it is about one. */
    get to_address() {
      return memberOf(event, "to_address");
    },
  };
  const waits = overtakenDelivery(db, delivery.endpoint_id) !== undefined;
  return takeFault(db, "webhook.delivery", facts, waits ? EFFECTS.filter((effect) => effect !== "reorder") : EFFECTS);
}

/** The owner that the payload names; "" for none. */
function memberOf({ body }: EventRow, name: "owner" | "to_address"): string {
  const { payload } = JSON.parse(body ?? "{}") as { payload?: Record<string, unknown> };
  const member = payload?.[name];
  return typeof member === "string" ? member : "";
}

/** True for effects that postpone the attempt. */
export function isHold(fault: DeliveryFault): fault is HoldFault {
  return fault.effect === "delay" || fault.effect === "reorder";
}

/** Maximum delay, virtual ms. */
export function untilOf({ params }: HoldFault): number {
  return Number(params["by"] ?? MAX_OVERTAKING_MS);
}

/** True for effects that replace the attempt: nothing is sent. */
export function isUnsent(fault: DeliveryFault | undefined): boolean {
  return unsent(fault) !== undefined;
}

/** The result of an attempt that is not sent at all; undefined when it is sent. */
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

/**
 * The result of an attempt whose answer is lost: the receiver did its work, and the attempt counts as timed out, at once. Where no
 * answer came, there is none to lose, and the result stays what it is.
 */
export function answerLost(result: WebhookResult, timeoutMs = ATTEMPT_TIMEOUT_MS): WebhookResult {
  if (result.status === null) return result;
  const { headers, durationMs: tookMs } = result;
  const error = `no answer within ${timeoutMs} ms`;
  return { ok: false, status: null, durationMs: timeoutMs, tookMs, error, response: "", headers };
}

/** Real ms between the two requests of `at-once`. */
export function apartMs({ params }: DeliveryFault): number {
  return Number(params["by"] ?? 0);
}

/** The same JSON in other bytes; numbers keep their digits. */
function respelled(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/gs, (token) =>
    token.startsWith('"') ? token.replaceAll("/", "\\/").replaceAll(/[^ -~]/g, escaped) : `${token} `,
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The request as it is sent under the fault. */
export function tampered(fault: DeliveryFault | undefined, webhook: WebhookInput): WebhookInput {
  switch (fault?.effect) {
    case "wrong-secret": {
      const { alsoSecret: _, ...rest } = webhook;
      return { ...rest, secret: wrongSecretOf(webhook.secret) };
    }
    case "unsigned":
      return { ...webhook, unsigned: true };
    case "stale-timestamp":
      return { ...webhook, ageSeconds: STALE_SECONDS };
    case "truncate":
      return { ...webhook, cut: true };
    case "respelled":
      return { ...webhook, body: respelled(webhook.body) };
    default:
      return webhook;
  }
}
