// Block methods that the engine lacks: headers, all receipts of a block, and uncles (none exist).
import type { Chain } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { argument, hashArgument } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import { headerOf, type RpcBlock } from "../header.ts";
import { pendingBlock } from "../pending-block.ts";
import type { ReadReceipt } from "../receipts.ts";
import type { Handler } from "../rpc-call.ts";

/** The head block with its transaction hashes. */
export function readHead(chain: Chain): Promise<RpcBlock> {
  return chain.request<RpcBlock>("eth_getBlockByNumber", ["latest", false]);
}

export function blockHandlers(tags: BlockTags, readReceipt: ReadReceipt): Record<string, Handler> {
  const find = async (chain: Chain, given: unknown): Promise<RpcBlock | null> => {
    const hash = isObject(given) ? given["blockHash"] : given;
    if (typeof hash === "string" && hash.length === 66) return chain.request("eth_getBlockByHash", [hash, false]);
    const { block, request } = tags.ofRead(chain, given);
    const found = await request<RpcBlock | null>("eth_getBlockByNumber", [block, false]);
    return block === "pending" && found !== null ? pendingBlock(chain, found) : found;
  };
  return {
    async eth_getBlockReceipts(call) {
      const asked = argument(call, 0);
      // Receipts come with mining.
      const block = asked === "pending" ? null : await find(call.chain, asked);
      if (block === null) return null;
      return Promise.all(block.transactions.map((hash) => readReceipt(call.chain, hash)));
    },
    async eth_getHeaderByNumber(call) {
      const block = await find(call.chain, argument(call, 0));
      return block === null ? null : headerOf(block);
    },
    async eth_getHeaderByHash(call) {
      const block = await find(call.chain, hashArgument(call, 0));
      return block === null ? null : headerOf(block);
    },
    eth_getUncleCountByBlockNumber: async (call) =>
      (await find(call.chain, argument(call, 0))) === null ? null : "0x0",
    eth_getUncleCountByBlockHash: async (call) =>
      (await find(call.chain, hashArgument(call, 0))) === null ? null : "0x0",
    eth_getUncleByBlockNumberAndIndex: () => null,
    eth_getUncleByBlockHashAndIndex: () => null,
  };
}
