// Fees: what the next block asks for. The base fee of a chain stands still, so the engine's own forecast would be wrong.
import { hexToBigInt, numberToHex } from "viem";
import type { Chain, Hex } from "../chains/chain.ts";
import { present } from "../kernel/assert.ts";
import type { BlockTags } from "./block-tag.ts";
import { readHead } from "./blocks.ts";
import type { Handler } from "./call.ts";

const known = new WeakMap<Chain, { hash: Hex; baseFee: bigint }>();

/** Wei per gas of the head, which the next block asks for as well. */
export async function baseFeeOf(chain: Chain): Promise<bigint> {
  const cached = known.get(chain);
  if (cached?.hash === chain.head.hash) return cached.baseFee;
  const head = await readHead(chain);
  const baseFee = hexToBigInt(head.baseFeePerGas);
  known.set(chain, { hash: present(head.hash, "the hash of the head"), baseFee });
  return baseFee;
}

/** Wei per gas that a transaction pays the miner when its sender does not say. */
export async function tipOf(chain: Chain): Promise<bigint> {
  return hexToBigInt(await chain.request<Hex>("eth_maxPriorityFeePerGas"));
}

export function feeHandlers(tags: BlockTags): Record<string, Handler> {
  return {
    eth_gasPrice: async ({ chain }) => numberToHex((await baseFeeOf(chain)) + (await tipOf(chain))),
    eth_baseFee: async ({ chain }) => numberToHex(await baseFeeOf(chain)),
    async eth_feeHistory({ chain, parameters: [count, newest, ...rest] }) {
      const asked = typeof count === "number" ? numberToHex(count) : count;
      const history = await chain.request<FeeHistory>("eth_feeHistory", [asked, tags.block(chain, newest), ...rest]);
      const next = numberToHex(await baseFeeOf(chain));
      const oldest = Number(history.oldestBlock);
      const isOpen = (index: number): boolean => oldest + index > chain.head.number;
      return { ...history, baseFeePerGas: history.baseFeePerGas.map((fee, index) => (isOpen(index) ? next : fee)) };
    },
  };
}

type FeeHistory = { oldestBlock: Hex; gasUsedRatio: readonly number[]; baseFeePerGas: readonly Hex[] };
