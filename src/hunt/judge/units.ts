// Networks and assets of the catalogue under the names that apps give them.
import { assetOn, type ChainAsset, tokenAt } from "../../scenario/assets.ts";
import { HostFault } from "../../scenario/http-client.ts";

/** The symbols under which the service knows a network and an asset, and its decimals; null for names that mean nothing here. */
export function unitOf(network: string, asset: string): { network: string; asset: string; decimals: number } | null {
  const known = assetNamed(network, asset);
  return known === null ? null : { network: known.network, asset: known.symbol, decimals: known.decimals };
}

/** The contract of an asset (null: native coin) and its decimals. @throws HostFault when it is not in the catalogue */
export function chainAsset(network: string, asset: string): ChainAsset {
  return assetOn(network, asset);
}

function assetNamed(network: string, asset: string): (ChainAsset & { symbol: string }) | null {
  try {
    const wanted = asset.startsWith("0x") ? (tokenAt(assetOn(network, "USDC").network, asset)?.symbol ?? asset) : asset;
    return { ...assetOn(network, wanted), symbol: wanted.toUpperCase() };
  } catch (error) {
    if (error instanceof HostFault) return null;
    throw error;
  }
}

const NATIVE: Readonly<Record<string, string>> = { bsc: "BNB", polygon: "POL" };

/** The symbol of the coin that a network's gas is paid with. */
export function nativeOf(network: string): string {
  return NATIVE[network] ?? "ETH";
}
