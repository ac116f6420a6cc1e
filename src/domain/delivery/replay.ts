// Replays a delivery on request: at once, with the same id and body, on a new retry schedule.
import { Problem } from "../../kernel/problem.ts";
import { schedule } from "../agenda.ts";
import { endpointById } from "../webhook-endpoint/store.ts";
import type { World } from "../world.ts";
import { DELIVER_JOB, type DeliveryRow } from "./delivery.ts";
import { type ReplayQuery, replayable } from "./store.ts";
import { moveDelivery } from "./transitions.ts";

/**
 * An ended delivery starts a new retry schedule: one immediate attempt and five retries. One that is due for a retry makes it now.
 * @throws Problem conflict for one that is being sent, waits for its turn, or whose endpoint is not active
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

/** Replays all deliveries that the query selects; returns their ids. */
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
  if (delivery.next_attempt_at <= now) return;
  // Its history tells why the attempt comes before its time on the ladder (I-34).
  moveDelivery(world, delivery, "hasten", { next_attempt_at: now });
  schedule(world.db, DELIVER_JOB, String(delivery.id), now);
}
