// Transferred value: native coin between accounts, native coin inside contracts, and tokens by their Transfer logs.
import { decodeTransfer, type TokenLog } from "../../chains/token.ts";
import { type Asset, NATIVE, type Network } from "../../domain/network/network.ts";

/** `asset` is undefined for a token the catalogue lacks; `token` is its lower-case contract. Amounts in base units. */
export type Moved = {
  kind: "native" | "internal" | "token" | "intended";
  from: string;
  to: string;
  token: string;
  asset: Asset | undefined;
  raw: bigint;
};

export function movedNative(
  network: Network,
  kind: Moved["kind"],
  { from, to, raw }: { from: string; to: string; raw: bigint },
): Moved {
  return { kind, from: from.toLowerCase(), to: to.toLowerCase(), token: NATIVE, asset: network.native, raw };
}

/** The token transfers of some logs, in their order; other logs are left out. */
export function movedTokens(network: Network, logs: readonly TokenLog[], kind: Moved["kind"] = "token"): Moved[] {
  return logs.flatMap((log) => {
    const transfer = decodeTransfer(log);
    if (transfer === undefined) return [];
    const { token, from, to, value: raw } = transfer;
    return [{ kind, from, to, token, asset: tokenOf(network, token), raw }];
  });
}

/** A token of the catalogue by its lower-case contract. */
export function tokenOf(network: Network, token: string): Asset | undefined {
  return network.assets.find((asset) => !asset.native && asset.key === token);
}
