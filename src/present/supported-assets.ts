// The networks with UDA support, their native currency and their tokens, as the service shows them (H-16, H-61).
import type { Asset } from "../domain/network/network.ts";
import type { components } from "../spec/service.gen.ts";
import { logoUrl, type View } from "./view.ts";

/** One element per network with UDA support, in the catalogue's order (S-420…S-423). */
export function presentSupportedAssets(view: View): components["schemas"]["SupportedAssets"] {
  const currency = (asset: Asset) => ({
    symbol: asset.symbol,
    name: asset.name,
    address: asset.address,
    decimals: asset.decimals,
    logo: logoUrl(view, asset),
  });
  const supported = view.catalogue.networks.filter((network) => network.udaSupport);
  return {
    assets: supported.map((network) => ({
      network_id: network.id,
      network_symbol: network.symbol,
      network_name: network.name,
      eip155_id: String(network.chainId),
      chain_type: "EVM",
      native_currency: currency(network.native),
      assets: network.assets.filter((asset) => !asset.native).map(currency),
    })),
  };
}
