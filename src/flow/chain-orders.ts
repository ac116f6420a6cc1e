// What an operator has the chains do beside their own course: fees, and acts that no transaction brings about.
import type { Chains } from "../chains/chain.ts";
import type { Loop } from "./loop.ts";
import type { Mining } from "./mining.ts";

export type ChainOrderParts = { chains: Chains; mining: Mining; loop: Loop };

export class ChainOrders {
  readonly #parts: ChainOrderParts;

  constructor(parts: ChainOrderParts) {
    this.#parts = parts;
  }

  /**
   * Changes the base fee of every block from the next one on (wei per gas). That block is asked for, because clients reckon
   * with the fee of the head; resolves when what waited for a lower fee is visible. Manual mode: nothing is mined.
   */
  async setBaseFee(network: string, wei: bigint): Promise<void> {
    const { chains, mining, loop } = this.#parts;
    await loop.exclusive(async () => {
      chains.get(network).setBaseFee(wei);
      mining.want(network, 1);
    });
    await loop.settled();
  }
}
