// Reads one block with its transactions, and the latest blocks of a chain.
import type { Hex } from "../../chains/chain.ts";
import type { Context } from "./context.ts";
import type { EngineBlock, EngineReceipt, EngineTransaction } from "./engine-shapes.ts";
import { type Moved, movedNative, movedTokens } from "./value-transfers.ts";

export const MAX_TRANSACTIONS = 100;
const SHOWN_BLOCKS = 25;

export type BlockTransaction = { sent: EngineTransaction; succeeded: boolean; moved: readonly Moved[] };
export type BlockFacts = { block: EngineBlock<EngineTransaction>; transactions: readonly BlockTransaction[] };
export type ChainFacts = { blocks: readonly EngineBlock[] /** In the pool. */; waiting: number };

/** By height or hash; undefined when the chain has no such block. At most 100 of its transactions are read in detail. */
export async function readBlock(context: Context, key: number | Hex): Promise<BlockFacts | undefined> {
  const { chain } = context;
  const block =
    typeof key === "number"
      ? await chain.request<EngineBlock<EngineTransaction> | null>("eth_getBlockByNumber", [hexOf(key), true])
      : await chain.request<EngineBlock<EngineTransaction> | null>("eth_getBlockByHash", [key, true]);
  if (block === null) return undefined;
  const shown = block.transactions.slice(0, MAX_TRANSACTIONS);
  return { block, transactions: await Promise.all(shown.map((sent) => readOne(context, sent))) };
}

async function readOne({ chain, network }: Context, sent: EngineTransaction): Promise<BlockTransaction> {
  const receipt = await chain.request<EngineReceipt | null>("eth_getTransactionReceipt", [sent.hash]);
  const succeeded = receipt?.status === "0x1";
  const raw = BigInt(sent.value);
  const to = sent.to ?? receipt?.contractAddress ?? "";
  const own = raw > 0n ? [movedNative(network, "native", { from: sent.from, to, raw })] : [];
  return { sent, succeeded, moved: succeeded ? [...own, ...movedTokens(network, receipt.logs)] : [] };
}

/** The newest blocks at and below `from` (the head by default), and how many transactions wait. */
export async function readChain({ chain }: Context, from: number): Promise<ChainFacts> {
  const top = Math.min(from, chain.head.number);
  const heights = Array.from({ length: Math.min(SHOWN_BLOCKS, top + 1) }, (_, index) => top - index);
  const blocks = await Promise.all(
    heights.map((height) => chain.request<EngineBlock | null>("eth_getBlockByNumber", [hexOf(height), false])),
  );
  const waiting = await chain.request<EngineTransaction[]>("eth_pendingTransactions");
  return {
    blocks: blocks.filter((block) => block !== null),
    waiting: waiting.length,
  };
}

function hexOf(height: number): Hex {
  return `0x${height.toString(16)}`;
}
