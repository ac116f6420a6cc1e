// The chain driver: mines blocks, performs reorgs, changes mining modes and confirmation targets, and indexes the result.
import type { Chains, Hex, MinedBlock, TransactionCall } from "../../chains/chain.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { tailHead } from "../../domain/chain-tail.ts";
import type { Finality } from "../../domain/network/network.ts";
import { updateConfirmations } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { takeFault } from "../../faults/gate.ts";
import { type Instrument, noInstrument } from "../../kernel/instrumentation.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { confirmUpTo } from "../indexer/apply.ts";
import { ChainIndex } from "./chain-index.ts";
import type { ChainListener } from "./chain-notifications.ts";
import { owesConfirmation } from "./expected-confirmation.ts";
import { taggedHeight } from "./finality.ts";
import type { MiningSchedule } from "./mining-schedule.ts";
import { checkDepth, type ReorgInput, type ReorgResult } from "./reorg-depth.ts";
import { sentBeforeAssignment } from "./sent-before-assignment.ts";

/** Every method runs inside `loop.exclusive` or in a step of the loop. */
export class ChainDriver {
  readonly #world: World;
  readonly #chains: Chains;
  readonly #wall: WallClock;
  readonly #instrument: Instrument;
  readonly #mining: MiningSchedule;
  readonly #index: ChainIndex;

  constructor(dependencies: FlowDependencies, mining: MiningSchedule) {
    const { world, chains, wall, instrument = noInstrument } = dependencies;
    this.#world = world;
    this.#chains = chains;
    this.#wall = wall;
    this.#instrument = instrument;
    this.#mining = mining;
    this.#index = new ChainIndex(dependencies);
  }

  /** Calls `listener` for each change of a chain after it is indexed; returns a function that unsubscribes. */
  onBlocks(listener: ChainListener): () => void {
    return this.#index.onBlocks(listener);
  }

  /** Resolves when the listeners have processed every change so far. */
  announced(): Promise<void> {
    return this.#index.announced();
  }

