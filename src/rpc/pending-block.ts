// The block that would be mined next, in the form of a mined one: the published schemas allow no nulls in it.
import { type Hex, keccak256, numberToHex, stringToHex, zeroHash } from "viem";
import type { Chain } from "../chains/chain.ts";
import { isObject } from "../kernel/is-object.ts";
import type { RpcBlock } from "./header.ts";
import { completeTransaction } from "./transaction-form.ts";

/** Proof of stake has none. */
const NO_NONCE: Hex = "0x0000000000000000";

/** `block`: what the engine answers for `pending`. Its hash is not the one that it will be mined with. */
export async function pendingBlock(chain: Chain, block: RpcBlock): Promise<RpcBlock> {
  const number = numberToHex(chain.head.number + 1);
  const miner = block["miner"] ?? (await chain.request<Hex>("eth_coinbase"));
  // The engine keeps back what mining determines; the members that it answers tell two pending blocks apart.
  const hash = block.hash ?? keccak256(stringToHex(JSON.stringify(block)));
  const whole = {
    ...block,
    hash,
    number,
    miner,
    nonce: block["nonce"] ?? NO_NONCE,
    mixHash: block["mixHash"] ?? zeroHash,
  };
  const place = { blockHash: hash, blockNumber: number, blockTimestamp: block["timestamp"] };
  return {
    ...whole,
    baseFeePerGas: numberToHex(chain.baseFee),
    transactions: block.transactions.map((one: unknown, index) =>
      isObject(one)
        ? { ...(completeTransaction(chain, one) as object), ...place, transactionIndex: numberToHex(index) }
        : one,
    ) as unknown as readonly Hex[],
  };
}
