// The API calls that the demo's history is made of: admin API and service, by fetch.
import { OWN_CLIENT_HEADER } from "../contract/observation.ts";
import type { Customers } from "./customers.ts";

/** Addresses of the sandbox and its default tenant; a `ReadyInfo` fits. */
export type DemoHost = {
  api_base_url: string;
  admin_url: string;
  tenant_id: string;
  api_key: string;
  vault_id: string;
  admin_token?: string | undefined;
};

/** The sandbox refused a call of the demo. */
export class DemoFault extends Error {
  override readonly name = "DemoFault";
}

// biome-ignore lint/suspicious/noExplicitAny: the demo reads a few members of responses that the documents describe
type Data = any;

/** Calls the same APIs that users call; each method returns the `data` of the response. */
export class DemoActions {
  readonly host: DemoHost;
  readonly customers: Customers;

  constructor(host: DemoHost, customers: Customers) {
    this.host = host;
    this.customers = customers;
  }

  /** @throws DemoFault for anything but a success */
  async admin(method: string, path: string, body?: object): Promise<Data> {
    const { admin_token, admin_url } = this.host;
    const headers: Record<string, string> = admin_token === undefined ? {} : { authorization: `Bearer ${admin_token}` };
    return (await this.#call(method, `${admin_url}${path}`, headers, body)).data;
  }

  /** The service, as the default tenant unless another key is given. @throws DemoFault for anything but a success */
  async service(method: string, path: string, body?: object, apiKey = this.host.api_key): Promise<Data> {
    return (await this.#call(method, `${this.host.api_base_url}${path}`, { "x-api-key": apiKey }, body)).data;
  }

  /** Number of records in a list of the service. */
  async count(path: string): Promise<number> {
    const url = `${this.host.api_base_url}${path}?limit=1`;
    return (await this.#call("GET", url, { "x-api-key": this.host.api_key })).pagination.total_items;
  }

  async #call(method: string, url: string, headers: Record<string, string>, body?: object): Promise<Data> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, {
      method,
      headers: { ...headers, "content-type": "application/json", [OWN_CLIENT_HEADER]: "demo" },
      ...sent,
    });
    const envelope = (await response.json()) as Data;
    if (response.ok) return envelope;
    throw new DemoFault(`${method} ${new URL(url).pathname} answered ${response.status} ${envelope.error ?? ""}`);
  }

  /** A real transfer to an address, from a funded payer. */
  pay(network: string, asset: string, amount: string, to: string): Promise<Data> {
    return this.admin("POST", "/deposits", { network, asset, amount, to_address: to });
  }

  async wallet(owner: string, network: string, apiKey?: string): Promise<{ id: string; address: string }> {
    return this.service("POST", "/wallets", { owner, network_symbol: network }, apiKey);
  }

  /** A UDA of `owner` that settles to USDC on Arbitrum. */
  async uda(owner: string): Promise<{ id: string; address: string }> {
    const destination = { address: DESTINATION, network_id: "9001", asset_symbol: "USDC" };
    const { id, deposit_addresses } = await this.service("POST", "/uda", { owner, destination });
    return { id, address: deposit_addresses[0].address };
  }

  async payout(input: { reference: string; amount: string; network?: string; remark?: string; expired_at?: string }) {
    const { reference, network = "base", ...rest } = input;
    const body = { vault_id: this.host.vault_id, asset: "USDC", network_symbol: network, to_address: RECEIVER };
    return this.service("POST", "/transfer/payout", { ...body, ...rest, reference_id: reference });
  }

  async vaultAddress(network: string): Promise<string> {
    return (await this.service("GET", `/vault/${this.host.vault_id}/addresses/${network}`)).address;
  }

  mining(network: string, mode: "instant" | "manual"): Promise<Data> {
    return this.admin("PUT", `/networks/${network}/mining`, { mode });
  }

  /** Arms a fault, for one hit unless `times` says otherwise. */
  fault(gate: string, effect: string, more: object = {}): Promise<{ id: string }> {
    return this.admin("POST", "/faults", { gate, effect, ...more });
  }

  /** Runs all due jobs; with a limit also those that fall due within it. */
  settle(limit?: string): Promise<Data> {
    return this.admin("POST", "/run-until-idle", limit === undefined ? {} : { advance: true, limit });
  }
}

/** Two of the ten development accounts, so that the user holds the keys to this money. */
const DESTINATION = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const RECEIVER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
