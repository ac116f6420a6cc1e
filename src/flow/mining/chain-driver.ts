// The chain driver: mines blocks, performs reorgs, changes mining modes and confirmation targets, and indexes the result.
import type { Chain, Chains, Hex, MinedBlock, ReorgTransactions } from "../../chains/chain.ts";
import type { WaitingTransaction } from "../../chains/transaction-pool.ts";
import { StorageFault } from "../../db/storage-fault.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { finalFrom } from "../../domain/attempt/store.ts";
import { tailHead } from "../../domain/chain-tail.ts";
import { confirmedFrom } from "../../domain/deposit/store.ts";
import type { Finality } from "../../domain/network/network.ts";
import { updateConfirmations } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { takeFault } from "../../faults/gate.ts";
import { type Instrument, noInstrument } from "../../kernel/instrumentation.ts";
import type { Log } from "../../kernel/log.ts";
import { Problem } from "../../kernel/problem.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { confirmUpTo } from "../indexer/apply.ts";
import { type AlsoWritten, indexBlocks } from "../indexer/index-blocks.ts";
import { warnOfUnknownTokens } from "../indexer/unknown-tokens.ts";
import { type ChainListener, toNotification } from "./chain-notifications.ts";
import { owesConfirmation } from "./expected-confirmation.ts";
import { taggedHeight } from "./finality.ts";
import type { MiningSchedule } from "./mining-schedule.ts";
import { sentBeforeAssignment } from "./sent-before-assignment.ts";

export type ReorgInput = { depth: number; transactions: ReorgTransactions; force: boolean };
/** Final records in removed blocks, which keep their status: deposits by id, platform transactions by hash. */
type Confirmed = { confirmed_deposits: string[]; confirmed_transactions: string[] };
export type ReorgResult = { removed: Hex[]; added: Hex[] } & Confirmed;
/** Every method runs inside `loop.exclusive` or in a step of the loop. */
export class ChainDriver {
  readonly #world: World;
  readonly #chains: Chains;
  readonly #wall: WallClock;
  readonly #instrument: Instrument;
  readonly #log: Log;
  readonly #mining: MiningSchedule;
  readonly #listeners = new Set<ChainListener>();
  /** Networks whose new blocks are not indexed yet because of a storage fault. */
  readonly #unread = new Set<string>();
  /** Network → listeners that are still reading its latest change. */
  readonly #notifying = new Map<string, Promise<unknown>>();

  constructor({ world, chains, wall, log, instrument = noInstrument }: FlowDependencies, mining: MiningSchedule) {
    this.#world = world;
    this.#chains = chains;
    this.#wall = wall;
    this.#instrument = instrument;
    this.#log = log;
    this.#mining = mining;
  }

  /** Calls `listener` for each change of a chain after it is indexed; returns a function that unsubscribes. */
  onBlocks(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when the listeners have processed every change so far. */
  async announced(): Promise<void> {
    await Promise.all(this.#notifying.values());
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
    return this.#unread.size > 0 || this.#chains.all.some((chain) => chain.needsRepair);
  }

  /** Makes chains and rows agree again, as the next start would. Throws as long as storage fails. */
  async repair(): Promise<void> {
    for (const chain of this.#chains.all) {
      const { symbol } = chain.definition;
      if (!chain.needsRepair && !this.#unread.has(symbol)) continue;
      this.#unread.add(symbol);
      await this.#finish(symbol, await chain.repair());
      this.#unread.delete(symbol);
    }
  }

  /** A block above the indexed head was mined as usual; one at or below it came with a reorg. */
  #finish(network: string, mined: readonly MinedBlock[]): Promise<void> {
    const indexed = tailHead(this.#world.db, network)?.height ?? 0;
    const above = mined.filter(({ number }) => number > indexed);
    return this.#readIn(network, mined, (ours) => {
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
    const isFollowed = (only: WaitingTransaction) => isAlone && owesConfirmation(this.#world, network, only);
    const options = { empty: fault !== undefined, isManaged, isFollowed };
    const blocks = await this.#chains.get(network).produce(this.#world.clock.now(), options);
    await this.#readInOrLater(network, blocks, (ours) => {
      for (const { hash, transactionHashes } of blocks)
        this.#mining.mined(network, { transactions: transactionHashes.length, ours: ours.has(hash) });
      if (fault !== undefined) this.#mining.hold(network, fault.id);
    });
    const ms = (this.#wall.monotonic() - began) / blocks.length;
    for (const _ of blocks) this.#instrument({ what: "block", network, ms });
    if (fault !== undefined) return { what: "block without transactions by a fault", empty: false };
    return { what: "block", empty: blocks[0]?.transactionHashes.length === 0 };
  }

  /** Replaces the last blocks; refused when they hold confirmed records, unless forced: then the result names them. */
  async reorg(network: string, input: ReorgInput): Promise<ReorgResult> {
    const chain = this.#chains.get(network);
    const confirmed = this.#checkDepth(chain, input);
    // The engine forgets removed blocks, so listeners must have read the previous change completely.
    await this.#notifying.get(network);
    const leftOut = await sentBeforeAssignment(this.#world, chain, chain.head.number - input.depth + 1);
    const { removed, added } = await chain.reorg(input.depth, input.transactions, leftOut);
    await this.#readInOrLater(network, added, (ours) => this.#mining.replaced(network, added, ours));
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

  #checkDepth(chain: Chain, { depth, force }: ReorgInput): Confirmed {
    const network = chain.definition.symbol;
    if (depth > chain.deepestReorg) {
      throw new Problem("invalidRequest", `depth: ${network} has ${chain.deepestReorg} blocks above block 0`);
    }
    const lowest = chain.head.number - depth + 1;
    const deposits = confirmedFrom(this.#world.db, network, lowest).map(({ id }) => id);
    const transactions = finalFrom(this.#world.db, network, lowest).map(({ hash }) => hash);
    const confirmed = { confirmed_deposits: deposits, confirmed_transactions: transactions };
    if (deposits.length + transactions.length === 0 || force) return confirmed;
    const found = `${deposits.length} confirmed deposits and ${transactions.length} confirmed transactions of the platform`;
    const detail = `depth: ${found} lie in these blocks; use "force": true to remove them all the same`;
    throw new Problem("invalidRequest", detail, { details: confirmed });
  }

  /** A started change must be completed: after a storage fault `repair` continues before any other step. */
  async #readInOrLater(network: string, mined: readonly MinedBlock[], also?: AlsoWritten): Promise<void> {
    await this.#readIn(network, mined, also).catch(exceptStorageFault);
  }

  async #readIn(network: string, mined: readonly MinedBlock[], also: AlsoWritten = () => {}): Promise<void> {
    const change = await indexBlocks(this.#world, this.#chains.get(network), mined, also).catch((error: unknown) => {
      this.#unread.add(network);
      throw error;
    });
    for (const block of change.added) {
      const { hash, skippedLogs } = block;
      if (skippedLogs > 0) this.#instrument({ what: "skipped logs", network, block: hash, logs: skippedLogs });
      warnOfUnknownTokens(this.#world, this.#log, block);
    }
    const notified = [...this.#listeners].map((listener) => listener(toNotification(change, mined)));
    this.#notifying.set(network, Promise.all(notified));
  }
}

/** Ignores a storage fault: the interrupted work is completed once storage works again. */
export function exceptStorageFault(error: unknown): void {
  if (!(error instanceof StorageFault)) throw error;
}
