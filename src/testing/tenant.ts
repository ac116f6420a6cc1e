// One tenant for tests: a typed client of the service, its events and its webhook receivers.
import type { Client } from "openapi-fetch";
import type { paths } from "../spec/served.gen.ts";
import { type ArmedFault, armFault } from "./arm-fault.ts";
import type { Control } from "./control.ts";
import { Events } from "./events.ts";
import type { TenantFaultInput } from "./fault-input.ts";
import { payTenant } from "./money.ts";
import { WebhookReceiver } from "./receiver.ts";
import type { PaidDeposit, TenantDepositInput, TenantFacts } from "./sandbox-input.ts";
import { type ExactPaths, typedClient } from "./typed-client.ts";
import type { EventType } from "./webhook-event.ts";

/**
 * The service's client, typed from its OpenAPI document; it never throws for an error status. `raw` is text, and an amount with
 * more digits than a number holds too.
 */
export type ServiceClient = Client<ExactPaths<paths>>;

/** Creates a tenant through the control API. @throws SandboxError */
export async function openTenant(control: Control, input: { name: string; tier?: string }): Promise<TenantFacts> {
  const made = await control.post<{ tenant_id: string; api_key: string; vault_id: string }>("/tenants", input);
  return { id: made.tenant_id, apiKey: made.api_key, vaultId: made.vault_id };
}

export class TestTenant {
  readonly id: string;
  readonly apiKey: string;
  readonly vaultId: string;
  /** `await tenant.client.POST("/wallets", { body: … })`; resolves with `{ data, error, response }`. See `dataOf`. */
  readonly client: ServiceClient;
  /** This tenant's events only. */
  readonly events: Events;
  readonly #control: Control;
  readonly #receivers: WebhookReceiver[] = [];

  constructor(control: Control, apiBaseUrl: string, { id, apiKey, vaultId }: TenantFacts) {
    this.id = id;
    this.apiKey = apiKey;
    this.vaultId = vaultId;
    this.client = typedClient<paths>(apiBaseUrl, { "X-API-Key": apiKey });
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

  /** A real transfer from a funded payer to the wallet or UDA of an owner, or to an address. Resolves when the deposit is visible. */
  deposit(input: TenantDepositInput): Promise<PaidDeposit> {
    return payTenant(this.#control, this.id, input);
  }

  /**
   * Arms a fault that acts on this tenant alone, at every gate that knows a tenant. `remove` removes it; `await using` does so at
   * the end of the block.
   */
  fault({ match, ...input }: TenantFaultInput): Promise<ArmedFault> {
    return armFault(this.#control, { ...input, match: { ...match, tenant_id: this.id } });
  }

  /** Closes the receivers; the tenant's records stay. */
  async close(): Promise<void> {
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.close()));
  }
}
