// The prevRandao of new blocks: from the world's seed, a new value for every block ever begun.
import type { Random } from "../../kernel/random.ts";
import type { Hex } from "../chain.ts";
import type { Journal } from "../journal.ts";

export class BlockRandomness {
  readonly #random: Random;
  readonly #journal: Journal;
  #blocksBegun: number;

  constructor(random: Random, journal: Journal) {
    this.#random = random.fork(`chain/${journal.network}`);
    this.#journal = journal;
    this.#blocksBegun = journal.blocksBegun();
  }

  /** What `next` will answer. */
  get upcoming(): Hex {
    return `0x${this.#random.hex(`block/${this.#blocksBegun + 1}`, 64)}`;
  }

  /** Counts orphaned blocks too, so that no branch repeats the hashes of another. */
  next(): Hex {
    const value = this.upcoming;
    this.#blocksBegun += 1;
    return value;
  }

  /** Of blocks that were not begun after all: their values are those of the next ones. */
  takeBack(blocks: number): void {
    this.#blocksBegun -= blocks;
  }

  /** After a repair: counts what the journal has. */
  recount(): void {
    this.#blocksBegun = this.#journal.blocksBegun();
  }
}
