// One engine that can go back: mines with every input set, keeps snapshots on the way, empties and fills its pool.
import { type Hex, numberToHex } from "viem";
import { assert } from "../kernel/assert.ts";
import {
  type BlockInputs,
  type Engine,
  type Head,
  type JournaledStateChange,
  type MinedBlock,
  RpcError,
} from "./chain.ts";
import { EngineCheckpoints, takeCheckpoint } from "./engine-checkpoints.ts";
import type { WaitingTransaction } from "./transaction-pool.ts";

type EngineBlock = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; transactions: Hex[] };
type EngineTransaction = { from: Hex; nonce: Hex; gas: Hex; value: Hex; gasPrice: Hex; maxFeePerGas?: Hex };

/** An engine as it stood at one moment, pool and acts included; worth one return. */
export type Mark = { head: Head; snapshot: string };

export class RewindableEngine {
  readonly #engine: Engine;
  readonly #network: string;
  /** Taken right after their block was mined. */
  readonly #kept: EngineCheckpoints;
  /** Hash by height, as far as the engine stands now. */
  readonly #hashes: Hex[];
  #head: Head;

  private constructor(engine: Engine, network: string, head: Head) {
    this.#engine = engine;
    this.#kept = new EngineCheckpoints(engine);
    this.#network = network;
    this.#head = head;
    this.#hashes = [head.hash];
  }

  /** Takes over an engine that stands at block 0 with its genesis written. */
  static async at0(engine: Engine, network: string): Promise<RewindableEngine> {
    const block = await engine.request<EngineBlock>("eth_getBlockByNumber", ["latest", false]);
    const head = { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) };
    assert(head.number === 0, "an engine is taken over at block 0", { network });
    const rewindable = new RewindableEngine(engine, network, head);
    await rewindable.#kept.take(0);
    return rewindable;
  }

  get head(): Head {
    return this.#head;
  }

  /** The hash of the block at a height, or undefined above the head. */
  hashAt(height: number): Hex | undefined {
    return this.#hashes[height];
  }

  /** Mines one block with exactly these inputs and what waits in the engine. */
  async mine(inputs: BlockInputs): Promise<MinedBlock> {
    assert(inputs.height === this.#head.number + 1, "blocks are mined in height order", {
      ...inputs,
      head: this.#head,
    });
    // What does not depend on each other goes to the engine together: most of a block's time is the way there and back.
    await Promise.all([
      this.#engine.request("hardhat_setPrevRandao", [inputs.prevRandao]),
      this.#engine.request("hardhat_setNextBlockBaseFeePerGas", [numberToHex(inputs.baseFee)]),
    ]);
    await this.#engine.request("evm_mine", [inputs.timestamp]);
    const [mined] = await Promise.all([this.#latest(), this.#kept.take(inputs.height)]);
    const block = {
      network: this.#network,
      number: Number(mined.number),
      hash: mined.hash,
      parentHash: mined.parentHash,
      timestamp: Number(mined.timestamp),
      transactionHashes: mined.transactions,
    };
    const asTold = block.number === inputs.height && block.timestamp === inputs.timestamp;
    assert(asTold, "the engine mined what it was told", { ...inputs, mined: block });
    assert(block.parentHash === this.#head.hash, "a block follows its parent", { ...block, head: this.#head });
    this.#head = { number: block.number, hash: block.hash, timestamp: block.timestamp };
    this.#hashes.push(block.hash);
    return block;
  }

  /**
   * Goes back to the state right after a block at or below `height` (the head's too), with an empty pool; later acts are
   * undone. Answers the height it stands at: the last one whose snapshot was kept.
   */
  async rewind(height: number): Promise<number> {
    const { height: kept, snapshot } = this.#kept.nearest(height);
    await this.#revert(snapshot, kept);
    await this.#kept.take(kept);
    return kept;
  }

  /** Remembers this very state. */
  async mark(): Promise<Mark> {
    return { head: this.#head, snapshot: await takeCheckpoint(this.#engine) };
  }

  /** Goes back to a mark above which nothing but blocks came, with an empty pool; answers another one of the same state. */
  async returnTo({ head, snapshot }: Mark): Promise<Mark> {
    await this.#revert(snapshot, head.number);
    return this.mark();
  }

  /** How many blocks can be removed: every one has its snapshot. */
  get deepestRewind(): number {
    return this.#head.number;
  }

  /** Hands over a signed transaction; throws `RpcError` when the engine refuses it. */
  async send(raw: Hex): Promise<Hex> {
    return this.#engine.request<Hex>("eth_sendRawTransaction", [raw]);
  }

  /** As `send`, but a refusal is an answer. */
  async offer(raw: Hex): Promise<boolean> {
    try {
      await this.send(raw);
      return true;
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  async drop(hash: Hex): Promise<boolean> {
    return this.#engine.request<boolean>("hardhat_dropTransaction", [hash]);
  }

  /** The hashes in the engine's pool. */
  async pending(): Promise<Hex[]> {
    const transactions = await this.#engine.request<{ hash: Hex }[]>("eth_pendingTransactions");
    return transactions.map((transaction) => transaction.hash);
  }

  async emptyPool(): Promise<void> {
    for (const hash of await this.pending()) await this.drop(hash);
  }

  /** What the engine knows of a transaction it has accepted. */
  async describe(hash: Hex): Promise<WaitingTransaction> {
    const found = await this.#engine.request<EngineTransaction | null>("eth_getTransactionByHash", [hash]);
    assert(found !== null, "an accepted transaction is known to the engine", { hash });
    const maxFeePerGas = BigInt(found.maxFeePerGas ?? found.gasPrice);
    const cost = BigInt(found.gas) * maxFeePerGas + BigInt(found.value);
    return { hash, sender: found.from, nonce: Number(found.nonce), maxFeePerGas, cost };
  }

  /** The nonce that the next mined transaction of `sender` has. */
  async nextNonce(sender: Hex): Promise<number> {
    return Number(await this.#engine.request<Hex>("eth_getTransactionCount", [sender, "latest"]));
  }

  /** Wei at the head. */
  async balanceOf(address: Hex): Promise<bigint> {
    return BigInt(await this.#engine.request<Hex>("eth_getBalance", [address, "latest"]));
  }

  /** Changes the state at the head; throws `RpcError` when the engine refuses. */
  async apply(act: JournaledStateChange): Promise<void> {
    const { address } = act;
    switch (act.kind) {
      case "give": {
        const balance = (await this.balanceOf(address)) + act.amount;
        await this.#engine.request("hardhat_setBalance", [address, numberToHex(balance > 0n ? balance : 0n)]);
        return;
      }
      case "code":
        await this.#engine.request("hardhat_setCode", [address, act.code]);
        return;
      case "storage":
        await this.#engine.request("hardhat_setStorageAt", [address, act.slot, act.value]);
        return;
    }
  }

  #latest(): Promise<EngineBlock> {
    return this.#engine.request<EngineBlock>("eth_getBlockByNumber", ["latest", false]);
  }

  async #revert(snapshot: string, height: number): Promise<void> {
    const reverted = await this.#engine.request<boolean>("evm_revert", [snapshot]);
    assert(reverted, "the engine went back", { height });
    this.#kept.forgetAbove(height);
    this.#hashes.length = height + 1;
    const block = await this.#latest();
    this.#head = { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) };
    assert(this.#head.number === height, "the engine stands where it was sent", { height, head: this.#head });
    await this.emptyPool();
  }
}
