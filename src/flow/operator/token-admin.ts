// The powers of a token's owner: pausing the token, and stopping single accounts.
import { type Chain, type Hex, RpcError } from "../../chains/chain.ts";
import { encodeBlacklist, encodePause } from "../../chains/token.ts";
import type { Asset } from "../../domain/network/network.ts";
import { Problem } from "../../kernel/problem.ts";

/** `account`: an address in any case. */
export type TokenAdminCall = { name: "pause" | "unpause" } | { name: "blacklist" | "unblacklist"; account: string };

/** The call data of an act. */
export function tokenCall(act: TokenAdminCall): Hex {
  return "account" in act ? encodeBlacklist(act.name, act.account) : encodePause(act.name);
}

/** @throws Problem invalidRequest for an act that the token would refuse as it stands: paused already, or not paused */
export async function assertPossible(chain: Chain, token: Asset, owner: string, act: TokenAdminCall): Promise<void> {
  try {
    await chain.request("eth_call", [{ from: owner, to: token.key, data: tokenCall(act) }, "latest"]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const state = act.name === "pause" ? "is paused already" : "is not paused";
    throw new Problem("invalidRequest", `${token.symbol} on ${token.network} ${state}: nothing was changed`, {
      details: { network: token.network, asset: token.symbol, reason: error.message },
    });
  }
}
