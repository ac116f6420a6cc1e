// Implements the chain port on a rewindable engine: the only code that mines, and every change is journaled.
import type { Hex } from "viem";
import { assert } from "../kernel/assert.ts";
import type { Random } from "../kernel/random.ts";
import type { ChainDefinition } from "./catalogue.ts";
import {
  type BlockOptions,
  type Chain,
  type Head,
  type JournaledStateChange,
  type MinedBlock,
  RpcError,
} from "./chain.ts";
import { ChainMutex } from "./chain-mutex.ts";
import type { Engine } from "./engine/engine.ts";
import { EngineReads } from "./engine/engine-reads.ts";
import type { BaseFeeMode } from "./inputs/base-fee.ts";
import { BlockRandomness } from "./inputs/block-randomness.ts";
import type { NextBlock } from "./inputs/next-block.ts";
import type { Journal } from "./journal.ts";
import { admit, changeState, discard, type PoolDependencies, refillPool } from "./pool-sync.ts";
import { produceBlock, produceOffered } from "./produce-block.ts";
import { ReadLock } from "./read-lock.ts";
import { replaceBranch } from "./reorg.ts";
import { restoreFromJournal } from "./repair.ts";
import { assertSameGenesis, handOver, type ReplayListener, replay, rewindToCommonBlock } from "./replay.ts";
import { RewindableEngine } from "./rewindable-engine.ts";
import { RPC_CODE } from "./rpc-errors.ts";
import { TransactionPool } from "./transaction-pool.ts";

export type ProducerDependencies = {
  definition: ChainDefinition;
  engine: Engine;
  journal: Journal;
  random: Random;
  onReplay?: ReplayListener;
};

export class Producer implements Chain {
  readonly definition: ChainDefinition;
  readonly inNextBlock: Chain["inNextBlock"];
  readonly dryRun: Chain["dryRun"];
  readonly justMined: Chain["justMined"];
  readonly #dependencies: ProducerDependencies;
  readonly #next: NextBlock;
  readonly #pool: PoolDependencies;
  readonly #readLock = new ReadLock();
  readonly #mutex: ChainMutex;
  readonly #randomness: BlockRandomness;
  readonly #reads: EngineReads;

  private constructor(dependencies: ProducerDependencies, engine: RewindableEngine) {
    const { definition, engine: raw, journal, random } = dependencies;
    this.definition = definition;
    this.#dependencies = dependencies;
    this.justMined = (hash) => engine.justMined(hash);
    this.#next = journal.nextBlock(definition.base_fee, () => engine.load);
    this.#pool = { engine, journal, pool: new TransactionPool(this.#next.baseFee) };
    this.#mutex = new ChainMutex(definition.symbol);
    this.#randomness = new BlockRandomness(random, journal);
    const upcoming = () => this.#next.prevRandao ?? this.#randomness.upcoming;
    const next = () => ({ head: this.head, baseFee: this.baseFee, prevRandao: upcoming() });
    this.#reads = new EngineReads({ engine: raw, chain: this, mutex: this.#mutex, readLock: this.#readLock, next });
    this.inNextBlock = (environment, ask) => this.#reads.inNextBlock(environment, ask);
    this.dryRun = (work) => this.#reads.dryRun(work);
  }

