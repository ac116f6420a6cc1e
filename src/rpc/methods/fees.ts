// Fee methods. The base fee only changes on request, so the engine's forecast for the next block would be wrong.
import { hexToBigInt, numberToHex } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import type { BlockTags } from "../block-tag.ts";
import type { Handler } from "../rpc-call.ts";

/** Suggested priority fee (wei per gas): a tenth of the base fee, at least the engine's own suggestion. */
export async function tipOf(chain: Chain): Promise<bigint> {
  const minimum = hexToBigInt(await chain.request<Hex>("eth_maxPriorityFeePerGas"));
  const share = chain.baseFee / 10n;
  return share > minimum ? share : minimum;
}

export function feeHandlers(tags: BlockTags): Record<string, Handler> {
  return {
    eth_gasPrice: async ({ chain }) => numberToHex(chain.baseFee + (await tipOf(chain))),
    eth_baseFee: ({ chain }) => numberToHex(chain.baseFee),
    eth_maxPriorityFeePerGas: async ({ chain }) => numberToHex(await tipOf(chain)),
    async eth_feeHistory({ chain, parameters: [count, newest, ...rest] }) {
      const asked = typeof count === "number" ? numberToHex(count) : count;
      const { block, request } = tags.ofRead(chain, newest);
      const history = await request<FeeHistory>("eth_feeHistory", [asked, block, ...rest]);
      const next = numberToHex(chain.baseFee);
      const oldest = Number(history.oldestBlock);
      const isOpen = (index: number): boolean => oldest + index > chain.head.number;
      return { ...history, baseFeePerGas: history.baseFeePerGas.map((fee, index) => (isOpen(index) ? next : fee)) };
    },
  };
}

type FeeHistory = { oldestBlock: Hex; gasUsedRatio: readonly number[]; baseFeePerGas: readonly Hex[] };
