// SQL expressions that give a row the catalogue's names, so that lists can be filtered by what answers show (K-8).
import type { Asset, Catalogue, Network } from "./network.ts";

/** What `pick` says of the network that the column `network` of a row names. */
export function networkColumn(catalogue: Catalogue, pick: (network: Network) => string): string {
  return caseOf(
    "network",
    catalogue.networks.map((network) => [network.symbol, pick(network)]),
  );
}

/** What `pick` says of the asset that the columns `network` and `asset` of a row name. */
export function assetColumn(catalogue: Catalogue, pick: (asset: Asset) => string): string {
  const assets = catalogue.networks.flatMap((network) => network.assets);
  return caseOf(
    "network || ':' || asset",
    assets.map((asset) => [`${asset.network}:${asset.key}`, pick(asset)]),
  );
}

function caseOf(subject: string, rows: readonly (readonly [string, string])[]): string {
  const branches = rows.map(([when, then]) => `when ${literal(when)} then ${literal(then)}`);
  return `(case ${subject} ${branches.join(" ")} end)`;
}

/** Texts of our own catalogue, never a client's. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
