// An engine with rewind: mines blocks from explicit inputs, takes checkpoints, and empties and fills the engine's pool.
import type { Hex } from "viem";
import { assert, required } from "../kernel/assert.ts";
import type { BlockInputs, Head, JournaledStateChange, MinedBlock } from "./chain.ts";
import { applyChange } from "./engine/apply-change.ts";
import type { Engine } from "./engine/engine.ts";
import { type EngineBlock, headOf, loadOf, minedBlockOf } from "./engine/engine-block.ts";
import { assertRequested, type CrossedBlock, type Crossing, mineInOneCrossing } from "./engine/mine-block.ts";
import { ask, askAll } from "./engine/own-question.ts";
import { type ReadBlock, RecentBlocks } from "./engine/recent-blocks.ts";
import { describeTransaction, sendAndDescribe } from "./engine/send-transaction.ts";
import { type Sendable, sendTo } from "./engine/unlocked-transaction.ts";
import { EngineCheckpoints, type Reverted, revertTo, takeCheckpoint } from "./engine-checkpoints.ts";
import type { BlockLoad } from "./inputs/base-fee.ts";
import type { JournaledTransaction } from "./journal.ts";
import type { WaitingTransaction } from "./transaction-pool.ts";

/** The state of an engine at one moment, pool and state changes included; can be returned to once. */
export type Mark = { head: Head; snapshot: string };

export class RewindableEngine {
  readonly hashOf: Engine["hashOf"];
  readonly #engine: Engine;
  readonly #network: string;
  /** Taken right after their block was mined. */
  readonly #checkpoints: EngineCheckpoints;
  /** Hash by height, up to the head. */
  readonly #hashes: Hex[];
  readonly #recent = new RecentBlocks();
  #head: Head;
  #load: BlockLoad;
  #isBare = true;

