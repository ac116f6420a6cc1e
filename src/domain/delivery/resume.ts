// Taking deliveries up again where a process or a world ended in the middle of them.
import { schedule } from "../agenda.ts";
import type { World } from "../world.ts";
import { DELIVER_JOB } from "./delivery.ts";
import { deliveriesUnderWay, finishDeliveryAttempt, unplannedDeliveries } from "./store.ts";
import { settleDelivery } from "./verbs.ts";

/**
 * Before any attempt is begun: an attempt nobody knows the end of counts as failed and is retried, and one that had left
 * the plan without being made is planned again. There is one owner of a world, so `sending` is the lease of a claim.
 */
export function resumeDeliveries(world: World): void {
  for (const delivery of deliveriesUnderWay(world.db)) {
    finishDeliveryAttempt(world.db, {
      ...{ delivery_id: delivery.id, number: delivery.attempts + 1, headers: "{}", status: null, duration_ms: null },
      ...{ error: "unknown: the sandbox stopped before an answer came", response: "" },
    });
    settleDelivery(world, delivery.id, false);
  }
  for (const { id, next_attempt_at } of unplannedDeliveries(world.db, DELIVER_JOB)) {
    schedule(world.db, DELIVER_JOB, String(id), next_attempt_at ?? world.clock.now());
  }
}
