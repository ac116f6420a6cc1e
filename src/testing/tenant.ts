// One tenant for tests: a typed client of the service, its events and its webhook receivers.
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../spec/served.gen.ts";
import type { Control } from "./control.ts";
import { Events } from "./events.ts";
import { WebhookReceiver } from "./receiver.ts";
import type { EventType } from "./webhook-event.ts";

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
    /** Registers the endpoint of the app under test for these event types (default: all). Without `secret` a new one is made. */
    register: async (
      url: string,
      { types = ["*"], secret }: { types?: readonly (EventType | "*")[]; secret?: string } = {},
    ): Promise<{ id: string; secret: string; remove(): Promise<void> }> => {
      const path = `/tenants/${this.id}/webhook-endpoints`;
      const made = await this.#control.post<{ id: string; secret: string }>(path, { url, event_types: types, secret });
      const remove = async (): Promise<void> => void (await this.#control.delete(`${path}/${made.id}`));
      return { id: made.id, secret: made.secret, remove };
    },
    /** Opens a receiver in this process, registered for these event types (default: all). Closed with the tenant. */
    receive: async ({ types = ["*"] }: { types?: readonly (EventType | "*")[] } = {}): Promise<WebhookReceiver> => {
      const receiver = await WebhookReceiver.open(async (url) => {
        const { secret, remove } = await this.webhooks.register(url, { types });
        return { secret, unregister: remove };
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
