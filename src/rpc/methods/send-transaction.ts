// Submits signed transactions to the loop, with the check of the fee cap that the engine's pool lacks.
import { keccak256, parseTransaction, recoverTransactionAddress } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import { hexArgument, refused } from "../arguments.ts";
import type { ChainFeed } from "../chain-feed.ts";
import type { Handler } from "../rpc-call.ts";

/** Submits a signed transaction to a chain; resolves with its hash. @throws RpcError */
export type Send = (chain: Chain, raw: Hex) => Promise<Hex>;

type SendDependencies = { feed: ChainFeed; submit(network: string, raw: Hex): Promise<Hex> };

export function createSend({ feed, submit }: SendDependencies): Send {
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
    // EIP-7966: answers the receipt. With instant mining it exists when the send returns.
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
 * A transaction with a fee cap below the base fee waits until the base fee falls. One that is even below the network's
 * default base fee would wait forever, so it is refused at once.
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

/** Undefined for bytes that are no transaction: the engine refuses those. */
function feeCapOf(raw: Hex): bigint | undefined {
  try {
    const { gasPrice, maxFeePerGas } = parseTransaction(raw);
    return maxFeePerGas ?? gasPrice ?? 0n;
  } catch {
    return undefined;
  }
}
