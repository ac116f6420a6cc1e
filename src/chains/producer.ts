// The only miner: one chain behind the port, every change journaled before the engine sees it.
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";
import type { Log } from "../kernel/log.ts";
import type { Random } from "../kernel/random.ts";
import type { BlockInputs, Chain, ChainDefinition, Engine, Head, MinedBlock, ReorgTransactions } from "./chain.ts";
import type { Journal } from "./journal.ts";
import { Pool } from "./pool.ts";
import { admit, followBlock, forget, type PoolParts, refillPool } from "./pool-sync.ts";
import { Readers } from "./readers.ts";
import { assertOtherHashes, mineIntents, mineOrAround, replacementInputs } from "./reorg.ts";
import { assertSameGenesis, replay, returnToCommon } from "./replay.ts";
import { RewindableEngine } from "./rewindable-engine.ts";

/** Methods that read. Whatever else there is changes the chain and has a method of the port. */
const READING = /^(eth_(?!send|sign|submit)|net_|web3_|debug_trace)/;

export type ProducerParts = {
  definition: ChainDefinition;
  /** Stands at block 0 with its genesis written. */
  engine: Engine;
  journal: Journal;
  random: Random;
  log: Log;
};

export class Producer implements Chain {
  readonly definition: ChainDefinition;
  readonly #given: ProducerParts;
  readonly #raw: Engine;
  readonly #engine: RewindableEngine;
  readonly #journal: Journal;
  readonly #random: Random;
  readonly #pool: Pool;
  readonly #parts: PoolParts;
  readonly #readers = new Readers();
  #begun: number;
  #busy = false;

  private constructor(parts: ProducerParts, engine: RewindableEngine) {
    this.definition = parts.definition;
    this.#given = parts;
    this.#raw = parts.engine;
    this.#engine = engine;
    this.#journal = parts.journal;
    this.#random = parts.random.fork(`chain/${parts.definition.symbol}`);
    this.#pool = new Pool(BigInt(parts.definition.base_fee));
    this.#parts = { engine, journal: parts.journal, pool: this.#pool };
    this.#begun = parts.journal.blocksBegun();
  }

