// Tenant networks: the assets of the catalogue, each enabled or disabled for a tenant (H-12, H-39, H-50, H-51).
import { enabledAssets, isAssetEnabled, putTenantNetwork } from "../tenant/store.ts";
import type { World } from "../world.ts";
import type { Asset, Network } from "./network.ts";

export type TenantNetwork = { network: Network; asset: Asset; enabled: boolean };

/** All of them, in the order of network ids, native coin first, then tickers (H-50). */
export function listTenantNetworks(world: Pick<World, "db" | "catalogue">, tenantId: string): TenantNetwork[] {
  const enabled = new Set(enabledAssets(world.db, tenantId).map(({ network, asset }) => `${network}:${asset}`));
  return world.catalogue.networks.flatMap((network) =>
    network.assets.map((asset) => ({ network, asset, enabled: enabled.has(`${network.symbol}:${asset.key}`) })),
  );
}

/**
 * One by network id and contract address (any case, zero address or `native` for the native coin), or undefined when
 * the catalogue has no such asset (H-39).
 */
export function findTenantNetwork(
  world: Pick<World, "db" | "catalogue">,
  tenantId: string,
  named: { networkId: string; address: string },
): TenantNetwork | undefined {
  const network = world.catalogue.byId(named.networkId);
  const asset = network === undefined ? undefined : world.catalogue.findAsset(network.symbol, named.address);
  if (network === undefined || asset === undefined) return undefined;
  return { network, asset, enabled: isAssetEnabled(world.db, tenantId, network.symbol, asset.key) };
}

/**
 * Enables or disables an asset for a tenant; again changes nothing (S-405). New wallets, payouts and transfers depend on it;
 * queued payouts and the detection of deposits do not.
 */
export function switchTenantNetwork(
  world: Pick<World, "db">,
  tenantId: string,
  { network, asset }: TenantNetwork,
  enabled: boolean,
): TenantNetwork {
  putTenantNetwork(world.db, tenantId, network.symbol, asset.key, enabled);
  return { network, asset, enabled };
}
