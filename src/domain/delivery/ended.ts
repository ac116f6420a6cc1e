// SQL of how the deliveries of a tenant stand: the dead ones, how many are open, and the newest.
import type { Database } from "../../db/database.ts";
import type { DeliveryRow } from "./delivery.ts";
import type { ListedDelivery } from "./store.ts";

/** A dead delivery with what it was about. */
export type DeadDelivery = DeliveryRow & Pick<ListedDelivery, "event_id" | "type" | "resource_id">;

/** Dead deliveries of a tenant after a cursor, oldest first. */
export function deadDeliveries(db: Database, of: { tenantId: string; after: number; limit: number }): DeadDelivery[] {
  return db.all(
    `select d.*, e.id as event_id, e.type, e.resource_id from delivery d join event e on e.sequence = d.event_sequence
     where d.state = 'dead' and d.id > :after and e.tenant_id = :tenantId order by d.id limit :limit`,
    of,
  );
}

/** How many deliveries of a tenant have not ended. */
export function openDeliveryCount(db: Database, tenantId: string): number {
  const sql = `select count(*) as count from delivery d join event e on e.sequence = d.event_sequence
               where d.state in ('due', 'sending') and e.tenant_id = :tenantId`;
  return db.get<{ count: number }>(sql, { tenantId })?.count ?? 0;
}

/** The id of the newest delivery of all tenants; 0 before the first. */
export function newestDelivery(db: Database): number {
  return db.get<{ id: number }>("select id from delivery order by id desc limit 1")?.id ?? 0;
}
