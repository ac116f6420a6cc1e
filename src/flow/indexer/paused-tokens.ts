// Which tokens are paused by their issuer: asked of the chain after a block that can have changed it, and recorded for people.
import { type Chain, type Hex, RpcError } from "../../chains/chain.ts";
import { PAUSED_CALL } from "../../chains/token.ts";
import { forgetIncident, raiseIncident } from "../../domain/incident.ts";
import type { World } from "../../domain/world.ts";
import type { ChainChange } from "./index-blocks.ts";

/** True for a change after which a token may be paused or unpaused: a call without arguments of one, or a reorg. */
function mayPause({ removed, added }: ChainChange): boolean {
  return removed.length > 0 || added.some(({ callsToken }) => callsToken);
}

/** Records each token that is paused now, and forgets those that are not. */
export async function recordPausedTokens(world: World, chain: Chain, change: ChainChange): Promise<void> {
  if (!mayPause(change)) return;
  const { network } = change;
  const tokens = world.catalogue.network(network).assets.filter(({ native }) => !native);
  const states: { key: string; symbol: string; isPaused: boolean }[] = [];
  for (const { key, symbol } of tokens) states.push({ key, symbol, isPaused: await isPaused(chain, key) });
  world.db.transaction(() => {
    for (const { key, symbol, isPaused } of states) {
      const ref = `${network}:${symbol}`;
      const detail = `${symbol} on ${network} (${key}) is paused by its issuer: every transfer of it reverts`;
      if (isPaused) raiseIncident(world, { kind: "paused-token", network, ref, detail });
      else forgetIncident(world.db, "paused-token", ref);
    }
  });
}

/** False for a contract without such a switch. */
async function isPaused(chain: Chain, token: string): Promise<boolean> {
  try {
    return BigInt(await chain.request<Hex>("eth_call", [{ to: token, data: PAUSED_CALL }, "latest"])) === 1n;
  } catch (error) {
    if (error instanceof RpcError || error instanceof SyntaxError) return false;
    throw error;
  }
}
