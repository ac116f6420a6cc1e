// Converts a transaction to a step: `pay` for a plain transfer of a development account, otherwise the JSON-RPC call.
import { decodeFunctionData, erc20Abi, parseTransaction, recoverTransactionAddress } from "viem";
import { developmentAccounts } from "../../chains/address.ts";
import type { Submission } from "../../chains/chain.ts";
import { amountOf, nativeOf, tokenAt } from "../assets.ts";
import type { CallStep, PayStep } from "../scenario.ts";
import type { RecordedTransfer } from "./entry.ts";

type Sent = { from: string; to: string | null; value: bigint; data: string };

let accounts: ReadonlySet<string> | undefined;

/** The step with plain addresses, before values are replaced by names. */
export async function stepOfTransfer({ network, transaction, hash }: RecordedTransfer): Promise<PayStep | CallStep> {
  const sent = await sentBy(transaction);
  accounts ??= new Set(developmentAccounts().map(({ address }) => address.toLowerCase()));
  const mine = accounts.has(sent.from.toLowerCase());
  const payment = mine ? paymentOf(network, sent) : undefined;
  if (payment !== undefined) {
    const { amount, asset, to } = payment;
    return { title: `pay ${amount} ${asset} on ${network}`, pay: { network, asset, amount, to, from: sent.from } };
  }
  // For development and impersonated accounts the node finds the next nonce; for others only the signed bytes are known.
  const [method, parameter] =
    mine || typeof transaction !== "string"
      ? [
          "eth_sendTransaction",
          { from: sent.from, ...(sent.to && { to: sent.to }), value: hex(sent.value), data: sent.data },
        ]
      : ["eth_sendRawTransaction", transaction];
  return {
    title: `send the transaction ${hash.slice(0, 10)}… on ${network}`,
    call: `POST /rpc/${network}`,
    body: { jsonrpc: "2.0", id: 1, method, params: [parameter] },
    status: 200,
  };
}

async function sentBy(transaction: Submission): Promise<Sent> {
  const isSigned = typeof transaction === "string";
  const serializedTransaction = (isSigned ? transaction : transaction.unsigned) as `0x02${string}`;
  const { to, value = 0n, data = "0x" } = parseTransaction(serializedTransaction);
  const from = isSigned ? await recoverTransactionAddress({ serializedTransaction }) : transaction.sender;
  return { from, to: to ?? null, value, data };
}

/** The payment, if this is a transfer of more than 0 of a native coin or of a token of the catalogue. */
function paymentOf(
  network: string,
  { to, value, data }: Sent,
): { amount: string; asset: string; to: string } | undefined {
  if (to === null) return undefined;
  if (data === "0x" && value > 0n) {
    const native = nativeOf(network);
    return native && { amount: amountOf(value, native.decimals), asset: native.symbol, to };
  }
  const token = tokenAt(network, to);
  if (token === undefined || value > 0n || !/^0xa9059cbb[0-9a-f]{128}$/i.test(data)) return undefined;
  const { args } = decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` });
  const [receiver, raw] = args as unknown as [string, bigint];
  return raw > 0n ? { amount: amountOf(raw, token.decimals), asset: token.symbol, to: receiver } : undefined;
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