  private constructor(engine: Engine, network: string, block: EngineBlock) {
    this.#engine = engine;
    this.hashOf = engine.hashOf;
    this.#checkpoints = new EngineCheckpoints(engine);
    this.#network = network;
    [this.#head, this.#load] = [headOf(block), loadOf(block)];
    this.#hashes = [block.hash];
  }

  /** Wraps an engine that is at block 0 with its genesis written. */
  static async atGenesis(engine: Engine, network: string): Promise<RewindableEngine> {
    const [head, snapshot] = await askAll(engine, [
      ["eth_getBlockByNumber", ["latest", true]],
      ["evm_snapshot", []],
    ]);
    const block = head as ReadBlock["block"];
    assert(Number(block.number) === 0, "a fresh engine is at block 0", { network });
    const rewindable = new RewindableEngine(engine, network, { ...block, transactions: [] });
    rewindable.#checkpoints.keep(0, snapshot as string);
    rewindable.#recent.addGenesis({ block, logs: [] });
    return rewindable;
  }

  /** True when nothing but blocks is in the engine for sure: false from a transaction or a state change on, until it is rewound. */
  get isBare(): boolean {
    return this.#isBare;
  }

  get head(): Head {
    return this.#head;
  }

  /** Base fee and gas of the head. */
  get load(): BlockLoad {
    return this.#load;
  }

  /** The hash of the block at a height, or undefined above the head. */
  hashAt(height: number): Hex | undefined {
    return this.#hashes[height];
  }

  /** What was read of a block when it was mined. */
  justMined(hash: Hex): ReadBlock | undefined {
    return this.#recent.get(hash);
  }

  /** Mines one block with exactly these inputs, `signed` and what waits in the engine. `reads`: for `justMined`. */
  async mine(inputs: BlockInputs, crossing: Partial<Crossing> = {}): Promise<MinedBlock> {
    return required((await this.mineAll([inputs], crossing))[0], "the mined block");
  }

  /** As `mine`, and in the same crossing the empty blocks that follow. */
  async mineAll(
    all: readonly BlockInputs[],
    { reads = false, signed = [], offered }: Partial<Crossing> = {},
  ): Promise<MinedBlock[]> {
    const [first] = all;
    assert(first?.height === this.#head.number + 1, "blocks are mined in height order", { ...first, head: this.#head });
    const wasBare = this.#isBare;
    this.#isBare = false;
    const crossed = await mineInOneCrossing(this.#engine, all, { reads, signed, offered });
    const blocks = crossed.map((one, index) => this.#follow(required(all[index], "the inputs of a mined block"), one));
    const given = signed.length + Number(offered !== undefined);
    this.#isBare = wasBare && blocks.flatMap(({ transactionHashes }) => transactionHashes).length === given;
    return blocks;
  }

  #follow(inputs: BlockInputs, { mined, read, snapshot }: CrossedBlock): MinedBlock {
    if (read !== undefined) this.#recent.add(read);
    if (snapshot !== undefined) this.#checkpoints.keep(inputs.height, snapshot);
    const block = minedBlockOf(this.#network, mined);
    assertRequested(inputs, block, this.#head);
    [this.#head, this.#load] = [headOf(mined), loadOf(mined)];
    this.#hashes.push(block.hash);
    return block;
  }

  /**
   * Goes back to the nearest checkpoint at or below `height` (the head included), with an empty pool; later state changes
   * are undone. Answers the height of that checkpoint.
   */
  async rewind(height: number): Promise<number> {
    this.#isBare = false;
    const reverted = await this.#checkpoints.revert(height);
    this.#wentBack(reverted, reverted.height);
    this.#checkpoints.keep(reverted.height, reverted.snapshot);
    return reverted.height;
  }

  /** Marks the current state, to return to it. */
  async mark(): Promise<Mark> {
    return { head: this.#head, snapshot: await takeCheckpoint(this.#engine) };
  }

  /** Goes back to a mark after which only blocks were mined, with an empty pool; answers a new mark of the same state. */
  async returnTo({ head, snapshot }: Mark): Promise<Mark> {
    this.#isBare = false;
    const reverted = await revertTo(this.#engine, snapshot);
    assert(reverted !== undefined, "the engine reverted to a mark", { height: head.number });
    this.#wentBack(reverted, head.number);
    return { head, snapshot: reverted.snapshot };
  }

  /** How many blocks can be removed: all of them. */
  get deepestRewind(): number {
    return this.#head.number;
  }

  /** Sends a transaction to the engine. @throws RpcError when the engine refuses it */
  send(transaction: Sendable): Promise<Hex> {
    this.#isBare = false;
    return sendTo(this.#engine, transaction);
  }

  /** As `send`; answers what `describe` does. */
  sendDescribed(transaction: Omit<JournaledTransaction, "hash">): Promise<WaitingTransaction> {
    this.#isBare = false;
    return sendAndDescribe(this.#engine, transaction);
  }

  async drop(hash: Hex): Promise<boolean> {
    return ask<boolean>(this.#engine, "hardhat_dropTransaction", [hash]);
  }

  /** The hashes in the engine's pool. */
  async pending(): Promise<Hex[]> {
    const transactions = await ask<{ hash: Hex }[]>(this.#engine, "eth_pendingTransactions");
    return transactions.map((transaction) => transaction.hash);
  }

  async emptyPool(): Promise<void> {
    for (const hash of await this.pending()) await this.drop(hash);
  }

  /** Sender, nonce, fee and cost of a transaction that the engine has accepted. */
  describe(hash: Hex): Promise<WaitingTransaction> {
    return describeTransaction(this.#engine, hash);
  }

  /** The nonce that the sender's next mined transaction must have. `accepted`: a transaction of the sender that the engine has. */
  async nextNonce(sender: Hex, accepted?: WaitingTransaction): Promise<number> {
    if (accepted !== undefined && this.#recent.nonces.isNext(accepted)) return accepted.nonce;
    return Number(await ask<Hex>(this.#engine, "eth_getTransactionCount", [sender, "latest"]));
  }

  /** Balance at the head, wei. */
  async balanceOf(address: Hex): Promise<bigint> {
    return BigInt(await ask<Hex>(this.#engine, "eth_getBalance", [address, "latest"]));
  }

  /** Changes the state at the head. @throws RpcError when the engine refuses */
  apply(change: JournaledStateChange): Promise<void> {
    this.#isBare = false;
    return applyChange(this.#engine, change);
  }

  #wentBack({ block }: Reverted, height: number): void {
    this.#recent.clear();
    this.#checkpoints.forgetAbove(height);
    this.#hashes.length = height + 1;
    [this.#head, this.#load] = [headOf(block), loadOf(block)];
    assert(this.#head.number === height, "the engine is at the height of the snapshot", { height, head: this.#head });
    this.#isBare = true;
  }
}
