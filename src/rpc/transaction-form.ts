// Completes the engine's transactions to the form of execution-apis: yParity, blockTimestamp, and chainId of legacy ones.
import { numberToHex } from "viem";
import type { Chain, Hex } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";

/** A transaction object, null, or a hash, as the engine gives them. */
export function completeTransaction(chain: Chain, given: unknown): unknown {
  if (!isObject(given) || typeof given["hash"] !== "string") return given;
  return { ...given, ...signatureMembers(given), ...blockMembers(chain, given) };
}

/** A block with its transactions completed; a block that only names their hashes stays as it is. */
export function completeBlock<T>(chain: Chain, block: T): T {
  if (!isObject(block) || !Array.isArray(block["transactions"])) return block;
  return { ...block, transactions: block["transactions"].map((one) => completeTransaction(chain, one)) } as T;
}

/** A legacy transaction has its chain in `v` (EIP-155), or nowhere; any other has a parity. */
function signatureMembers({ type, v }: Record<string, unknown>): Record<string, unknown> {
  if (typeof v !== "string") return {};
  if (type !== "0x0" && type !== undefined) return { yParity: v };
  const value = BigInt(v);
  return value < 35n ? {} : { chainId: numberToHex((value - 35n) / 2n) };
}

function blockMembers(chain: Chain, { blockNumber, blockHash }: Record<string, unknown>): { blockTimestamp?: Hex } {
  if (typeof blockNumber !== "string") return {};
  const block = chain.blockAt(Number(blockNumber));
  return block === undefined || block.hash !== blockHash ? {} : { blockTimestamp: numberToHex(block.timestamp) };
}
