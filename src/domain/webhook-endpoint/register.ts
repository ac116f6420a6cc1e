// Registers a webhook endpoint: through the control API only, the service has no operation for it (H-78, S-521).
import type { World } from "../world.ts";
import { insertEndpoint } from "./store.ts";
import type { WebhookEndpointRow } from "./webhook-endpoint.ts";

export type EndpointInput = {
  tenantId: string;
  url: string;
  eventTypes: readonly string[];
  secret?: string;
  active?: boolean;
  policy?: Partial<Policy>;
};

/** The policy for bad answers; off unless configured. */
export type Policy = {
  /** Consecutive dead deliveries after which it is switched off; 0 = never. */
  disableAfter: number;
  /** A 410 switches it off. */
  heedGone: boolean;
  /** `Retry-After` of a failed answer makes the wait longer, never shorter. */
  heedRetryAfter: boolean;
};

/** Creates an endpoint; without a secret one is derived from the seed (24 bytes, R-120). */
export function registerEndpoint(world: World, input: EndpointInput): WebhookEndpointRow {
  const id = world.ids.next("webhook_endpoint");
  const row: WebhookEndpointRow = {
    id,
    tenant_id: input.tenantId,
    url: input.url,
    event_types: JSON.stringify(input.eventTypes),
    secret: input.secret ?? `whsec_${world.random.fork("webhook-secret").hex(id, 48)}`,
    previous_secret: "",
    previous_until: null,
    both_signatures: 0,
    active: input.active === false ? 0 : 1,
    disable_after: input.policy?.disableAfter ?? 0,
    heed_gone: Number(input.policy?.heedGone ?? false),
    heed_retry_after: Number(input.policy?.heedRetryAfter ?? false),
    dead_in_a_row: 0,
    switched_off: "",
    created_at: world.clock.now(),
    deleted_at: null,
  };
  insertEndpoint(world.db, row);
  return row;
}
