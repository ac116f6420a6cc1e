// Methods that are passed to the engine, and the reads that also tell the loop about waiting clients.
import { type Hex, pad } from "viem";
import { type Chain, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import { isObject } from "../kernel/is-object.ts";
import { argument, hashArgument, quantity, refused } from "./arguments.ts";
import type { BlockTags } from "./block-tag.ts";
import type { ConfirmationWaits } from "./confirmation-waits.ts";
import type { RpcBlock } from "./header.ts";
import { readCriteria } from "./methods/logs.ts";
import { pendingBlock } from "./pending-block.ts";
import type { ReadReceipt } from "./receipts.ts";
import type { Handler } from "./rpc-call.ts";
import { completeBlock, completeTransaction } from "./transaction-form.ts";

/** Methods that the engine answers: name → index of the block parameter, if there is one. */
const PASSED_THROUGH: Readonly<Record<string, number | undefined>> = {
  eth_blobBaseFee: undefined,
  eth_coinbase: undefined,
  eth_getBalance: 1,
  eth_getBlockTransactionCountByHash: undefined,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getCode: 1,
  eth_getStorageAt: 2,
};

export function passedHandlers(tags: BlockTags): Record<string, Handler> {
  const pass = ([method, index]: [string, number | undefined]): [string, Handler] => [
    method,
    ({ chain, parameters }) => {
      const { block, request } = tags.ofRead(chain, index === undefined ? undefined : parameters[index]);
      return request(
        method,
        parameters.map((value, at) => (at === index ? block : value)),
      );
    },
  ];
  return { ...Object.fromEntries(Object.entries(PASSED_THROUGH).map(pass)), ...transactionHandlers(tags) };
}

/** Methods that answer transactions, completed to the form of execution-apis. */
function transactionHandlers(tags: BlockTags): Record<string, Handler> {
  const completed =
    (method: string, index?: number): Handler =>
    async ({ chain, parameters }) => {
      const { block, request } = tags.ofRead(chain, index === undefined ? undefined : parameters[index]);
      const resolved = parameters.map((value, at) => (at === index ? block : value));
      const found: unknown = await request(method, resolved);
      if (Array.isArray(found)) return found.map((one) => completeTransaction(chain, one));
      return completeBlock(chain, completeTransaction(chain, found));
    };
  const byNumberAndIndex = completed("eth_getTransactionByBlockNumberAndIndex", 0);
  return {
    eth_getBlockByHash: completed("eth_getBlockByHash"),
    eth_getTransactionByBlockHashAndIndex: completed("eth_getTransactionByBlockHashAndIndex"),
    async eth_getTransactionByBlockNumberAndIndex(call) {
      if (call.parameters[0] !== "pending") return byNumberAndIndex(call);
      const place = tags.ofRead(call.chain, "pending");
      const block = await place.request<RpcBlock>("eth_getBlockByNumber", [place.block, true]);
      const { transactions } = await pendingBlock(call.chain, block);
      return transactions[Number(quantity(argument(call, 1), "index"))] ?? null;
    },
    eth_getTransactionByHash: completed("eth_getTransactionByHash"),
    eth_pendingTransactions: completed("eth_pendingTransactions"),
    eth_getProof({ chain, parameters: [account, keys, given] }) {
      const { block, request } = tags.ofRead(chain, given ?? "latest");
      return request("eth_getProof", [account, proofKeys(keys), block]);
    },
  };
}

/** Storage keys in 32 bytes: a client may write them as quantities. */
function proofKeys(keys: unknown): unknown {
  if (!Array.isArray(keys)) return keys;
  return keys.map((key) => (/^0x[0-9a-fA-F]{1,64}$/.test(String(key)) ? pad(key as Hex) : key));
}

/** A client that waits for confirmations asks for these blocks again and again, or (web3.js) for one that is not there yet. */
const AWAITED_TAGS: ReadonlySet<unknown> = new Set(["latest", "safe", "finalized"]);
const isAwaited = (chain: Chain, asked: unknown): boolean =>
  AWAITED_TAGS.has(asked) || (/^0x[0-9a-fA-F]+$/.test(String(asked)) && Number(asked) > chain.head.number);

/** Reads that reveal clients waiting for confirmations. */
export function watchedHandlers(
  tags: BlockTags,
  waits: ConfirmationWaits,
  readReceipt: ReadReceipt,
): Record<string, Handler> {
  return {
    async eth_blockNumber({ chain }) {
      await waits.headPolled(chain.definition.symbol);
      return chain.request("eth_blockNumber");
    },
    async eth_getBlockByNumber(call) {
      const [asked, full] = [argument(call, 0), call.parameters[1] ?? false];
      if (isAwaited(call.chain, asked)) await waits.headPolled(call.chain.definition.symbol);
      const place = tags.ofRead(call.chain, asked);
      const block = await place.request<RpcBlock | null>("eth_getBlockByNumber", [place.block, full]);
      return asked === "pending" && block !== null ? pendingBlock(call.chain, block) : completeBlock(call.chain, block);
    },
    async eth_getTransactionReceipt(call) {
      const [network, hash] = [call.chain.definition.symbol, hashArgument(call, 0)];
      await waits.receiptPolled(network, hash);
      const receipt = await readReceipt(call.chain, hash);
      if (receipt !== null) waits.receiptGiven(network, hash);
      return receipt;
    },
    eth_getLogs({ chain, parameters }) {
      const asked = parameters[0] ?? {};
      const bounded = isObject(asked) ? tags.range(chain, asked) : asked;
      readCriteria(bounded);
      return chain.request("eth_getLogs", [bounded]);
    },
  };
}

/** Subscriptions belong to a WebSocket; over HTTP both methods are refused, as in geth. */
export function subscriptionHandlers(): Record<string, Handler> {
  return {
    eth_subscribe({ chain, parameters, subscriptions, afterReply }) {
      if (!subscriptions) throw new RpcError(RPC_CODE.methodNotFound, "notifications not supported");
      const { id, open } = subscriptions.subscribe(chain, parameters[0], parameters[1]);
      afterReply(open);
      return id;
    },
    eth_unsubscribe(call) {
      if (!call.subscriptions) throw new RpcError(RPC_CODE.methodNotFound, "notifications not supported");
      if (!call.subscriptions.unsubscribe(argument(call, 0))) throw refused("subscription not found");
      return true;
    },
  };
}
