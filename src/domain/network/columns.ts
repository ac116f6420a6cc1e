// SQL expressions that map a row to the names of the catalogue, so that lists filter by what responses show (K-8).
import type { Asset, Catalogue, Network } from "./network.ts";

/** `pick` of the network in the column `network`. */
export function networkColumn(catalogue: Catalogue, pick: (network: Network) => string): string {
  return caseOf(
    "network",
    catalogue.networks.map((network) => [network.symbol, pick(network)]),
  );
}

/** `pick` of the asset in the columns `network` and `asset`. */
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

/** Quotes a text of our own catalogue, never one of a client. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
