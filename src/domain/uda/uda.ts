// A Universal Deposit Address: one address per owner, accepted tokens, a fixed destination (H-17…H-19).
import type { Asset, Catalogue, Network } from "../network/network.ts";
import type { UdaStatus } from "./machine.ts";

/** `accepted_tokens` is a JSON array of tickers, empty for all; addresses lower-case. */
export type UdaRow = {
  id: string;
  tenant_id: string;
  owner: string;
  status: UdaStatus;
  address: string;
  derivation: string;
  destination_address: string;
  destination_network: string;
  destination_asset: string;
  accepted_tokens: string;
  created_at: number;
};

/** Tokens of a network that the UDA settles: the catalogue (native coin included) ∩ the accepted tickers (H-17). */
export function acceptedOn(network: Network, acceptedTokens: string): readonly Asset[] {
  const accepted = JSON.parse(acceptedTokens) as string[];
  return accepted.length === 0 ? network.assets : network.assets.filter((asset) => accepted.includes(asset.symbol));
}

/** Networks with UDA support where at least one token is accepted, in catalogue order. */
export function depositNetworks(catalogue: Catalogue, acceptedTokens: string): readonly Network[] {
  return catalogue.networks.filter((network) => network.udaSupport && acceptedOn(network, acceptedTokens).length > 0);
}

/** True when a deposit of the asset on the network settles. */
export function accepts(network: Network, assetKey: string, acceptedTokens: string): boolean {
  return acceptedOn(network, acceptedTokens).some((asset) => asset.key === assetKey);
}