  /** Opens a chain where its journal ends. `unfinished` are blocks whose effects were not written before the process ended. */
  static async open(parts: ProducerParts): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const engine = await RewindableEngine.at0(parts.engine, parts.definition.symbol);
    return Producer.#openOn(engine, parts);
  }

  /** Opens the chain of another timeline of the same genesis on the same engine; this one is over from now on. */
  async handOver(journal: Journal): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    assert(!this.#busy, "a chain is handed over when nothing changes it", { network: this.definition.symbol });
    assertSameGenesis(this.#journal, journal);
    this.#readers.end();
    await returnToCommon(this.#engine, journal);
    return Producer.#openOn(this.#engine, { ...this.#given, journal });
  }

  static async #openOn(
    engine: RewindableEngine,
    parts: ProducerParts,
  ): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const unfinished = await replay(engine, parts.journal, parts.log);
    const chain = new Producer(parts, engine);
    await refillPool(chain.#parts, unfinished);
    return { chain, unfinished };
  }

  get head(): Head {
    return this.#engine.head;
  }

  get waiting(): number {
    return this.#pool.ready;
  }

  get lastFilled(): number | undefined {
    return this.#journal.lastFilled();
  }

  get deepestReorg(): number {
    return this.#engine.deepestRewind;
  }

  async request<T = unknown>(method: string, parameters: readonly unknown[] = []): Promise<T> {
    assert(READING.test(method), "a chain is changed through the methods of the port only", { method });
    await this.#readers.allowed();
    return this.#raw.request<T>(method, parameters);
  }

  submit(raw: Hex): Promise<Hex> {
    return this.#alone(() => admit(this.#parts, raw));
  }

  drop(hash: Hex): Promise<boolean> {
    return this.#alone(async () => {
      const dropped = this.#pool.postponed.has(hash) || (await this.#engine.drop(hash));
      if (dropped) forget(this.#parts, [hash]);
      return dropped;
    });
  }

  produce(atMs: number, { empty } = { empty: false }): Promise<MinedBlock> {
    return this.#alone(async () => {
      if (empty) await this.#engine.emptyPool();
      const inputs: BlockInputs = {
        height: this.head.number + 1,
        timestamp: Math.max(this.head.timestamp, Math.floor(atMs / 1000)),
        prevRandao: this.#nextPrevRandao(),
        baseFee: BigInt(this.definition.base_fee),
        transactionHashes: empty ? [] : this.#pool.hashes,
      };
      this.#journal.write(() => this.#journal.insertIntent(inputs));
      const block = await mineOrAround(this.#engine, this.#journal, inputs);
      if (empty) await refillPool(this.#parts, [block]);
      else await followBlock(this.#parts, block.transactionHashes);
      return block;
    });
  }

  finish(block: MinedBlock): void {
    if (this.blockAt(block.number)?.hash === block.hash) return;
    this.#journal.finish(block);
  }

  async reorg(depth: number, transactions: ReorgTransactions): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
    const possible = Number.isSafeInteger(depth) && depth >= 1 && depth <= this.deepestReorg;
    assert(possible, "a reorg removes blocks that are there", { depth, deepest: this.deepestReorg });
    assert(this.#journal.intents().length === 0, "a reorg starts when every mined block is finished");
    return this.#alone(() => this.#readers.holdDuring(() => this.#replace(depth, transactions)));
  }

  async grant(address: Hex, amount: bigint): Promise<void> {
    assert(amount > 0n, "a grant gives something", { amount });
    await this.#alone(async () => {
      this.#journal.write(() => this.#journal.insertGrant({ height: this.head.number, address, amount }));
      await this.#engine.give(address, amount);
    });
  }

  blockAt(height: number): MinedBlock | undefined {
    return this.#journal.blockAt(height);
  }

  async freeNonce(address: Hex): Promise<number> {
    return this.#pool.freeNonce(address, await this.#engine.nextNonce(address));
  }

  async #replace(depth: number, transactions: ReorgTransactions): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
    const removed = this.#journal.blocksFrom(this.head.number - depth + 1, depth);
    const intents = replacementInputs(removed, transactions, () => this.#nextPrevRandao());
    const touched = removed.flatMap(({ block }) => block.transactionHashes);
    this.#journal.write(() => {
      for (const inputs of intents) this.#journal.insertIntent(inputs);
      if (transactions === "drop") this.#journal.markGone(touched);
      if (transactions === "delay") this.#journal.markWaiting(touched);
    });
    const added = await mineIntents(this.#engine, this.#journal, intents);
    assertOtherHashes(removed, added);
    await refillPool(this.#parts, added);
    if (transactions === "keep") this.#buryUnmined(touched, added);
    return { removed: removed.map(({ block }) => block.hash), added };
  }

  /** A kept transaction that the new branch had no room for is in no block and no pool any more. */
  #buryUnmined(hashes: readonly Hex[], added: readonly MinedBlock[]): void {
    const mined = new Set(added.flatMap((block) => block.transactionHashes));
    const lost = hashes.filter((hash) => !mined.has(hash));
    if (lost.length > 0) this.#journal.write(() => this.#journal.markGone(lost));
  }

  /** Never the same value twice on a chain, so that no branch repeats another. */
  #nextPrevRandao(): Hex {
    this.#begun += 1;
    return `0x${this.#random.hex(`block/${this.#begun}`, 64)}`;
  }

  /** One change at a time: two would share a timestamp or a snapshot (R-165). The mark is taken back whatever happens (R-220). */
  async #alone<T>(change: () => Promise<T>): Promise<T> {
    const { symbol } = this.definition;
    assert(!this.#busy && !this.#readers.ended, "the loop changes a chain, one change at a time", { symbol });
    this.#busy = true;
    try {
      return await change();
    } finally {
      this.#busy = false;
    }
  }
}
