// A running sandbox for tests: clients of the service and the chains, virtual time, faults, snapshots.
import { developmentAccounts } from "../chains/address.ts";
import { type ArmedFault, armFault } from "./arm-fault.ts";
import { type TestChain, testChain } from "./chain.ts";
import { SandboxContract } from "./contract/sandbox-contract.ts";
import { type AdminClient, Control } from "./control.ts";
import type { FaultInput } from "./fault-input.ts";
import { changeMining, type MiningChange, type MiningOptions } from "./mining.ts";
import { amountText, networkOf, payTenant } from "./money.ts";
import type { NetworkSymbol } from "./names.gen.ts";
import type {
  DepositInput,
  FaucetInput,
  MiningMode,
  PaidDeposit,
  SandboxInfo,
  TimeTravelResult,
} from "./sandbox-input.ts";
import { openTenant, type ServiceClient, TestTenant } from "./tenant.ts";

export class TestSandbox {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** The base URL to configure in the app under test. */
  readonly apiBaseUrl: string;
  /** Calls `/admin` by path, for everything without a method here. */
  readonly control: Control;
  /** The same as `control`, typed by operation: `sandbox.admin.POST("/networks/{network}/mine", …)`. */
  readonly admin: AdminClient;
  /** What the app did wrong, and what it used; after `connectSandbox` of the suite's own tenant. */
  readonly contract: SandboxContract;
  readonly #main: TestTenant;
  readonly #tenants: TestTenant[] = [];
  readonly #stop: () => Promise<void>;
  readonly #webhookSecret: string | undefined;
  #stopped: Promise<void> | undefined;

  constructor({ url, adminToken, tenant, webhookSecret }: SandboxInfo, stop: () => Promise<void>) {
    this.url = url;
    this.apiBaseUrl = `${url}/v1`;
    this.control = new Control(url, adminToken);
    this.admin = this.control.typed();
    this.#main = new TestTenant(this.control, this.apiBaseUrl, tenant);
    this.#webhookSecret = webhookSecret;
    this.contract = new SandboxContract(this.control, webhookSecret === undefined ? tenant.id : undefined);
    this.#stop = stop;
  }

  /** The default tenant: `sandbox.main.fault(…)` acts on it alone. After `connectSandbox` it is the suite's own tenant. */
  get main(): TestTenant {
    return this.#main;
  }

  get tenantId(): string {
    return this.#main.id;
  }

  get apiKey(): string {
    return this.#main.apiKey;
  }

  get vaultId(): string {
    return this.#main.vaultId;
  }

  /** Secret of the endpoint that the option `webhook` registers; undefined after `connectSandbox`. */
  get webhookSecret(): string | undefined {
    return this.#webhookSecret;
  }

  /** The default tenant's typed client, events and receivers. */
  get client(): ServiceClient {
    return this.#main.client;
  }

  get events(): TestTenant["events"] {
    return this.#main.events;
  }

  get webhooks(): TestTenant["webhooks"] {
    return this.#main.webhooks;
  }

  /** The ten well-known development accounts, funded on every network. */
  get accounts(): { address: string; private_key: string }[] {
    return developmentAccounts().map(({ address, privateKey }) => ({ address, private_key: privateKey }));
  }

  /** A new tenant with its own key, vault and webhooks. */
  async tenant(name: string, options: { tier?: "standard" | "pro" | "enterprise" } = {}): Promise<TestTenant> {
    const tenant = new TestTenant(this.control, this.apiBaseUrl, await openTenant(this.control, { name, ...options }));
    this.#tenants.push(tenant);
    return tenant;
  }

  /** The JSON-RPC address of a network ("base"). */
  rpc(network: NetworkSymbol): string {
    return `${this.url}/rpc/${network}`;
  }

  /** viem clients of a network. @throws Error that lists the known networks */
  chain(network: NetworkSymbol): TestChain {
    return testChain(networkOf(network), this.rpc(network), this.accounts);
  }

  /** Like `tenant.deposit`, for the default tenant, or for `tenantId`. */
  deposit(input: DepositInput): Promise<PaidDeposit> {
    const tenantId = "tenantId" in input ? input.tenantId : undefined;
    return payTenant(this.control, tenantId ?? this.tenantId, input);
  }

  /** Sends real coins or newly minted tokens to any address. */
  async faucet(input: FaucetInput): Promise<{ tx_id: string }> {
    const { network, asset, to } = input;
    return this.control.post("/faucet", { network, asset, amount: amountText(input), to_address: to });
  }

  /** Moves the clock by "10m", "3d" or milliseconds, or to the `next`th work that is due. Resolves when all jobs due until then have run, in order. */
  advance(by: string | number | { next: number }): Promise<TimeTravelResult> {
    return this.control.post("/clock/advance", typeof by === "object" ? by : { by });
  }

  /** Like `advance`, up to an instant. */
  advanceTo(to: string | Date): Promise<TimeTravelResult> {
    return this.control.post("/clock/advance", { to: typeof to === "string" ? to : to.toISOString() });
  }

  /** Runs all due jobs; with `advance` also advances from one planned job to the next, at most `limit` ahead. */
  runUntilIdle(options: { advance?: boolean; limit?: string } = {}): Promise<{ steps: number; pending: unknown[] }> {
    return this.control.post("/run-until-idle", options);
  }

  /** Arms a fault for all tenants; `tenant.fault` for one alone. `remove` removes it. The gates: `docs/faults.md`. */
  fault(input: FaultInput): Promise<ArmedFault> {
    return armFault(this.control, input);
  }

  /** Removes all faults, those of other tenants too. */
  async clearFaults(): Promise<void> {
    await this.control.delete("/faults");
  }

  mine(network: NetworkSymbol, blocks = 1): Promise<unknown> {
    return this.control.post(`/networks/${network}/mine`, { blocks });
  }

  /** Sets when blocks are mined. `await using mining = await sandbox.mining(…)` sets it back. */
  mining(network: NetworkSymbol, mode: MiningMode, options: MiningOptions = {}): Promise<MiningChange> {
    return changeMining(this.control, network, { mode, ...options });
  }

  /** Sends a delivery again, with the same bytes; for one that is dead or was delivered. */
  async redeliver(deliveryId: number): Promise<void> {
    await this.control.post(`/deliveries/${deliveryId}/redeliver`);
  }

  /** Runs a failed settlement again. */
  async retry(settlementId: string): Promise<void> {
    await this.control.post(`/settlements/${settlementId}/retry`);
  }

  reorg(
    network: NetworkSymbol,
    input: { depth: number; transactions?: "keep" | "drop" | "delay"; force?: boolean },
  ): Promise<{ removed: string[]; added: string[] }> {
    return this.control.post(`/networks/${network}/reorg`, input);
  }

  /** Saves the world as it is now; `restore` goes back to it, any number of times. */
  async snapshot(name?: string): Promise<{ id: string; restore(): Promise<void> }> {
    const { id } = await this.control.post<{ id: string }>("/snapshots", name === undefined ? {} : { name });
    return { id, restore: () => this.restore(id) };
  }

  async restore(id: string): Promise<void> {
    await this.control.post(`/snapshots/${id}/restore`);
  }

  /** Starts the world over. */
  async reset(): Promise<void> {
    await this.control.post("/reset");
  }

  /** Closes receivers and sandbox; after `connectSandbox` the sandbox keeps running. Further calls do nothing. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(): Promise<void> {
    await Promise.all([this.#main, ...this.#tenants].map((tenant) => tenant.close()));
    await this.contract.flush();
    await this.#stop();
  }
}
