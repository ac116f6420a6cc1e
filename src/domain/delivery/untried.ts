// Whose first attempt comes next: of a group, of an endpoint, and the one that was reordered (R-129, H-81).
import type { Database } from "../../db/database.ts";
import type { DeliveryRow } from "./delivery.ts";

/** The oldest delivery of a group at an endpoint whose first attempt has not ended, nor been reordered after later ones. */
export function firstUntried(db: Database, endpointId: string, groupKey: string): DeliveryRow | undefined {
  return db.get(
    `select * from delivery where endpoint_id = :endpointId and group_key = :groupKey and attempts = 0
       and held_by <> 'reorder' and state in ('due', 'sending') order by id limit 1`,
    { endpointId, groupKey },
  );
}

/** The delivery of an endpoint that a `reorder` fault holds until a later one is sent; at most one. */
export function overtakenDelivery(db: Database, endpointId: string): DeliveryRow | undefined {
  return db.get("select * from delivery where endpoint_id = :endpointId and held_by = 'reorder'", { endpointId });
}

/**
 * The oldest delivery of an endpoint after `id` (0: of all) that was not tried, is not held, and waits for none of its group but
 * for the one with this id.
 */
export function nextUntried(db: Database, endpointId: string, id: number): DeliveryRow | undefined {
  return db.get(
    `select d.* from delivery d where d.state in ('due', 'sending') and d.state = 'due' and d.endpoint_id = :endpointId
       and d.id > :id and d.attempts = 0 and d.held_by = '' and not exists (
         select 1 from delivery o where o.endpoint_id = d.endpoint_id and o.group_key = d.group_key and o.id < d.id and o.id <> :id
           and o.attempts = 0 and o.held_by <> 'reorder' and o.state in ('due', 'sending'))
     order by d.id limit 1`,
    { endpointId, id },
  );
}
