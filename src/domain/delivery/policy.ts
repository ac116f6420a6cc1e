// The policy of an endpoint for bad answers: switch off or wait longer; off unless configured.
import { parseHttpDate } from "../../kernel/clock.ts";
import { countDead, endpointById, switchOff } from "../webhook-endpoint/store.ts";
import type { WebhookEndpointRow } from "../webhook-endpoint/webhook-endpoint.ts";
import type { World } from "../world.ts";
import type { DeliveryRow } from "./delivery.ts";
import { MAX_RETRY_AFTER_MS } from "./retry-schedule.ts";
import { endDeliveries } from "./transitions.ts";

const GONE = 410;

/**
 * The wait that `Retry-After` asks for in ms, for an endpoint that heeds it: seconds, or a date on the wall clock, the
 * only clock that a receiver knows. 0 when the header is missing or unreadable.
 */
export function askedToWaitMs(endpoint: WebhookEndpointRow, retryAfter: string | null, wallNowMs: number): number {
  if (endpoint.heed_retry_after === 0 || retryAfter === null) return 0;
  if (/^[0-9]{1,9}$/.test(retryAfter)) return Math.min(Number(retryAfter) * 1_000, MAX_RETRY_AFTER_MS);
  const at = parseHttpDate(retryAfter);
  return at === null ? 0 : Math.min(Math.max(0, at - wallNowMs), MAX_RETRY_AFTER_MS);
}

/**
 * Applies the policy after an attempt ended: a 410 switches off an endpoint that heeds it; consecutive dead deliveries are
 * counted. Open deliveries then end in the same transaction. Returns the reason of the switch-off, or undefined.
 */
export function heedPolicy(world: World, settled: DeliveryRow, status: number | null): string | undefined {
  const endpoint = endpointById(world.db, settled.endpoint_id);
  if (endpoint === undefined || endpoint.active === 0) return undefined;
  const { id, disable_after, dead_in_a_row } = endpoint;
  if (endpoint.heed_gone === 1 && status === GONE)
    return turnOff(world, id, `its endpoint answered ${GONE} and was switched off`);
  if (disable_after === 0) return undefined;
  const dead = settled.state === "dead" ? dead_in_a_row + 1 : settled.state === "delivered" ? 0 : dead_in_a_row;
  if (dead !== dead_in_a_row) countDead(world.db, id, dead);
  if (dead < disable_after) return undefined;
  return turnOff(world, id, `its endpoint was switched off after ${dead} dead deliveries in a row`);
}

function turnOff(world: World, endpointId: string, why: string): string {
  switchOff(world.db, endpointId, why);
  endDeliveries(world, endpointId, why);
  return why;
}
