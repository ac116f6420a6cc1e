// Signed transactions on their way into the loop, with the one check the pool of the engine leaves out.
import { keccak256, parseTransaction, recoverTransactionAddress } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import { hexArgument, refused } from "../arguments.ts";
import type { ChainFeed } from "../chain-feed.ts";
import type { Handler } from "../rpc-call.ts";

/** Puts signed bytes into the loop of a chain; resolves with the hash, throws `RpcError`. */
export type Send = (chain: Chain, raw: Hex) => Promise<Hex>;

type SendParts = { feed: ChainFeed; submit(network: string, raw: Hex): Promise<Hex> };

export function createSend({ feed, submit }: SendParts): Send {
  return async (chain, raw) => {
    await checkFeeCap(chain, raw);
    const network = chain.definition.symbol;
    const hash = await submit(network, raw);
    feed.accepted(network, hash);
    return hash;
  };
}

export function sendHandlers(send: Send): Record<string, Handler> {
  return {
    eth_sendRawTransaction: (call) => send(call.chain, hexArgument(call, 0)),
    // EIP-7966: the answer is the receipt. A chain that mines at once has it when the send returns.
    async eth_sendRawTransactionSync(call) {
      const raw = hexArgument(call, 0);
      await send(call.chain, raw);
      const receipt = await call.chain.request("eth_getTransactionReceipt", [keccak256(raw)]);
      if (receipt === null)
        throw refused(`the transaction was added to the pool but is not mined yet: ${keccak256(raw)}`);
      return receipt;
    },
  };
}

/**
 * A fee cap below the base fee waits until the operator lowers that. One that even the network's usual base fee does not
 * let in would wait for ever: said at once instead.
 */
async function checkFeeCap(chain: Chain, raw: Hex): Promise<void> {
  const cap = feeCapOf(raw);
  if (cap === undefined) return;
  const { baseFee } = chain;
  if (cap >= baseFee || cap >= BigInt(chain.definition.base_fee)) return;
  const sender = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  throw refused(
    `max fee per gas less than block base fee: address ${sender}, maxFeePerGas: ${cap}, baseFee: ${baseFee}`,
  );
}

/** Undefined for bytes that are no transaction: the engine words that refusal. */
function feeCapOf(raw: Hex): bigint | undefined {
  try {
    const { gasPrice, maxFeePerGas } = parseTransaction(raw);
    return maxFeePerGas ?? gasPrice ?? 0n;
  } catch {
    return undefined;
  }
}
