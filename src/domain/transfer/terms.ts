// Validates the input of outgoing payments: network, asset, receiver, amount (H-35, H-43, H-54).
import { parseAmount } from "../../kernel/amount.ts";
import { Problem } from "../../kernel/problem.ts";
import { addressFromBody } from "../address/evm-address.ts";
import { unknownNetwork } from "../network/nearest-network.ts";
import { type Asset, NATIVE, type Network } from "../network/network.ts";
import type { World } from "../world.ts";

/** The network by id or symbol; if both are given, they must agree. */
export type NetworkWords = { networkId: string | undefined; networkSymbol: string | undefined };

/** The given network; undefined without one. Throws invalidRequest for an unknown one, or for two different ones. */
export function namedNetwork({ catalogue }: World, { networkId, networkSymbol }: NetworkWords): Network | undefined {
  const known = (network: Network | undefined, name: string, text: string): Network => {
    if (network === undefined) throw new Problem("invalidRequest", `${name}: ${unknownNetwork(catalogue, text)}`);
    return network;
  };
  const byId = networkId === undefined ? undefined : known(catalogue.byId(networkId), "network_id", networkId);
  const bySymbol =
    networkSymbol === undefined ? undefined : known(catalogue.bySymbol(networkSymbol), "network_symbol", networkSymbol);
  if (byId !== undefined && bySymbol !== undefined && byId !== bySymbol) {
    throw new Problem("invalidRequest", "network_id and network_symbol name different networks");
  }
  return byId ?? bySymbol;
}

/** An asset of the network by ticker or contract address, in any case (K-8). */
export function namedAsset({ catalogue }: World, network: Network, text: string): Asset {
  const asset = catalogue.assetBySymbol(network.symbol, text) ?? catalogue.findAsset(network.symbol, text);
  if (asset === undefined) throw new Problem("invalidRequest", `asset: ${network.symbol} has no ${text}`);
  return asset;
}

/** The row form of an address in a body; `name` is the member that holds it (K-7). */
export function bodyAddress(name: string, text: string): string {
  const address = addressFromBody(text);
  if (address === null) throw new Problem("invalidRequest", `${name}: not an EVM address, or its checksum is wrong`);
  return address;
}

/** The row form of a receiver: any address but the zero address. */
export function receiverAddress(text: string): string {
  const to = bodyAddress("to_address", text);
  if (to === NATIVE) throw new Problem("invalidRequest", "to_address: the zero address");
  return to;
}

/** A token is not sent to its own contract. */
export function refuseOwnContract(asset: Asset, to: string): void {
  if (to === asset.key) throw new Problem("invalidRequest", "to_address: the token contract itself");
}

/** Base units of an amount text. Throws invalidAmount (K-6). */
export function amountOf(asset: Asset, text: string): bigint {
  const parsed = parseAmount(text, asset.decimals);
  if (!parsed.ok)
    throw new Problem("invalidAmount", `amount: ${parsed.reason} (${asset.symbol} has ${asset.decimals})`);
  return parsed.raw;
}
