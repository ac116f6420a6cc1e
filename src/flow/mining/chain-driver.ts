// Working on the chains through the loop: blocks, reorgs, mining modes, confirmation targets, and reading in what they change.
import type { Chain, Chains, Hex, MinedBlock, ReorgTransactions } from "../../chains/chain.ts";
import { StorageFault } from "../../db/storage-fault.ts";
import { finalFrom } from "../../domain/attempt/store.ts";
import { confirmedHeight, tailHead } from "../../domain/chain-tail.ts";
import { confirmedFrom } from "../../domain/deposit/store.ts";
import { type MiningMode, settingOf, updateConfirmations, updateMining } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { takeFault } from "../../faults/gate.ts";
import { type Instrument, noInstrument } from "../../kernel/instrumentation.ts";
import type { Log } from "../../kernel/log.ts";
import { Problem } from "../../kernel/problem.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { confirmUpTo } from "../indexer/apply.ts";
import { indexBlocks } from "../indexer/index-blocks.ts";
import { warnOfUnknownTokens } from "../indexer/unknown-tokens.ts";
import { type ChainListener, toNotification } from "./chain-notifications.ts";
import { ConfirmationBlocks } from "./confirmation-blocks.ts";
import type { MiningSchedule } from "./mining-schedule.ts";

export type ReorgInput = { depth: number; transactions: ReorgTransactions; force: boolean };
/** What of removed blocks was final already and stays as it was told: deposits by id, our own transactions by hash. */
type Confirmed = { confirmed_deposits: string[]; confirmed_transactions: string[] };
export type ReorgResult = { removed: Hex[]; added: Hex[] } & Confirmed;
/** Every method is work of the loop: called inside `loop.exclusive` or by one of its steps. */
export class ChainDriver {
  readonly confirmationBlocks: ConfirmationBlocks;
  readonly #world: World;
  readonly #chains: Chains;
  readonly #wall: WallClock;
  readonly #note: Instrument;
  readonly #log: Log;
  readonly #mining: MiningSchedule;
  readonly #listeners = new Set<ChainListener>();
  /** Networks whose blocks could not be read in. */
  readonly #unread = new Set<string>();
  /** Network → what the listeners still read of its latest change. */
  readonly #telling = new Map<string, Promise<unknown>>();

  constructor({ world, chains, wall, log, instrument = noInstrument }: FlowDependencies, mining: MiningSchedule) {
    this.#world = world;
    this.#chains = chains;
    this.#wall = wall;
    this.#note = instrument;
    this.#log = log;
    this.#mining = mining;
    this.confirmationBlocks = new ConfirmationBlocks(world, chains, mining);
  }

