// SQL of webhook endpoints.
import type { Database } from "../../db/database.ts";
import type { WebhookEndpointRow } from "./webhook-endpoint.ts";

export function insertEndpoint(db: Database, row: WebhookEndpointRow): void {
  db.run(
    `insert into webhook_endpoint (id, tenant_id, url, event_types, secret, previous_secret, previous_until, both_signatures,
       active, created_at, deleted_at)
     values (:id, :tenant_id, :url, :event_types, :secret, :previous_secret, :previous_until, :both_signatures,
       :active, :created_at, :deleted_at)`,
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

/** Every endpoint of every tenant that was ever registered, deleted ones too. */
export function allEndpoints(db: Database): WebhookEndpointRow[] {
  return db.all("select * from webhook_endpoint order by id");
}

export function activeEndpoints(db: Database, tenantId: string): WebhookEndpointRow[] {
  return db.all(
    "select * from webhook_endpoint where tenant_id = :tenantId and active = 1 and deleted_at is null order by id",
    { tenantId },
  );
}

export function updateEndpoint(
  db: Database,
  row: Pick<WebhookEndpointRow, "id" | "url" | "event_types" | "active">,
): void {
  db.run("update webhook_endpoint set url = :url, event_types = :event_types, active = :active where id = :id", {
    id: row.id,
    url: row.url,
    event_types: row.event_types,
    active: row.active,
  });
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
