// What was read of the last blocks in the crossing that mined them, so that the indexer and the feed need not ask again.
import type { Hex } from "viem";
import { SenderNonces } from "./sender-nonces.ts";

/** A mined transaction, as far as the indexer reads it. */
export type EngineTransaction = {
  hash: Hex;
  type: Hex;
  from: Hex;
  nonce: Hex;
  to: Hex | null;
  gas: Hex;
  value: Hex;
  input: Hex;
};

/** Numbers in hex. */
export type EngineLog = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  blockHash: Hex;
  transactionHash: Hex;
  [member: string]: unknown;
};

/** A block with its transactions, and all its logs in their order. */
export type ReadBlock = {
  block: {
    number: Hex;
    hash: Hex;
    parentHash: Hex;
    timestamp: Hex;
    baseFeePerGas: Hex;
    gasUsed: Hex;
    gasLimit: Hex;
    transactions: readonly EngineTransaction[];
  };
  logs: readonly EngineLog[];
};

/** Blocks that are kept: those that are read are the last ones. */
const KEPT = 8;

/** By hash: a reading is used for the block that it was made of, never for "the head". */
export class RecentBlocks {
  /** Of the senders in the blocks that were read. */
  readonly nonces = new SenderNonces();
  /** In places that are used again: a map that gets and loses entries leaves tables with them to the garbage collector. */
  readonly #kept: (ReadBlock | undefined)[] = Array.from({ length: KEPT });
  #added = 0;
  #genesis: ReadBlock | undefined;

  get(hash: Hex): ReadBlock | undefined {
    if (hash === this.#genesis?.block.hash) return this.#genesis;
    return this.#kept.find((one) => one?.block.hash === hash);
  }

  /** Block 0, which no engine ever removes. */
  addGenesis(read: ReadBlock): void {
    this.#genesis = read;
  }

  add(read: ReadBlock): void {
    this.#kept[this.#added % KEPT] = read;
    this.#added += 1;
    this.nonces.mined(read.block.transactions);
  }

  /** The engine went back: removed blocks are unknown to it, and have to be unknown here. */
  clear(): void {
    this.#kept.fill(undefined);
    this.nonces.clear();
  }
}
