// SQL of webhook endpoints.
import type { Database } from "../../db/database.ts";
import type { WebhookEndpointRow } from "./webhook-endpoint.ts";

export function insertEndpoint(db: Database, row: WebhookEndpointRow): void {
  db.run(
    `insert into webhook_endpoint (id, tenant_id, url, event_types, secret, previous_secret, previous_until, both_signatures,
       active, disable_after, heed_gone, heed_retry_after, dead_in_a_row, switched_off, created_at, deleted_at)
     values (:id, :tenant_id, :url, :event_types, :secret, :previous_secret, :previous_until, :both_signatures,
       :active, :disable_after, :heed_gone, :heed_retry_after, :dead_in_a_row, :switched_off, :created_at, :deleted_at)`,
    row,
  );
}

export function endpointById(db: Database, id: string): WebhookEndpointRow | undefined {
  return db.get("select * from webhook_endpoint where id = :id and deleted_at is null", { id });
}

export function listEndpoints(db: Database, tenantId: string): WebhookEndpointRow[] {
  return db.all("select * from webhook_endpoint where tenant_id = :tenantId and deleted_at is null order by id", {
    tenantId,
  });
}

/** All endpoints of all tenants, deleted ones included. */
export function allEndpoints(db: Database): WebhookEndpointRow[] {
  return db.all("select * from webhook_endpoint order by id");
}

export function activeEndpoints(db: Database, tenantId: string): readonly WebhookEndpointRow[] {
  return db.keptAll(
    "select * from webhook_endpoint where tenant_id = :tenantId and active = 1 and deleted_at is null order by id",
    { tenantId },
  );
}

/** Endpoints that the policy switched off: their events are recorded as skipped. */
export function switchedOffEndpoints(db: Database, tenantId: string): readonly WebhookEndpointRow[] {
  return db.keptAll(
    `select * from webhook_endpoint where tenant_id = :tenantId and active = 0 and switched_off <> '' and deleted_at is null
     order by id`,
    { tenantId },
  );
}

/** Writes the changes of an operator; a change of `active` resets the counter of the policy. */
export function updateEndpoint(
  db: Database,
  row: Pick<
    WebhookEndpointRow,
    "id" | "url" | "event_types" | "active" | "disable_after" | "heed_gone" | "heed_retry_after"
  >,
): void {
  const { id, url, event_types, active, disable_after, heed_gone, heed_retry_after } = row;
  db.run(
    `update webhook_endpoint set url = :url, event_types = :event_types, active = :active, disable_after = :disable_after,
       heed_gone = :heed_gone, heed_retry_after = :heed_retry_after
     where id = :id`,
    { id, url, event_types, active, disable_after, heed_gone, heed_retry_after },
  );
}

/** An operator switched it on or off: resets what the policy did and counted. */
export function forgetPolicy(db: Database, id: string): void {
  db.run("update webhook_endpoint set dead_in_a_row = 0, switched_off = '' where id = :id", { id });
}

export function countDead(db: Database, id: string, deadInARow: number): void {
  db.run("update webhook_endpoint set dead_in_a_row = :deadInARow where id = :id", { id, deadInARow });
}

/** Switches it off by policy, with the reason. */
export function switchOff(db: Database, id: string, why: string): void {
  db.run("update webhook_endpoint set active = 0, switched_off = :why where id = :id", { id, why });
}

export function updateSecrets(
  db: Database,
  row: Pick<WebhookEndpointRow, "id" | "secret" | "previous_secret" | "previous_until" | "both_signatures">,
): void {
  db.run(
    `update webhook_endpoint set secret = :secret, previous_secret = :previous_secret, previous_until = :previous_until,
       both_signatures = :both_signatures
     where id = :id`,
    {
      id: row.id,
      secret: row.secret,
      previous_secret: row.previous_secret,
      previous_until: row.previous_until,
      both_signatures: row.both_signatures,
    },
  );
}

export function markEndpointDeleted(db: Database, id: string, at: number): void {
  db.run("update webhook_endpoint set deleted_at = :at, active = 0 where id = :id", { id, at });
}
