// The prevRandao of each block of a chain: from the seed of the world and the number of the block among all ever begun.
import type { Random } from "../../kernel/random.ts";
import type { Hex } from "../chain.ts";

export class PrevRandaos {
  readonly #random: Random;
  #blocksBegun: number;

  /** `blocksBegun`: by the journal, orphaned blocks included, so that no branch repeats the hashes of another. */
  constructor(random: Random, symbol: string, blocksBegun: number) {
    this.#random = random.fork(`chain/${symbol}`);
    this.#blocksBegun = blocksBegun;
  }

  /** What the next block takes, unless an operator has set another. */
  get upcoming(): Hex {
    return `0x${this.#random.hex(`block/${this.#blocksBegun + 1}`, 64)}`;
  }

  /** The value of a block that is begun now. */
  take(): Hex {
    const value = this.upcoming;
    this.#blocksBegun += 1;
    return value;
  }

  /** Goes on from what the journal says after a repair. */
  restart(blocksBegun: number): void {
    this.#blocksBegun = blocksBegun;
  }
}
