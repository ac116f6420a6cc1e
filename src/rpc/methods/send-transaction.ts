// Submits signed transactions to the loop, with the check of the fee cap that the engine's pool lacks.
import { parseTransaction, recoverTransactionAddress } from "viem";
import type { Chain, Hex, Submission } from "../../chains/chain.ts";
import { headOfTransaction } from "../../chains/engine/transaction-head.ts";
import { MAX_TRANSACTION_GAS } from "../../kernel/transaction-gas.ts";
import { hexArgument, refused } from "../arguments.ts";
import type { ChainFeed } from "../chain-feed.ts";
import type { ConfirmationWaits } from "../confirmation-waits.ts";
import type { ReadReceipt } from "../receipts.ts";
import type { Handler } from "../rpc-call.ts";

/** Submits a transaction to a chain; resolves with its hash. @throws RpcError */
export type Send = (chain: Chain, transaction: Submission) => Promise<Hex>;

type SendDependencies = {
  feed: ChainFeed;
  submit(network: string, transaction: Submission): Promise<Hex>;
  /** Of one transaction. */
  gasCap: number;
};

export function createSend({ feed, submit, gasCap }: SendDependencies): Send {
  return async (chain, transaction) => {
    if (!isPlainlyAllowed(chain, transaction, gasCap)) {
      const fields = fieldsOf(transaction);
      checkGasCap(fields, gasCap);
      await checkFeeCap(chain, transaction, fields);
    }
    const network = chain.definition.symbol;
    const hash = await submit(network, transaction);
    feed.accepted(network, hash);
    return hash;
  };
}

export function sendHandlers(send: Send, waits: ConfirmationWaits, readReceipt: ReadReceipt): Record<string, Handler> {
  return {
    eth_sendRawTransaction: (call) => send(call.chain, hexArgument(call, 0)),
    // EIP-7966: answers the receipt. With instant mining it exists when the send returns.
    async eth_sendRawTransactionSync(call) {
      const hash = await send(call.chain, hexArgument(call, 0));
      const receipt = await readReceipt(call.chain, hash);
      if (receipt === null) throw refused(`the transaction was added to the pool but is not mined yet: ${hash}`);
      waits.receiptGiven(call.chain.definition.symbol, hash);
      return receipt;
    },
  };
}

/** True when neither check can refuse: to decode the whole transaction takes a hundred times longer than to read the two numbers. */
function isPlainlyAllowed({ baseFee }: Chain, transaction: Submission, gasCap: number): boolean {
  const head = typeof transaction === "string" ? headOfTransaction(transaction) : undefined;
  return head !== undefined && head.feeCap >= baseFee && (head.gas <= gasCap || gasCap >= MAX_TRANSACTION_GAS);
}

/** A limit of this node (--transaction-gas-cap), worded like the one of the chain: the memory that mining needs grows with gas. */
function checkGasCap(fields: Fields | undefined, cap: number): void {
  const gas = fields?.gas ?? 0n;
  if (cap < MAX_TRANSACTION_GAS && gas > cap) {
    throw refused(`transaction gas limit too high (cap: ${cap}, tx: ${gas}); the cap is set by --transaction-gas-cap`);
  }
}

/**
 * A transaction with a fee cap below the base fee waits until the base fee falls. One that is even below the network's
 * default base fee would wait forever, so it is refused at once.
 */
async function checkFeeCap(chain: Chain, transaction: Submission, fields: Fields | undefined): Promise<void> {
  const cap = fields?.feeCap;
  if (cap === undefined) return;
  const { baseFee } = chain;
  if (cap >= baseFee || cap >= BigInt(chain.definition.base_fee)) return;
  const sender = await senderOf(transaction);
  throw refused(
    `max fee per gas less than block base fee: address ${sender}, maxFeePerGas: ${cap}, baseFee: ${baseFee}`,
  );
}

async function senderOf(transaction: Submission): Promise<Hex> {
  if (typeof transaction !== "string") return transaction.sender;
  return recoverTransactionAddress({ serializedTransaction: transaction as `0x02${string}` });
}

type Fields = { gas: bigint; feeCap: bigint };

/** Undefined for bytes that are no transaction: the engine refuses those. */
function fieldsOf(transaction: Submission): Fields | undefined {
  try {
    const bytes = typeof transaction === "string" ? transaction : transaction.unsigned;
    const { gasPrice, maxFeePerGas, gas = 0n } = parseTransaction(bytes);
    return { gas, feeCap: maxFeePerGas ?? gasPrice ?? 0n };
  } catch {
    return undefined;
  }
}
