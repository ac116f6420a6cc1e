// Block parameters: `safe` and `finalized` become the confirmed height, because the engine answers both with its head.
import { numberToHex } from "viem";
import type { Chain } from "../chains/chain.ts";
import { isRecord } from "./json-rpc.ts";

/** Height at or below which the blocks of a network are confirmed. */
export type ConfirmedHeight = (network: string) => number;

export type BlockTags = {
  /** A block parameter as the engine understands it. */
  block(chain: Chain, value: unknown): unknown;
  /** A log filter with both its bounds in that form. */
  range(chain: Chain, filter: Record<string, unknown>): Record<string, unknown>;
};

export function createBlockTags(confirmedHeight: ConfirmedHeight): BlockTags {
  const block = (chain: Chain, value: unknown): unknown => {
    if (isRecord(value) && "blockNumber" in value && !("blockHash" in value)) return block(chain, value["blockNumber"]);
    if (value !== "safe" && value !== "finalized") return value;
    return numberToHex(Math.min(Math.max(0, confirmedHeight(chain.definition.symbol)), chain.head.number));
  };
  const range = (chain: Chain, filter: Record<string, unknown>): Record<string, unknown> => {
    const bounded = { ...filter };
    for (const bound of ["fromBlock", "toBlock"]) {
      if (bounded[bound] === null) delete bounded[bound];
      else if (bound in bounded) bounded[bound] = block(chain, bounded[bound]);
    }
    return bounded;
  };
  return { block, range };
}
