// Sending a delivery again on request: at once, with its id and body, on a ladder of its own.
import { Problem } from "../../kernel/problem.ts";
import { schedule } from "../agenda.ts";
import { endpointById } from "../webhook-endpoint/store.ts";
import type { World } from "../world.ts";
import { DELIVER_JOB, type DeliveryRow } from "./delivery.ts";
import { type ReplayQuery, replayable, updateDelivery } from "./store.ts";
import { moveDelivery } from "./transitions.ts";

/**
 * An ended delivery starts the ladder anew: one immediate attempt and five retries. One that is due for a retry makes it now.
 * @throws Problem conflict for one that is under way, waits for its turn, or whose endpoint does not listen
 */
export function redeliver(world: World, delivery: DeliveryRow): void {
  const endpoint = endpointById(world.db, delivery.endpoint_id);
  if (endpoint === undefined || endpoint.active === 0)
    throw new Problem("conflict", "its endpoint is deleted or switched off: nothing is sent there; switch it on first");
  if (delivery.state === "sending")
    throw new Problem("conflict", "an attempt is under way: wait for its end, see GET /admin/deliveries");
  if (delivery.state === "due") bringForward(world, delivery);
  else replay(world, delivery);
}

/** All that the query names; answers their ids. */
export function redeliverAll(world: World, query: ReplayQuery): number[] {
  return replayable(world.db, query).map((delivery) => {
    replay(world, delivery);
    return delivery.id;
  });
}

function replay(world: World, delivery: DeliveryRow): void {
  const now = world.clock.now();
  moveDelivery(world, delivery, "replay", { ladder_start: delivery.attempts, next_attempt_at: now, reason: "" });
  schedule(world.db, DELIVER_JOB, String(delivery.id), now);
}

function bringForward(world: World, delivery: DeliveryRow): void {
  if (delivery.next_attempt_at === null)
    throw new Problem("conflict", "it follows as soon as an earlier delivery about the same resource has been tried");
  const now = world.clock.now();
  updateDelivery(world.db, "due", { ...delivery, next_attempt_at: now });
  schedule(world.db, DELIVER_JOB, String(delivery.id), now);
}
