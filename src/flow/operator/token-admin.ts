// Calls reserved to a token's owner: pausing the token, and blacklisting accounts.
import { type Chain, type Hex, RpcError } from "../../chains/chain.ts";
import { encodeBlacklist, encodePause } from "../../chains/token.ts";
import type { Asset } from "../../domain/network/network.ts";
import { Problem } from "../../kernel/problem.ts";

/** `account`: an address in any case. */
export type TokenAdminCall = { name: "pause" | "unpause" } | { name: "blacklist" | "unblacklist"; account: string };

/** The call data of an owner call. */
export function tokenCall(call: TokenAdminCall): Hex {
  return "account" in call ? encodeBlacklist(call.name, call.account) : encodePause(call.name);
}

/** @throws Problem invalidRequest for a call that the token would reject in its present state: paused already, or not paused */
export async function assertPossible(chain: Chain, token: Asset, owner: string, call: TokenAdminCall): Promise<void> {
  try {
    await chain.request("eth_call", [{ from: owner, to: token.key, data: tokenCall(call) }, "latest"]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const state = call.name === "pause" ? "is paused already" : "is not paused";
    throw new Problem("invalidRequest", `${token.symbol} on ${token.network} ${state}: nothing was changed`, {
      details: { network: token.network, asset: token.symbol, reason: error.message },
    });
  }
}