  /** Calls `listener` for each change of a chain once it is read in; answers how to stop. */
  onBlocks(listener: ChainListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when listeners have been told, and have told others, of all that happened so far. */
  async announced(): Promise<void> {
    await Promise.all(this.#telling.values());
  }

  /** Reads in the blocks the chains have by now. */
  async catchUp(unfinished: readonly MinedBlock[]): Promise<void> {
    for (const { definition } of this.#chains.all) {
      const { symbol } = definition;
      await this.#finish(
        symbol,
        unfinished.filter(({ network }) => network === symbol),
      );
    }
  }

  /** True when a chain and our rows may have parted: a change of it, or reading it in, was cut off. */
  get needsRepair(): boolean {
    return this.#unread.size > 0 || this.#chains.all.some((chain) => chain.needsRepair);
  }

  /** Brings chains and rows together again, as the next start would. Throws as long as the disk does not let it. */
  async repair(): Promise<void> {
    for (const chain of this.#chains.all) {
      const { symbol } = chain.definition;
      if (!chain.needsRepair && !this.#unread.has(symbol)) continue;
      this.#unread.add(symbol);
      await this.#finish(symbol, await chain.repair());
      this.#unread.delete(symbol);
    }
  }

  /** A block above what was read in was mined as usual; one at or below it came with a reorg, which owes nothing new. */
  #finish(network: string, mined: readonly MinedBlock[]): Promise<void> {
    const above = mined.filter(({ number }) => number > (tailHead(this.#world.db, network)?.height ?? 0));
    return this.#readIn(network, mined, () => {
      for (const block of above) this.#mining.mined(network, block.transactionHashes.length);
    });
  }

  /**
   * Mines one block where the clock stands and reads it in: a late loop gives it the time it was due at. A fault at
   * the gate `chain.mine` may stand against it. Answers what was done.
   */
  async mineBlock(network: string): Promise<string> {
    const fault = takeFault(this.#world.db, "chain.mine", { network });
    if (fault?.effect === "halt") {
      this.#mining.hold(network, fault.id);
      return "block held back by a fault";
    }
    const began = this.#wall.monotonic();
    const block = await this.#chains.get(network).produce(this.#world.clock.now(), { empty: fault !== undefined });
    await this.#readInOrLater(network, [block], () => {
      this.#mining.mined(network, block.transactionHashes.length);
      if (fault !== undefined) this.#mining.hold(network, fault.id);
    });
    this.#note({ what: "block", network, ms: this.#wall.monotonic() - began });
    return fault === undefined ? "block" : "block without transactions by a fault";
  }

  /** Runs `send`; in instant mode the block of what it sent is mined and read in before this resolves. */
  async sending(network: string, send: () => Promise<Hex>): Promise<Hex> {
    const hash = await send();
    const instant = settingOf(this.#world, network).mining === "instant";
    if (instant && this.#mining.isDue(network)) await this.mineBlock(network).catch(exceptStorageFault);
    return hash;
  }

  /** Replaces the last blocks; refused when it would take away what is confirmed, unless forced: then it tells. */
  async reorg(network: string, order: ReorgInput): Promise<ReorgResult> {
    const chain = this.#chains.get(network);
    const confirmed = this.#checkDepth(chain, order);
    // The engine forgets what is removed: whoever listens has to hear of it whole, or what they hear is a matter of luck.
    await this.#telling.get(network);
    const { removed, added } = await chain.reorg(order.depth, order.transactions);
    await this.#readInOrLater(network, added);
    return { removed, added: added.map(({ hash }) => hash), ...confirmed };
  }

  setMining(network: string, mode: MiningMode, blockTimeMs: number | undefined): void {
    const current = settingOf(this.#world, network);
    this.#world.db.transaction(() => updateMining(this.#world.db, network, mode, blockTimeMs ?? current.block_time_ms));
    this.#mining.changed(network);
  }

  /** What has enough confirmations under the new target is confirmed now, without a block; the rest gets its blocks (I-15). */
  setConfirmations(network: string, blocks: number): void {
    const head = tailHead(this.#world.db, network)?.height ?? 0;
    this.#world.db.transaction(() => {
      updateConfirmations(this.#world.db, network, blocks);
      confirmUpTo(this.#world, network, head);
      if (head > 0) this.#mining.want(network, blocks);
    });
  }

  /** The height at or below which blocks are confirmed. */
  confirmedHeight(network: string): number {
    const head = tailHead(this.#world.db, network)?.height ?? 0;
    return Math.max(0, confirmedHeight(head, settingOf(this.#world, network).confirmations));
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

  /** What was begun comes to its end: where the disk stops it now, `mend` goes on before anything else is done. */
  async #readInOrLater(network: string, mined: readonly MinedBlock[], also?: () => void): Promise<void> {
    await this.#readIn(network, mined, also).catch(exceptStorageFault);
  }

  async #readIn(network: string, mined: readonly MinedBlock[], also: () => void = () => {}): Promise<void> {
    const change = await indexBlocks(this.#world, this.#chains.get(network), mined, also).catch((error: unknown) => {
      this.#unread.add(network);
      throw error;
    });
    for (const block of change.added) {
      const { hash, skippedLogs } = block;
      if (skippedLogs > 0) this.#note({ what: "skipped logs", network, block: hash, logs: skippedLogs });
      warnOfUnknownTokens(this.#world, this.#log, block);
    }
    const told = [...this.#listeners].map((listener) => listener(toNotification(change, mined)));
    this.#telling.set(network, Promise.all(told));
  }
}

/** What the disk stopped is not lost: it is done once the disk lets it. */
export function exceptStorageFault(error: unknown): void {
  if (!(error instanceof StorageFault)) throw error;
}
