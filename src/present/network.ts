// Networks, assets and their enabled status as the service shows them (H-12, H-16, H-49, S-098…S-100).
import type { Asset, Network, NetworkCategory } from "../domain/network/network.ts";
import type { TenantNetwork } from "../domain/network/tenant-network.ts";
import type { components } from "../spec/service.gen.ts";
import { logoUrl, networkUrl, type View } from "./view.ts";

type Schemas = components["schemas"];

/** A network with its present confirmation target, which the operator may change. */
export type TargetedNetwork = { network: Network; confirmations: number };

/** The network record. */
export function presentNetwork(view: View, { network, confirmations }: TargetedNetwork): Schemas["BlockchainNetwork"] {
  const { native } = network;
  return {
    network_id: network.id,
    network_symbol: network.symbol,
    network_name: network.name,
    eip155_id: String(network.chainId),
    category: network.category,
    native_asset: { asset: native.name, symbol: native.symbol, decimal: native.decimals },
    confirmations,
    uda_support: network.udaSupport,
    scanner_url: networkUrl(view, network.symbol),
  };
}

/** One group of the network list; every network says whether the tenant may use some asset of it. */
export function presentNetworkGroup(
  view: View,
  category: NetworkCategory,
  networks: readonly (TargetedNetwork & { enabled: boolean })[],
): Schemas["NetworkGroup"] {
  return { category, networks: networks.map((row) => ({ ...presentNetwork(view, row), enabled: row.enabled })) };
}

/** The asset record; the native coin has the zero address here (K-7). */
export function presentAsset(view: View, network: Network, asset: Asset): Schemas["BlockchainAsset"] {
  return {
    asset: asset.name,
    symbol: asset.symbol,
    network_id: network.id,
    network_symbol: network.symbol,
    contract_address: asset.address,
    decimal: asset.decimals,
    is_token: !asset.native,
    uda_support: network.udaSupport,
    logo: logoUrl(view, asset),
  };
}

/** The tenant network: network id and contract address make its own path (H-12). */
export function presentTenantNetwork({ network, asset, enabled }: TenantNetwork): Schemas["TenantNetwork"] {
  return { network_id: network.id, asset: asset.address, enabled };
}