  /** Indexes the blocks that the chains already have. */
  async catchUp(unfinished: readonly MinedBlock[]): Promise<void> {
    for (const { definition } of this.#chains.all) {
      const { symbol } = definition;
      await this.#finish(
        symbol,
        unfinished.filter(({ network }) => network === symbol),
      );
    }
  }

  /** True when chains and rows may differ: a change of a chain, or its indexing, was interrupted. */
  get needsRepair(): boolean {
    return this.#index.unread.size > 0 || this.#chains.all.some((chain) => chain.needsRepair);
  }

  /** Makes chains and rows agree again, as the next start would. Throws as long as storage fails. */
  async repair(): Promise<void> {
    for (const chain of this.#chains.all) {
      const { symbol } = chain.definition;
      if (!chain.needsRepair && !this.#index.unread.has(symbol)) continue;
      this.#index.unread.add(symbol);
      await this.#finish(symbol, await chain.repair());
      this.#index.unread.delete(symbol);
    }
  }

  /** A block above the indexed head was mined as usual; one at or below it came with a reorg. */
  #finish(network: string, mined: readonly MinedBlock[]): Promise<void> {
    const indexed = tailHead(this.#world.db, network)?.height ?? 0;
    const above = mined.filter(({ number }) => number > indexed);
    return this.#index.read(network, mined, (ours) => {
      for (const { hash, transactionHashes } of above)
        this.#mining.mined(network, { transactions: transactionHashes.length, ours: ours.has(hash) });
      this.#mining.replaced(network, mined, ours);
    });
  }

  /**
   * Mines one block at the clock's position and indexes it: a late loop gives it the time it was due at. A fault at
   * the gate `chain.mine` may prevent it or empty it. `isAlone`: no transaction is queued that could share the confirmation block, so
   * one that the block will owe is mined with it. Returns what was done, and whether it was an empty block that was due.
   */
  async mineBlock(network: string, isAlone = false): Promise<{ what: string; empty: boolean }> {
    const fault = takeFault(this.#world.db, "chain.mine", { network });
    if (fault?.effect === "halt") {
      this.#mining.hold(network, fault.id);
      return { what: "block held back by a fault", empty: false };
    }
    const began = this.#wall.monotonic();
    // What an impersonated account sent before its address was assigned: the ledger knows no such outflow.
    const isManaged = (sender: Hex) => watchedAt(this.#world.db, network, sender) !== undefined;
    const isFollowed = (only: TransactionCall) => isAlone && owesConfirmation(this.#world, network, only);
    const options = { empty: fault !== undefined, isManaged, isFollowed };
    const blocks = await this.#chains.get(network).produce(this.#world.clock.now(), options);
    await this.#followMined(network, blocks, began, {
      also: () => fault !== undefined && this.#mining.hold(network, fault.id),
    });
    if (fault !== undefined) return { what: "block without transactions by a fault", empty: false };
    return { what: "block", empty: blocks[0]?.transactionHashes.length === 0 };
  }

  /**
   * Mines the block of a signed transaction that was not submitted, and indexes it. `answer` gets its hash as soon as block and
   * transaction are journaled, mined and read; what the block causes is written before anything else that the process does next.
   * False when the transaction has to be submitted instead; then nothing has changed. `isAlone`: as for `mineBlock`.
   */
  async mineOffered(
    network: string,
    raw: Hex,
    { isAlone, answer }: { isAlone: boolean; answer: (hash: Hex) => void },
  ): Promise<boolean> {
    const began = this.#wall.monotonic();
    const isFollowed = (call: TransactionCall) => isAlone && owesConfirmation(this.#world, network, call);
    const offered = await this.#chains.get(network).produceOffered(raw, this.#world.clock.now(), isFollowed);
    if (offered === undefined) return false;
    const whenRead = async (): Promise<void> => {
      answer(offered.hash);
      // The answer leaves now. Requests that come after it find what is written next.
      await new Promise<void>((resolve) => this.#wall.soon(resolve));
    };
    await this.#followMined(network, offered.blocks, began, { whenRead });
    return true;
  }

  /** Indexes blocks that were just mined. `also`: written with them. */
  async #followMined(
    network: string,
    blocks: readonly MinedBlock[],
    began: number,
    { also = () => {}, whenRead }: { also?: () => unknown; whenRead?: () => Promise<void> },
  ): Promise<void> {
    const written = (ours: ReadonlySet<string>): void => {
      for (const { hash, transactionHashes } of blocks)
        this.#mining.mined(network, { transactions: transactionHashes.length, ours: ours.has(hash) });
      also();
    };
    await this.#index.readOrLater(network, blocks, written, whenRead);
    const ms = (this.#wall.monotonic() - began) / blocks.length;
    for (const _ of blocks) this.#instrument({ what: "block", network, ms });
  }

  /** Replaces the last blocks; refused when they hold confirmed records, unless forced: then the result names them. */
  async reorg(network: string, input: ReorgInput): Promise<ReorgResult> {
    const chain = this.#chains.get(network);
    const confirmed = checkDepth(this.#world, chain, input);
    // The engine forgets removed blocks, so listeners must have read the previous change completely.
    await this.#index.announced(network);
    const leftOut = await sentBeforeAssignment(this.#world, chain, chain.head.number - input.depth + 1);
    const { removed, added } = await chain.reorg(input.depth, input.transactions, leftOut);
    await this.#index.readOrLater(network, added, (ours) => this.#mining.replaced(network, added, ours));
    return { removed, added: added.map(({ hash }) => hash), ...confirmed };
  }

  /** Confirms at once what has enough confirmations under the new target; for the rest blocks are mined (I-15). */
  setConfirmations(network: string, blocks: number): void {
    const head = tailHead(this.#world.db, network)?.height ?? 0;
    this.#world.db.transaction(() => {
      updateConfirmations(this.#world.db, network, blocks);
      confirmUpTo(this.#world, network, head);
      if (head > 0) this.#mining.want(network, blocks);
    });
  }

  /** The block that `safe` or `finalized` names. */
  taggedHeight(network: string, lag: keyof Finality): number {
    return taggedHeight(this.#world, this.#chains.get(network), lag);
  }
}
