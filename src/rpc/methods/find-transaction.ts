// Finds transactions by sender and nonce, and gives the signed bytes of one.
import {
  formatTransaction,
  hexToNumber,
  keccak256,
  type RpcTransaction,
  type Signature,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import { addressArgument, argument, hashArgument, quantity, refused } from "../arguments.ts";
import type { Handler } from "../rpc-call.ts";
import { completeTransaction } from "../transaction-form.ts";

type Transaction = { from: Hex; nonce: Hex; hash: Hex } & Record<string, unknown>;

export function findHandlers(): Record<string, Handler> {
  return {
    async eth_getRawTransactionByHash(call) {
      const hash = hashArgument(call, 0);
      const found = await call.chain.request<Transaction | null>("eth_getTransactionByHash", [hash]);
      return found === null ? null : signedBytes(completeTransaction(call.chain, found) as Transaction);
    },
    async eth_getTransactionBySenderAndNonce(call) {
      const sender = addressArgument(call, 0).toLowerCase() as Hex;
      const nonce = Number(quantity(argument(call, 1), "nonce"));
      const found = await findByNonce(call.chain, sender, nonce);
      return found === undefined ? null : completeTransaction(call.chain, found);
    },
  };
}

/** The bytes that were signed and the signature. @throws RpcError for a transaction without a signature */
export function signedBytes(transaction: Transaction): Hex {
  const { input, chainId, r, s, v, yParity, ...fields } = formatTransaction(transaction as unknown as RpcTransaction);
  // A legacy transaction may be valid on every chain: then it names none.
  const chain = transaction["chainId"] === undefined ? {} : { chainId };
  const unsigned = { ...fields, ...chain, data: input } as TransactionSerializable;
  const raw = serializeTransaction(unsigned, {
    r,
    s,
    v,
    ...(fields.type === "legacy" ? {} : { yParity }),
  } as Signature);
  if (keccak256(raw) !== transaction.hash)
    throw refused("this transaction has no signature: its sender was impersonated");
  return raw;
}

/** A waiting transaction, or the mined one: its block is the first after which the sender's nonce is higher. */
async function findByNonce(chain: Chain, sender: Hex, nonce: number): Promise<Transaction | undefined> {
  const isIt = (one: Transaction): boolean => one.from.toLowerCase() === sender && hexToNumber(one.nonce) === nonce;
  const nonceAt = async (height: number): Promise<number> =>
    hexToNumber(await chain.request<Hex>("eth_getTransactionCount", [sender, `0x${height.toString(16)}`]));
  let [low, high] = [0, chain.head.number];
  if ((await nonceAt(high)) <= nonce) return (await chain.request<Transaction[]>("eth_pendingTransactions")).find(isIt);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await nonceAt(middle)) > nonce) high = middle;
    else low = middle + 1;
  }
  const parameters = [`0x${high.toString(16)}`, true];
  const block = await chain.request<{ transactions: Transaction[] } | null>("eth_getBlockByNumber", parameters);
  return block?.transactions.find(isIt);
}
