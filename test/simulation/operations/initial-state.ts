// The initial state of every simulated world: two tenants with webhook endpoints, funded vaults, wallets and a deposit address.
import { nextAddress, type TenantBelief } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { createEndpoint } from "./endpoints.ts";
import { createUda } from "./udas.ts";
import { createWallet } from "./wallets.ts";

/** Adds a tenant to the model with the addresses of its vault and gas stations; returns its number. */
export async function registerTenant(
  sim: Simulation,
  facts: { id: string; vault: string; key: string },
): Promise<number> {
  const { model, plan } = sim;
  const tenant: TenantBelief = {
    ...{ id: facts.id, vault: facts.vault, keys: [{ key: facts.key, revoked: false }], removed: false },
    watched: Object.fromEntries(plan.networks.map((network) => [network, {}])),
  };
  const number = model.tenants.push(tenant) - 1;
  const [addresses, stations] = [
    await sim.ask(number, "GET", `/vault/${facts.vault}/addresses`),
    await sim.ask(number, "GET", "/gas-stations/wallets?limit=100"),
  ];
  // A fault may hit either request: then no operation sends to those addresses.
  for (const { network_symbol: network, address } of addresses?.data ?? [])
    (tenant.watched[network] ?? {})[address.toLowerCase()] = "vault";
  for (const { network_symbol: network, address } of stations?.data ?? [])
    (tenant.watched[network] ?? {})[address.toLowerCase()] = "gas_station";
  return number;
}

export async function createTenant(sim: Simulation): Promise<number> {
  const {
    tenant_id: id,
    vault_id: vault,
    api_key: key,
  } = await sim.adminOk("POST", "/tenants", {
    name: `tenant ${nextAddress(sim.model).number}`,
  });
  return registerTenant(sim, { id, vault, key });
}

export async function createInitialState(sim: Simulation): Promise<void> {
  const { setup, plan, model } = sim;
  const { tenant_id: id, vault_id: vault, api_key: key } = setup.ready;
  for (const network of plan.networks) {
    const blocks = plan.confirmations[network] ?? 2;
    await sim.adminOk("PUT", `/networks/${network}/confirmations`, { blocks });
    model.targets[network] = { now: blocks, least: blocks, most: blocks };
  }
  await registerTenant(sim, { id, vault, key });
  await createTenant(sim);
  for (const number of model.tenants.keys()) await createEndpoint(sim, number, "good");
  for (const network of plan.networks) {
    const to = Object.entries(model.tenants[0]?.watched[network] ?? {}).find(
      ([, category]) => category === "vault",
    )?.[0];
    await sim.adminOk("POST", "/faucet", { network, asset: "USDC", amount: "500", to_address: to });
    await createWallet(sim, 0, network);
  }
  await createUda(sim, 0);
  for (const network of plan.networks) {
    const mode = plan.mining[network] ?? "instant";
    await sim.adminOk("PUT", `/networks/${network}/mining`, { mode });
    model.modes[network] = mode;
  }
}
