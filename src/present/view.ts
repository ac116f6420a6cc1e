// The context of presentation besides a row: the catalogue of networks and assets, and the origin of links.
import type { Asset, Catalogue, Network } from "../domain/network/network.ts";

/** `origin` has no slash at its end, such as `http://localhost:4010`; it is set once the server listens. */
export type View = { readonly catalogue: Catalogue; origin: string };

/** The explorer page of a network (H-16). */
export function networkUrl(view: View, network: string): string {
  return `${view.origin}/explorer/${network}`;
}

/** The explorer page of a transaction (H-07); "" before there is a hash (K-5). */
export function scannerUrl(view: View, network: string, txHash: string): string {
  return txHash === "" ? "" : `${networkUrl(view, network)}/tx/${txHash}`;
}

/** The picture of an asset. */
export function logoUrl(view: View, asset: Asset): string {
  return `${view.origin}/assets/${asset.symbol.toLowerCase()}.png`;
}

/** Network and asset of a row, both by the names rows hold. */
export function placeOf(view: View, network: string, assetKey: string): { network: Network; asset: Asset } {
  return { network: view.catalogue.network(network), asset: view.catalogue.asset(network, assetKey) };
}
