// Whose attempt an endpoint gets next, and how many run at once: in the order of the jobs, or swapped by the reading `webhook_order` (R-130, H-81).
import { endpointById } from "../../domain/webhook-endpoint/store.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { type Claimed, claimAttempt } from "./delivery-attempt.ts";
import { isSwapped, nextSwapped } from "./delivery-readings.ts";

/** Maximum concurrent attempts at one endpoint, so that its connections are bounded. */
const MAX_CONCURRENT_ATTEMPTS = 50;

/** Running attempts at one endpoint, and the ids of deliveries that wait (from index `next` on) for one of them to end. */
export type EndpointQueue = { readonly tenantId: string; running: number; waiting: number[]; next: number };

export function newQueue({ world }: FlowDependencies, endpointId: string): EndpointQueue {
  const tenantId = endpointById(world.db, endpointId)?.tenant_id ?? "";
  return { tenantId, running: 0, waiting: [], next: 0 };
}

/** `claimed` is missing when nothing is sent now; `isStillDue`: another delivery went before the one that was due. */
export type Turn = { claimed: Claimed | undefined; isStillDue: boolean };

/** Claims the delivery `id`, which is due, or the one that goes before it. */
export function claimTurn(dependencies: FlowDependencies, tenantId: string, id: number): Turn {
  const next = isSwapped(dependencies, tenantId) ? nextSwapped(dependencies, id, tenantId) : id;
  if (next === undefined) return { claimed: undefined, isStillDue: false };
  return { claimed: claimAttempt(dependencies, next), isStillDue: next !== id };
}

/** One at a time where neighbours change places, so that they arrive in that order. */
export function mostAtOnce(dependencies: FlowDependencies, tenantId: string): number {
  return isSwapped(dependencies, tenantId) ? 1 : MAX_CONCURRENT_ATTEMPTS;
}
