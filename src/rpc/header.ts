// Block headers in the form of `newHeads` notifications.
import type { Hex } from "../chains/chain.ts";

export type RpcBlock = {
  number: Hex | null;
  hash: Hex | null;
  baseFeePerGas: Hex;
  transactions: readonly Hex[];
} & Record<string, unknown>;

const NOT_IN_A_HEADER = ["transactions", "uncles", "size", "withdrawals", "totalDifficulty"];

/** A block without its body. */
export function headerOf(block: RpcBlock): Record<string, unknown> {
  return Object.fromEntries(Object.entries(block).filter(([name]) => !NOT_IN_A_HEADER.includes(name)));
}
