// Fee methods. The sandbox decides the base fee of the next block, so the engine's forecast would be wrong.
import { hexToBigInt, numberToHex } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import type { BlockTags } from "../block-tag.ts";
import type { Handler } from "../rpc-call.ts";

/** Suggested priority fee (wei per gas): that of the catalogue; without one a tenth of the base fee, at least the engine's own suggestion. */
export async function tipOf(chain: Chain): Promise<bigint> {
  const { suggested_tip } = chain.definition;
  if (suggested_tip !== undefined) return BigInt(suggested_tip);
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
      const baseFeePerGas = history.baseFeePerGas.map((fee, index) => (isOpen(index) ? next : fee));
      return { ...history, baseFeePerGas, ...(await rewardsOf(chain, history)) };
    },
  };
}

/** An empty block, of which there are few on a real network, pays the suggested tip: clients take theirs from these. */
async function rewardsOf(chain: Chain, { reward, gasUsedRatio }: FeeHistory): Promise<Pick<FeeHistory, "reward">> {
  if (reward === undefined || reward === null) return {};
  const suggested = numberToHex(await tipOf(chain));
  return { reward: reward.map((row, index) => (gasUsedRatio[index] === 0 ? row.map(() => suggested) : row)) };
}

type FeeHistory = {
  oldestBlock: Hex;
  gasUsedRatio: readonly number[];
  baseFeePerGas: readonly Hex[];
  reward?: readonly (readonly Hex[])[] | null;
};
