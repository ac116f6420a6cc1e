// Prepares a sandbox for a scenario (frozen clock, mining mode, a new tenant and endpoint) and restores it afterwards.

import { required } from "../kernel/assert.ts";
import type { AppTenant, AppUnderTest } from "./app-under-test.ts";
import { control, type Host, HostFault, rpc } from "./http-client.ts";
import type { Receiver } from "./receiver.ts";
import { GIVEN_NAMES } from "./references.ts";
import type { RunContext } from "./run-context.ts";
import type { Scenario, ScenarioOptions } from "./scenario.ts";

export type Setup = { context: RunContext; restore(): Promise<void> };

type Status = {
  seed: number;
  clock: { mode: "running" | "frozen" };
  networks: { network: string; mining: string; block_time_ms: number; empty_blocks: number }[];
};

/** @throws HostFault when the sandbox has another seed than the scenario needs */
export async function setUp(
  { title, options = {}, hunt }: Scenario,
  { host, wall }: Pick<RunContext, "host" | "wall">,
  app: AppUnderTest | undefined,
  receiver: Receiver | null,
): Promise<Setup> {
  const status = (await control(host, "GET", "/status")) as unknown as Status;
  if (options.seed !== undefined && options.seed !== status.seed) {
    throw new HostFault(
      `the scenario needs a sandbox with seed ${options.seed}, this one has ${status.seed}: start one with --seed ${options.seed}`,
    );
  }
  if (status.clock.mode === "running") await control(host, "POST", "/clock/freeze", {});
  const tenant = app?.tenant ?? (await newTenant(host, required(receiver, "a receiver"), title, options));
  const { id: tenantId, vaultId, apiKey, endpointId, url, secret } = tenant;
  const given = [tenantId, vaultId, endpointId, url, secret, ...(await accounts(host))];
  const context: RunContext = {
    ...{ host, wall, tenantId, receiver, app, apiKey, endpointId, lenient: hunt !== undefined },
    names: new Map(GIVEN_NAMES.map((name, index) => [name, given[index]])),
    ...{ faults: [], eventsSeen: 0, webhooksSeen: 0, arrivals: [] },
  };
  const wanted = options.mining ?? "instant";
  // Only now: the gas stations of a new tenant are funded by transactions, which manual mining would leave waiting.
  const changed = status.networks.filter(({ mining }) => mining !== wanted);
  for (const { network } of changed) await control(host, "PUT", `/networks/${network}/mining`, { mode: wanted });
  return {
    context,
    async restore() {
      for (const id of context.faults.splice(0)) await control(host, "DELETE", `/faults/${id}`).catch(ignoreRefusal);
      const endpoint = `${endpointsOf(context.tenantId)}/${context.endpointId}`;
      if (receiver !== null) await control(host, "PATCH", endpoint, { active: false }).catch(ignoreRefusal);
      for (const row of status.networks) await restoreMining(host, row, changed.includes(row));
      if (status.clock.mode === "running") await control(host, "POST", "/clock/resume", {});
    },
  };
}

/** A tenant of its own, whose endpoint is the receiver. */
async function newTenant(
  host: Host,
  { url, secret }: Receiver,
  title: string,
  { tier, rate_limit }: ScenarioOptions,
): Promise<AppTenant> {
  const input = { name: `scenario: ${title}`.slice(0, 255), ...(tier && { tier }), ...(rate_limit && { rate_limit }) };
  const tenant = await control(host, "POST", "/tenants", input);
  const id = String(tenant["tenant_id"]);
  const endpoint = await control(host, "POST", endpointsOf(id), { url, secret });
  const facts = { vaultId: String(tenant["vault_id"]), apiKey: String(tenant["api_key"]) };
  return { id, ...facts, endpointId: String(endpoint["id"]), url, secret };
}

/** The development accounts, which every node of the sandbox signs for. */
async function accounts(host: Host): Promise<unknown[]> {
  const { items } = (await control(host, "GET", "/networks")) as { items: { network: string }[] };
  return (await rpc(host, items[0]?.network ?? "", "eth_accounts", [])) as unknown[];
}

/** Sets the mining mode of a network back, unless neither setup nor scenario changed it. */
async function restoreMining(host: Host, row: Status["networks"][number], known: boolean): Promise<void> {
  const { items } = (await control(host, "GET", "/networks")) as { items: Status["networks"] };
  const now = items.find(({ network }) => network === row.network);
  if (!known && now?.mining === row.mining) return;
  const block = row.mining === "interval" ? { block_time: row.block_time_ms, empty_blocks: row.empty_blocks } : {};
  await control(host, "PUT", `/networks/${row.network}/mining`, { mode: row.mining, ...block });
}

function endpointsOf(tenantId: string): string {
  return `/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints`;
}

/** The scenario may already have deleted it. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof HostFault)) throw error;
}
