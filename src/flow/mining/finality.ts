// The blocks that the tags `safe` and `finalized` name: the confirmed height, or blocks of an age that was asked for.
import { heightAt } from "../../chains/block-at-time.ts";
import type { Chain } from "../../chains/chain.ts";
import { confirmedHeight, tailHead } from "../../domain/chain-tail.ts";
import type { Finality } from "../../domain/network/network.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";

/** With lags: the last block that is at least so old in virtual time, so that a tag never needs further blocks to move. `lag` says which tag. */
export function taggedHeight(world: World, chain: Chain, lag: keyof Finality): number {
  const network = chain.definition.symbol;
  const { confirmations, safe_lag_ms, finalized_lag_ms } = settingOf(world, network);
  const lagMs = lag === "safeMs" ? safe_lag_ms : finalized_lag_ms;
  if (lagMs !== null) return heightAt(chain, Math.floor((world.clock.peek() - lagMs) / 1_000));
  const head = tailHead(world.db, network)?.height ?? 0;
  return Math.max(0, confirmedHeight(head, confirmations));
}