  /** Opens a chain at the end of its journal. `unfinished`: blocks whose effects were not written before. */
  static async open(dependencies: ProducerDependencies): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const engine = await RewindableEngine.atGenesis(dependencies.engine, dependencies.definition.symbol);
    return Producer.#openOn(engine, dependencies);
  }

  /** Opens the chain of another journal with the same genesis on the same engine; this object can no longer be used. */
  async reopenOn(journal: Journal): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    assert(!this.#mutex.busy, "no change runs while an engine is reopened", { network: this.definition.symbol });
    assertSameGenesis(this.#pool.journal, journal);
    this.#readLock.end();
    await this.#mutex.idle();
    await (this.needsRepair ? rewindToCommonBlock : handOver)(this.#pool.engine, journal);
    return Producer.#openOn(this.#pool.engine, { ...this.#dependencies, journal });
  }

  static async #openOn(
    engine: RewindableEngine,
    dependencies: ProducerDependencies,
  ): Promise<{ chain: Producer; unfinished: MinedBlock[] }> {
    const unfinished = await replay(engine, dependencies.journal, dependencies.onReplay);
    const chain = new Producer(dependencies, engine);
    await refillPool(chain.#pool, unfinished);
    return { chain, unfinished };
  }

  get head(): Head {
    return this.#pool.engine.head;
  }

  get waiting(): number {
    return this.#pool.pool.ready;
  }

  get lastFilled(): number | undefined {
    return this.#pool.journal.lastFilled();
  }

  get deepestReorg(): number {
    return this.#pool.engine.deepestRewind;
  }

  request<T = unknown>(method: string, parameters: readonly unknown[] = []): Promise<T> {
    return this.#reads.request<T>(method, parameters);
  }

  submit(...[transaction]: Parameters<Chain["submit"]>): Promise<Hex> {
    return this.#changing("run", () => admit(this.#pool, transaction));
  }

  drop(hash: Hex, also?: () => void): Promise<boolean> {
    return this.#changing("run", () => discard(this.#pool, hash, also));
  }

  produce(atMs: number, options: BlockOptions = { empty: false }): Promise<MinedBlock[]> {
    const input = { atMs, randomPrevRandao: () => this.#randomness.next(), ...options };
    return this.#changing("runAtomic", () => produceBlock(this.#pool, this.#next, input));
  }

  produceOffered(...[raw, atMs, isFollowed]: Parameters<Chain["produceOffered"]>) {
    const input = { atMs, randomness: this.#randomness, isFollowed };
    return this.#changing("runAtomic", () => produceOffered(this.#pool, this.#next, raw, input));
  }

  get baseFee(): bigint {
    return this.#next.baseFee;
  }

  get baseFeeMode(): BaseFeeMode {
    return this.#next.mode;
  }

  setBaseFee(wei = this.baseFee, mode = this.baseFeeMode): void {
    this.#next.setBaseFee(wei, mode);
    this.#pool.pool.setBaseFee(this.baseFee);
  }

  setOnce(...[input]: Parameters<Chain["setOnce"]>): void {
    // Equal inputs would give a block with an equal hash.
    if (input.prevRandao !== undefined && this.#pool.journal.hadPrevRandao(input.prevRandao))
      throw new RpcError(RPC_CODE.invalidParams, "this chain had a block with that prevRandao already: take another");
    this.#next.setOnce(input);
    this.#pool.pool.setBaseFee(this.baseFee);
  }

  finish(block: MinedBlock, onTop = false): void {
    if (onTop || this.blockAt(block.number)?.hash !== block.hash) this.#pool.journal.finish(block, onTop);
  }

  async reorg(...[depth, transactions, leftOut = []]: Parameters<Chain["reorg"]>): ReturnType<Chain["reorg"]> {
    const possible = Number.isSafeInteger(depth) && depth >= 1 && depth <= this.deepestReorg;
    assert(possible, "the depth of a reorg is between 1 and the height", { depth });
    assert(this.#pool.journal.intents().length === 0, "a reorg starts when every mined block is marked as done");
    return this.#readLock.holdDuring(() =>
      this.#changing("runAtomic", () =>
        replaceBranch(this.#pool, { depth, transactions, leftOut, nextPrevRandao: () => this.#randomness.next() }),
      ),
    );
  }

  grant(address: Hex, amount: bigint): Promise<void> {
    return this.changeState({ kind: "give", address, amount });
  }

  changeState(change: JournaledStateChange, also?: () => void): Promise<void> {
    return this.#changing("run", () => changeState(this.#pool, change, also));
  }

  blockAt(height: number): MinedBlock | undefined {
    return this.#pool.journal.blockAt(height);
  }

  async freeNonce(address: Hex): Promise<number> {
    return this.#pool.pool.freeNonce(address, Number(await this.request("eth_getTransactionCount", [address])));
  }

  get needsRepair(): boolean {
    return this.#mutex.needsRepair;
  }

  async repair(): Promise<MinedBlock[]> {
    const restore = () => this.#changing("repair", () => restoreFromJournal(this.#pool));
    const unfinished = await this.#readLock.holdDuring(restore);
    this.#randomness.recount();
    return unfinished;
  }

  async #changing<T>(method: "run" | "runAtomic" | "repair", change: () => Promise<T>): Promise<T> {
    assert(!this.#readLock.ended, "only a chain of the current world is changed");
    return this.#mutex[method](() => change().finally(() => this.#pool.pool.setBaseFee(this.baseFee)));
  }
}
