// The readings of deliveries: `webhook_repeat`, `webhook_order` and `failed_event` (H-81, H-82).
import type { DeliveryRow } from "../../domain/delivery/delivery.ts";
import { hasLaterUntried, overtakenDelivery } from "../../domain/delivery/store.ts";
import { skipDeliveries } from "../../domain/delivery/transitions.ts";
import { type AnnouncedEvent, type EventRow, eventById } from "../../domain/outbox.ts";
import type { TransactionRow } from "../../domain/transaction/transaction.ts";
import { endpointById } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import { type DeliveryFault, isUnsent } from "./delivery-fault.ts";

/** How long a delivery waits at most for the next of its endpoint, on a clock that runs. Virtual ms. */
export const MAX_SWAP_MS = 1_000;

/**
 * True when a delivery is to change places with the next one of its endpoint (R-129 is left on purpose). One at a time waits, so each
 * two neighbours change places. A frozen clock would keep the last one for ever: there it waits only for one that is there already.
 */
export function swapsWithNext(
  world: World,
  readings: FlowDependencies["readings"],
  delivery: DeliveryRow,
  tenantId: string,
): boolean {
  if (readings.valueOf("webhook_order", tenantId) !== "swapped") return false;
  if (delivery.attempts > 0 || delivery.held_by !== "") return false;
  if (overtakenDelivery(world.db, delivery.endpoint_id) !== undefined) return false;
  const hasNext = hasLaterUntried(world.db, delivery.endpoint_id, delivery.id);
  if (!hasNext && world.clock.mode === "frozen") return false;
  readings.noteMet("webhook_order", tenantId);
  return true;
}

/** True for a delivery that was held back by the reading: a fault that does the same has the same mark. */
export function isSwapped(readings: FlowDependencies["readings"], { held_by }: DeliveryRow, tenantId: string): boolean {
  return held_by === "reorder" && readings.valueOf("webhook_order", tenantId) === "swapped";
}

type Sent = { event: EventRow; endpoint: WebhookEndpointRow; fault: DeliveryFault | undefined };

/** True when a delivery that was accepted comes once more. */
export function comesAgain(
  { world, readings }: FlowDependencies,
  { event, endpoint, fault }: Sent,
  { ok }: WebhookResult,
): boolean {
  if (!ok || isUnsent(fault) || readings.valueOf("webhook_repeat", event.tenant_id) !== "twice") return false;
  if (endpointById(world.db, endpoint.id)?.active !== 1) return false;
  readings.noteMet("webhook_repeat", event.tenant_id);
  return true;
}

/** The reason of a delivery that was never sent: invariants and `GET /admin/deliveries` show it. */
const NOT_ANNOUNCED = "not announced: no block shows this failure (failed_event=on-chain-only)";

/** Ends the deliveries of a failure that no block shows, where only those in a block are announced. */
export function withoutFailureBesideChain({ world, readings }: FlowDependencies, event: AnnouncedEvent): void {
  if (event.type !== "transaction.failed" || readings.valueOf("failed_event", event.tenant_id) !== "on-chain-only")
    return;
  const { type, block_height } = JSON.parse(event.record) as TransactionRow;
  // A deposit fails when a reorg removes its block: no block shows that.
  if (type !== "deposit" && block_height !== null) return;
  const { sequence } = required(eventById(world.db, event.id), "the event that is announced");
  skipDeliveries(world, sequence, NOT_ANNOUNCED);
  readings.noteMet("failed_event", event.tenant_id);
}
