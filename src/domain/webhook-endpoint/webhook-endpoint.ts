// The webhook endpoints of a tenant (H-78).

/**
 * `event_types` is a JSON array of exact types or `["*"]`; `previous_secret` verifies until `previous_until` (virtual ms);
 * until then it signs too when `both_signatures` is 1. `disable_after` (dead deliveries in a row, 0 = never),
 * `heed_gone` and `heed_retry_after` are its policy; `switched_off` is why the policy switched it off, "" otherwise
 * (R-134, R-143).
 */
export type WebhookEndpointRow = {
  id: string;
  tenant_id: string;
  url: string;
  event_types: string;
  secret: string;
  previous_secret: string;
  previous_until: number | null;
  both_signatures: number;
  active: number;
  disable_after: number;
  heed_gone: number;
  heed_retry_after: number;
  dead_in_a_row: number;
  switched_off: string;
  created_at: number;
  deleted_at: number | null;
};

/** Until when the secret from before the last rotation verifies, virtual ms; null when it does not at `now`. */
export function overlapEnd({ previous_until }: WebhookEndpointRow, now: number): number | null {
  return previous_until !== null && now < previous_until ? previous_until : null;
}

/** True when the endpoint subscribed to the type: exactly, or to everything (S-475). */
export function subscribes(endpoint: Pick<WebhookEndpointRow, "event_types">, type: string): boolean {
  const types = JSON.parse(endpoint.event_types) as string[];
  return types.includes("*") || types.includes(type);
}
