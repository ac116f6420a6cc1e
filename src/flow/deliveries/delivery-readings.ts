// The readings of deliveries: `webhook_repeat`, `webhook_order` and `failed_event` (H-81, H-82).
import type { DeliveryRow } from "../../domain/delivery/delivery.ts";
import { deliveryById } from "../../domain/delivery/store.ts";
import { endHold, holdDelivery, skipDeliveries } from "../../domain/delivery/transitions.ts";
import { nextUntried, overtakenDeliveries, overtakenDelivery } from "../../domain/delivery/untried.ts";
import { type AnnouncedEvent, type EventRow, eventById } from "../../domain/outbox.ts";
import type { TransactionRow } from "../../domain/transaction/transaction.ts";
import { endpointById } from "../../domain/webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../../domain/webhook-endpoint/webhook-endpoint.ts";
import { required } from "../../kernel/assert.ts";
import type { FlowDependencies, WebhookResult } from "../dependencies.ts";
import { type DeliveryFault, isUnsent } from "./delivery-fault.ts";

/** How long a delivery waits at most for the next of its endpoint: virtual ms on a clock that runs, real ms on a frozen one. */
export const MAX_SWAP_MS = 1_000;

type SwapDependencies = Pick<FlowDependencies, "world" | "readings">;

/** True where each two neighbours of an endpoint change places: there one attempt runs at a time, so that they arrive in that order. */
export function isSwapped({ readings }: Pick<FlowDependencies, "readings">, tenantId: string): boolean {
  return readings.valueOf("webhook_order", tenantId) === "swapped";
}

/**
 * The delivery that goes next, when `id` is due at an endpoint whose neighbours change places (R-129 is left on purpose): the oldest
 * one waits, the one after it goes, then the oldest. Undefined when `id` itself has to wait. Retries and deliveries that a fault
 * held back keep their times. One that is alone waits until time travel finds nothing else to do, and for a second at most: so the
 * order does not depend on how fast receivers answer.
 */
export function nextSwapped(dependencies: SwapDependencies, id: number, tenantId: string): number | undefined {
  const { db } = dependencies.world;
  return db.transaction(() => {
    const due = required(deliveryById(db, id), "delivery", { id });
    if (due.state !== "due" || due.attempts > 0 || due.held_by === "delay") return id;
    const waiting = overtakenDelivery(db, due.endpoint_id);
    return waiting === undefined
      ? holdFirst(dependencies, due, tenantId)
      : nextBeside(dependencies, waiting, { id, tenantId });
  });
}

/** The oldest one waits from now on. */
function holdFirst({ world, readings }: SwapDependencies, due: DeliveryRow, tenantId: string): number | undefined {
  const first = nextUntried(world.db, due.endpoint_id, 0) ?? due;
  holdDelivery(world, first, "reorder", world.clock.now() + MAX_SWAP_MS);
  return nextBeside({ world, readings }, { ...first, next_attempt_at: null }, { id: due.id, tenantId });
}

/** The one that waits, once another was tried or its time is over; before that the one after it. */
function nextBeside(
  { world, readings }: SwapDependencies,
  waiting: DeliveryRow,
  due: { id: number; tenantId: string },
): number | undefined {
  const isOver = waiting.next_attempt_at !== null && waiting.next_attempt_at <= world.clock.now();
  if (isOver) return waiting.id;
  const second = nextUntried(world.db, waiting.endpoint_id, waiting.id);
  if (second !== undefined) readings.noteMet("webhook_order", due.tenantId);
  return second?.id ?? (waiting.id === due.id ? undefined : due.id);
}

/** Ends the wait of deliveries whose neighbours did not come. Returns true when there was one. */
export function endSwaps({ world, readings }: SwapDependencies): boolean {
  if (readings.areDefault) return false;
  return world.db.transaction(() => {
    const now = world.clock.now();
    const alone = overtakenDeliveries(world.db).filter(({ endpoint_id, next_attempt_at }) => {
      const tenantId = endpointById(world.db, endpoint_id)?.tenant_id ?? "";
      const left = (next_attempt_at ?? now) - now;
      // A fault holds for longer, unless it says otherwise.
      return isSwapped({ readings }, tenantId) && left > 0 && left <= MAX_SWAP_MS;
    });
    for (const delivery of alone) endHold(world, delivery);
    return alone.length > 0;
  });
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
  const skipped = skipDeliveries(world, sequence, NOT_ANNOUNCED);
  // Without a receiver nobody misses it.
  if (skipped > 0) readings.noteMet("failed_event", event.tenant_id);
}
