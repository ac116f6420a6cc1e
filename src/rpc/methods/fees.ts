// Fees: what the next block asks for. The base fee moves when it is told to alone, so the engine's own forecast would be wrong.
import { hexToBigInt, numberToHex } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import type { BlockTags } from "../block-tag.ts";
import type { Handler } from "../rpc-call.ts";

/** Wei per gas that a transaction pays the miner when its sender does not say: a tenth of the base fee, or the engine's least. */
export async function tipOf(chain: Chain): Promise<bigint> {
  const least = hexToBigInt(await chain.request<Hex>("eth_maxPriorityFeePerGas"));
  const share = chain.baseFee / 10n;
  return share > least ? share : least;
}

export function feeHandlers(tags: BlockTags): Record<string, Handler> {
  return {
    eth_gasPrice: async ({ chain }) => numberToHex(chain.baseFee + (await tipOf(chain))),
    eth_baseFee: ({ chain }) => numberToHex(chain.baseFee),
    eth_maxPriorityFeePerGas: async ({ chain }) => numberToHex(await tipOf(chain)),
    async eth_feeHistory({ chain, parameters: [count, newest, ...rest] }) {
      const asked = typeof count === "number" ? numberToHex(count) : count;
      const history = await chain.request<FeeHistory>("eth_feeHistory", [asked, tags.block(chain, newest), ...rest]);
      const next = numberToHex(chain.baseFee);
      const oldest = Number(history.oldestBlock);
      const isOpen = (index: number): boolean => oldest + index > chain.head.number;
      return { ...history, baseFeePerGas: history.baseFeePerGas.map((fee, index) => (isOpen(index) ? next : fee)) };
    },
  };
}

type FeeHistory = { oldestBlock: Hex; gasUsedRatio: readonly number[]; baseFeePerGas: readonly Hex[] };
