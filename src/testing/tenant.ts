// One tenant for tests: a typed client of the service, its events and its webhook receivers.
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../spec/service.gen.ts";
import type { Control } from "./control.ts";
import { Events } from "./events.ts";
import { WebhookReceiver } from "./receiver.ts";

/** The service's client, typed from its OpenAPI document; it never throws for an error status. */
export type ServiceClient = Client<paths>;

export type TenantFacts = { id: string; apiKey: string; vaultId: string };

/** Creates a tenant through the control API. @throws SandboxError */
export async function openTenant(control: Control, input: { name: string; tier?: string }): Promise<TenantFacts> {
  const made = await control.post<{ tenant_id: string; api_key: string; vault_id: string }>("/tenants", input);
  return { id: made.tenant_id, apiKey: made.api_key, vaultId: made.vault_id };
}

export class TestTenant {
  readonly id: string;
  readonly apiKey: string;
  readonly vaultId: string;
  /** `await tenant.client.POST("/wallets", { body: … })`; resolves with `{ data, error, response }`. */
  readonly client: ServiceClient;
  /** This tenant's events only. */
  readonly events: Events;
  readonly #control: Control;
  readonly #receivers: WebhookReceiver[] = [];

  constructor(control: Control, apiBaseUrl: string, { id, apiKey, vaultId }: TenantFacts) {
    this.id = id;
    this.apiKey = apiKey;
    this.vaultId = vaultId;
    this.client = createClient<paths>({ baseUrl: apiBaseUrl, headers: { "X-API-Key": apiKey } });
    this.events = new Events(control, id);
    this.#control = control;
  }

  readonly webhooks = {
    /** Opens a receiver in this process, registered for these event types (default: all). Closed with the tenant. */
    receive: async ({ types = ["*"] }: { types?: readonly string[] } = {}): Promise<WebhookReceiver> => {
      const path = `/tenants/${this.id}/webhook-endpoints`;
      const receiver = await WebhookReceiver.open(async (url) => {
        const endpoint = { url, event_types: types };
        const { id, secret } = await this.#control.post<{ id: string; secret: string }>(path, endpoint);
        return { secret, unregister: () => this.#control.delete(`${path}/${id}`) };
      });
      this.#receivers.push(receiver);
      return receiver;
    },
  };

  /** Closes the receivers; the tenant's records stay. */
  async close(): Promise<void> {
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.close()));
  }
}
