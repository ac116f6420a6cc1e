// The only miner: one chain behind the port, every change journaled before the engine sees it.
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";
import type { Random } from "../kernel/random.ts";
import {
  type Chain,
  type ChainDefinition,
  type Engine,
  type Head,
  type JournaledStateChange,
  type MinedBlock,
  type NextBlockInput,
  type ReorgTransactions,
  RpcError,
} from "./chain.ts";
import { ChainMutex } from "./chain-mutex.ts";
import type { Journal } from "./journal.ts";
import type { NextBlock } from "./next-block.ts";
import { admit, changeState, forget, type PoolDependencies, refillPool } from "./pool-sync.ts";
import { produceBlock } from "./produce-block.ts";
import { ReadLock } from "./read-lock.ts";
import { replaceBranch } from "./reorg.ts";
import { restoreFromJournal } from "./repair.ts";
import { assertSameGenesis, type ReplayListener, replay, returnToCommon } from "./replay.ts";
import { RewindableEngine } from "./rewindable-engine.ts";
import { RPC_CODE } from "./rpc-errors.ts";
import { TransactionPool } from "./transaction-pool.ts";

/** Methods that read. Whatever else there is changes the chain and has a method of the port. */
const READING = /^(eth_(?!send|sign|submit)|net_|web3_|debug_trace)/;

export type ProducerDependencies = {
  definition: ChainDefinition;
  engine: Engine;
  journal: Journal;
  random: Random;
  onReplay?: ReplayListener;
};

export class Producer implements Chain {
  readonly definition: ChainDefinition;
  readonly #given: ProducerDependencies;
  readonly #engine: RewindableEngine;
  readonly #journal: Journal;
  readonly #next: NextBlock;
  readonly #parts: PoolDependencies;
  readonly #readers = new ReadLock();
  readonly #changes: ChainMutex;
  #begun: number;

  private constructor(parts: ProducerDependencies, engine: RewindableEngine) {
    this.definition = parts.definition;
    this.#given = parts;
    this.#engine = engine;
    this.#journal = parts.journal;
    this.#next = parts.journal.nextBlock(parts.definition.base_fee);
    this.#parts = { engine, journal: parts.journal, pool: new TransactionPool(this.#next.baseFee) };
    this.#changes = new ChainMutex(parts.definition.symbol);
    this.#begun = parts.journal.blocksBegun();
  }

  /** Opens a chain where its journal ends. `unfinished` are blocks whose effects were not written before the process ended. */
  static async open(parts: ProducerDependencies): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const engine = await RewindableEngine.at0(parts.engine, parts.definition.symbol);
    return Producer.#openOn(engine, parts);
  }

  /** Opens the chain of another timeline of the same genesis on the same engine; this one is over from now on. */
  async handOver(journal: Journal): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    assert(!this.#changes.busy, "a chain is handed over when nothing changes it", { network: this.definition.symbol });
    assertSameGenesis(this.#journal, journal);
    this.#readers.end();
    await returnToCommon(this.#engine, journal);
    return Producer.#openOn(this.#engine, { ...this.#given, journal });
  }

  static async #openOn(
    engine: RewindableEngine,
    parts: ProducerDependencies,
  ): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const unfinished = await replay(engine, parts.journal, parts.onReplay);
    const chain = new Producer(parts, engine);
    await refillPool(chain.#parts, unfinished);
    return { chain, unfinished };
  }

  get head(): Head {
    return this.#engine.head;
  }

  get waiting(): number {
    return this.#parts.pool.ready;
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
    return this.#given.engine.request<T>(method, parameters);
  }

  submit(raw: Hex): Promise<Hex> {
    return this.#changing("run", () => admit(this.#parts, raw));
  }

  drop(hash: Hex, also?: () => void): Promise<boolean> {
    return this.#changing("run", async () => {
      const dropped = this.#parts.pool.postponed.has(hash) || (await this.#engine.drop(hash));
      if (dropped) forget(this.#parts, [hash], also);
      return dropped;
    });
  }

  produce(atMs: number, { empty } = { empty: false }): Promise<MinedBlock> {
    return this.#changing("runWhole", () =>
      produceBlock(this.#parts, this.#next, { atMs, drawn: this.#nextPrevRandao(), empty }),
    );
  }

  get baseFee(): bigint {
    return this.#next.baseFee;
  }

  setBaseFee(wei: bigint): void {
    this.#next.setBaseFee(wei);
    this.#parts.pool.setBaseFee(this.baseFee);
  }

  setOnce(order: NextBlockInput): void {
    // The same inputs give the same block again: one that was there before could not be told from its copy.
    if (order.prevRandao !== undefined && this.#journal.hadPrevRandao(order.prevRandao))
      throw new RpcError(RPC_CODE.invalidParams, "this chain had a block with that prevRandao already: take another");
    this.#next.setOnce(order);
    this.#parts.pool.setBaseFee(this.baseFee);
  }

  finish(block: MinedBlock): void {
    if (this.blockAt(block.number)?.hash === block.hash) return;
    this.#journal.finish(block);
  }

  async reorg(depth: number, transactions: ReorgTransactions): Promise<{ removed: Hex[]; added: MinedBlock[] }> {
    const possible = Number.isSafeInteger(depth) && depth >= 1 && depth <= this.deepestReorg;
    assert(possible, "a reorg removes blocks that are there", { depth, deepest: this.deepestReorg });
    assert(this.#journal.intents().length === 0, "a reorg starts when every mined block is finished");
    return this.#changing("runWhole", () =>
      this.#readers.holdDuring(() =>
        replaceBranch(this.#parts, { depth, transactions, nextPrevRandao: () => this.#nextPrevRandao() }),
      ),
    );
  }

  grant(address: Hex, amount: bigint): Promise<void> {
    return this.changeState({ kind: "give", address, amount });
  }

  changeState(act: JournaledStateChange, also?: () => void): Promise<void> {
    return this.#changing("run", () => changeState(this.#parts, act, also));
  }

  blockAt(height: number): MinedBlock | undefined {
    return this.#journal.blockAt(height);
  }

  async freeNonce(address: Hex): Promise<number> {
    return this.#parts.pool.freeNonce(address, await this.#engine.nextNonce(address));
  }

  /** Never the same value twice on a chain, so that no branch repeats another. */
  #nextPrevRandao(): Hex {
    this.#begun += 1;
    const random = this.#given.random.fork(`chain/${this.definition.symbol}`);
    return `0x${random.hex(`block/${this.#begun}`, 64)}`;
  }

  get needsRepair(): boolean {
    return this.#changes.needsRepair;
  }

  async repair(): Promise<MinedBlock[]> {
    const unfinished = await this.#changing("repair", () =>
      this.#readers.holdDuring(() => restoreFromJournal(this.#parts)),
    );
    this.#begun = this.#journal.blocksBegun();
    return unfinished;
  }

  async #changing<T>(how: "run" | "runWhole" | "repair", change: () => Promise<T>): Promise<T> {
    assert(!this.#readers.ended, "the loop changes a chain of the present world");
    return this.#changes[how](change);
  }
}
