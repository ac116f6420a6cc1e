// How every simulated world begins: two tenants who are listened for, vaults with something in them, a wallet and a deposit address.
import { next, type TenantBelief } from "../model.ts";
import type { Play } from "../play.ts";
import { createEndpoint } from "./endpoints.ts";
import { createUda } from "./udas.ts";
import { createWallet } from "./wallets.ts";

/** Meets a tenant: where its vault and its gas stations receive. */
export async function meetTenant(play: Play, facts: { id: string; vault: string; key: string }): Promise<number> {
  const { model, plan } = play;
  const tenant: TenantBelief = {
    ...{ id: facts.id, vault: facts.vault, keys: [{ key: facts.key, revoked: false }], removed: false },
    watched: Object.fromEntries(plan.networks.map((network) => [network, {}])),
  };
  const number = model.tenants.push(tenant) - 1;
  const [addresses, stations] = [
    await play.ask(number, "GET", `/vault/${facts.vault}/addresses`),
    await play.ask(number, "GET", "/gas-stations/wallets?limit=100"),
  ];
  // A fault may stand in the way of both: then nobody sends anything there.
  for (const { network_symbol: network, address } of addresses?.data ?? [])
    (tenant.watched[network] ?? {})[address.toLowerCase()] = "vault";
  for (const { network_symbol: network, address } of stations?.data ?? [])
    (tenant.watched[network] ?? {})[address.toLowerCase()] = "gas_station";
  return number;
}

export async function createTenant(play: Play): Promise<number> {
  const {
    tenant_id: id,
    vault_id: vault,
    api_key: key,
  } = await play.must("POST", "/tenants", {
    name: `tenant ${next(play.model).number}`,
  });
  return meetTenant(play, { id, vault, key });
}

export async function firstScene(play: Play): Promise<void> {
  const { stage, plan, model } = play;
  const { tenant_id: id, vault_id: vault, api_key: key } = stage.ready;
  for (const network of plan.networks) {
    const blocks = plan.confirmations[network] ?? 2;
    await play.must("PUT", `/networks/${network}/confirmations`, { blocks });
    model.targets[network] = { now: blocks, least: blocks, most: blocks };
  }
  await meetTenant(play, { id, vault, key });
  await createTenant(play);
  for (const number of model.tenants.keys()) await createEndpoint(play, number, "good");
  for (const network of plan.networks) {
    const to = Object.entries(model.tenants[0]?.watched[network] ?? {}).find(
      ([, category]) => category === "vault",
    )?.[0];
    await play.must("POST", "/faucet", { network, asset: "USDC", amount: "500", to_address: to });
    await createWallet(play, 0, network);
  }
  await createUda(play, 0);
  for (const network of plan.networks) {
    const mode = plan.mining[network] ?? "instant";
    await play.must("PUT", `/networks/${network}/mining`, { mode });
    model.modes[network] = mode;
  }
}
