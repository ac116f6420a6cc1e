// Who wants to hear: a tenant's webhook endpoints (H-78).

/** `event_types` is a JSON array of exact types or `["*"]`; `previous_secret` verifies until `previous_until`. */
export type WebhookEndpointRow = {
  id: string;
  tenant_id: string;
  url: string;
  event_types: string;
  secret: string;
  previous_secret: string;
  previous_until: number | null;
  active: number;
  created_at: number;
  deleted_at: number | null;
};

/** True when the endpoint subscribed to the type: exactly, or to everything (S-475). */
export function subscribes(endpoint: Pick<WebhookEndpointRow, "event_types">, type: string): boolean {
  const types = JSON.parse(endpoint.event_types) as string[];
  return types.includes("*") || types.includes(type);
}
