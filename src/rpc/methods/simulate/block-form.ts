// Simulated blocks in the published form: header, transactions, and the result of each call.
import { hexToBytes, keccak256, numberToHex, serializeTransaction, type TransactionSerializable } from "viem";
import type { Hex } from "../../../chains/chain.ts";
import type { RpcBlock } from "../../header.ts";
import type { RunCall } from "./call.ts";
import { failureOf, logsOf } from "./frame.ts";

export type BlockFormInput = {
  /** The engine's block at the same height and time, which holds no transactions. */
  header: RpcBlock & { hash: Hex; number: Hex; timestamp: Hex };
  calls: readonly RunCall[];
  chainId: number;
  tracesTransfers: boolean;
  hasFullTransactions: boolean;
};

type LogContent = { address: Hex; topics: readonly Hex[]; data: Hex };

/** Roots and hash are those of the engine's empty block: they commit to the state before the next block, not to the calls. */
export function blockForm({ header, calls, chainId, tracesTransfers, hasFullTransactions }: BlockFormInput) {
  const transactions = calls.map((call) => transactionOf(call, chainId));
  const hashes = transactions.map(hashOf);
  const place = { blockHash: header.hash, blockNumber: header.number, blockTimestamp: header.timestamp };
  const contents = calls.map(({ frame }) => logsOf(frame, tracesTransfers));
  let logIndex = 0;
  const results = calls.map(({ frame }, index) => {
    const ownLogs = (contents[index] ?? []).map((content) => {
      const log = { ...content, ...place, transactionHash: hashes[index], transactionIndex: numberToHex(index) };
      logIndex += 1;
      return { ...log, logIndex: numberToHex(logIndex - 1), removed: false };
    });
    const result = { returnData: frame.output ?? "0x", gasUsed: frame.gasUsed };
    if (frame.error !== undefined) return { ...result, status: "0x0", logs: [], error: failureOf(frame) };
    return { ...result, status: "0x1", logs: ownLogs };
  });
  const full = transactions.map((transaction, index) => ({
    ...rpcTransaction(calls[index] as RunCall, transaction, chainId),
    ...{ ...place, hash: hashes[index], transactionIndex: numberToHex(index) },
  }));
  return {
    ...header,
    gasUsed: numberToHex(calls.reduce((sum, { frame }) => sum + BigInt(frame.gasUsed), 0n)),
    logsBloom: bloomOf(contents.flat()),
    transactions: hasFullTransactions ? full : hashes,
    calls: results,
  };
}

/** What would have been signed. */
function transactionOf({ request, nonce, gas, maxFee, tip }: RunCall, chainId: number): TransactionSerializable {
  const base = {
    ...{ chainId, nonce: Number(nonce), gas, value: BigInt((request["value"] as Hex | undefined) ?? 0) },
    ...{ to: request["to"], data: request["data"], accessList: request["accessList"] },
  };
  return { ...base, type: "eip1559", maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } as TransactionSerializable;
}

/** Nobody has signed it: the signature is zero. */
function hashOf(transaction: TransactionSerializable): Hex {
  return keccak256(serializeTransaction(transaction, { r: "0x0", s: "0x0", yParity: 0 }));
}

function rpcTransaction({ request, price }: RunCall, transaction: TransactionSerializable, chainId: number) {
  const { nonce = 0, gas = 0n, value = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction;
  return {
    ...{ type: "0x2", chainId: numberToHex(chainId), nonce: numberToHex(nonce), gas: numberToHex(gas) },
    ...{ from: request.from, to: request["to"] ?? null, value: numberToHex(value), input: request["data"] ?? "0x" },
    ...{ maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas) },
    ...{ gasPrice: numberToHex(price), accessList: request["accessList"] ?? [] },
    ...{ v: "0x0", r: "0x0", s: "0x0", yParity: "0x0" },
  };
}

/** Three bits of 2,048 for each address and topic (Yellow Paper, 4.3.1). */
function bloomOf(logs: readonly LogContent[]): Hex {
  const bloom = new Uint8Array(256);
  for (const item of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = hexToBytes(keccak256(item));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047;
      const index = 255 - (bit >> 3);
      bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${Buffer.from(bloom).toString("hex")}`;
}
