// The mining schedule: when each chain's next block is due in the three mining modes, and blocks only while they are needed.
import type { Chain, Chains, MinedBlock } from "../../chains/chain.ts";
import {
  deleteHeldBlock,
  emptySlots,
  heldBlock,
  type MiningMode,
  networksWithBlocksDue,
  owedBlocks,
  putEmptySlots,
  putHeldBlock,
  putOwedBlocks,
  settingOf,
  updateMining,
} from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { permanentFault } from "../../faults/gate.ts";
import { faultById, faultsAt } from "../../faults/store.ts";

/** The due time of blocks in instant mode: before everything else, overdue work included. */
export const AT_ONCE = 0;

/** What is left out stays as it is. `blockTimeMs` in virtual ms. */
export type MiningInput = { mode: MiningMode; blockTimeMs?: number | undefined; emptyBlocks?: number | undefined };

export class MiningSchedule {
  readonly #world: World;
  readonly #chains: Chains;
  /**
   * Interval mode: the slot of the next block (virtual ms). Cached, not stored: until it is due it can be recomputed as
   * the first slot of the grid that starts at the last block.
   */
  readonly #slots = new Map<string, number>();
  /** Networks whose owed blocks wait for the next transaction that is sent, to take it with them. Not stored: a restart mines them. */
  readonly #shared = new Set<string>();

  constructor(world: World, chains: Chains) {
    this.#world = world;
    this.#chains = chains;
  }

  /**
   * The next block that is due (virtual ms, or `AT_ONCE`), in time order, then catalogue order. `sendsTo`: the network to which a
   * transaction is sent as soon as nothing is due: owed blocks of it wait for that, if they are shared.
   */
  nextBlock(sendsTo?: string): { at: number; network: string } | undefined {
    let next: { at: number; network: string } | undefined;
    const wanted = networksWithBlocksDue(this.#world.db);
    for (const chain of this.#chains.all) {
      const { symbol } = chain.definition;
      if (symbol === sendsTo && this.#shared.has(symbol) && chain.waiting === 0) continue;
      const at = this.#dueAt(chain, wanted);
      if (at !== undefined && (next === undefined || at < next.at)) next = { at, network: symbol };
    }
    return next;
  }

  /**
   * Records a mined block, in the transaction of its effects. One that touches the platform needs confirmation blocks; so does
   * any with transactions while the clock is frozen, because clients that wait get none then. In interval mode the next
   * slots after a block with transactions get blocks. An empty block was one of these.
   */
  mined(network: string, { transactions, ours }: { transactions: number; ours: boolean }): void {
    const { db, clock } = this.#world;
    this.#slots.delete(network);
    deleteHeldBlock(db, network);
    const { confirmations, mining, empty_blocks } = settingOf(this.#world, network);
    const isFilled = transactions > 0;
    const owes = isFilled && (ours || (mining !== "interval" && clock.mode === "frozen"));
    const rest = Math.max(0, (owedBlocks(db).get(network) ?? 0) - 1);
    putOwedBlocks(db, network, owes ? Math.max(rest, confirmations - 1) : rest);
    const left = isFilled ? empty_blocks : Math.max(0, emptySlots(db, network) - 1);
    putEmptySlots(db, network, mining === "interval" ? left : 0);
  }

  /**
   * Records the blocks of a new branch, in the transaction of their effects. What they book waits for confirmations that the old
   * branch may not have owed: an address of an old block can be assigned before the reorg.
   */
  replaced(network: string, added: readonly MinedBlock[], ours: ReadonlySet<string>): void {
    const last = added.findLast(({ hash }) => ours.has(hash));
    const head = added.at(-1);
    if (last === undefined || head === undefined) return;
    const { confirmations } = settingOf(this.#world, network);
    this.want(network, Math.max(0, last.number + confirmations - 1 - head.number));
  }

  /** True when the next block of the network is planned, due or held back. */
  hasNextBlock(chain: Chain): boolean {
    return chain.waiting > 0 || networksWithBlocksDue(this.#world.db).has(chain.definition.symbol);
  }

  /** Raises the number of owed blocks to `blocks`: a client counts confirmations. */
  want(network: string, blocks: number): void {
    putOwedBlocks(this.#world.db, network, Math.max(owedBlocks(this.#world.db).get(network) ?? 0, blocks));
  }

  /** True when blocks without transactions are owed at once: the next transaction that is sent takes the place of one. */
  owesAtOnce(network: string): boolean {
    return settingOf(this.#world, network).mining === "instant" && owedBlocks(this.#world.db).has(network);
  }

  /** True when the block of a transaction is due as soon as that is sent: no fault prevents, delays or counts it. */
  isUndisturbed(network: string): boolean {
    const { db } = this.#world;
    const isInstant = settingOf(this.#world, network).mining === "instant";
    return isInstant && faultsAt(db, "chain.mine").length === 0 && heldBlock(db, network) === undefined;
  }

  /** Whether owed blocks of the network wait for a transaction that is queued already. */
  share(network: string, isQueued: boolean): void {
    if (isQueued && this.owesAtOnce(network)) this.#shared.add(network);
    else this.#shared.delete(network);
  }

  /** A fault prevented or emptied the due block: in instant mode the next one is due one block time later. */
  hold(network: string, fault: string): void {
    this.#slots.delete(network);
    const until = this.#world.clock.now() + settingOf(this.#world, network).block_time_ms;
    putHeldBlock(this.#world.db, { network, until, fault });
  }

  /** Changes how a network mines: from now on only these rules decide when the next block is due. Runs inside `loop.exclusive`. */
  set(network: string, { mode, blockTimeMs, emptyBlocks }: MiningInput): void {
    const { db } = this.#world;
    const current = settingOf(this.#world, network);
    const block_time_ms = blockTimeMs ?? current.block_time_ms;
    const empty_blocks = emptyBlocks ?? current.empty_blocks;
    this.#slots.delete(network);
    this.#shared.delete(network);
    db.transaction(() => {
      updateMining(db, { network, mining: mode, block_time_ms, empty_blocks });
      deleteHeldBlock(db, network);
    });
  }

  /** True when the network's next block is due now. */
  isDue(network: string): boolean {
    const at = this.#dueAt(this.#chains.get(network), networksWithBlocksDue(this.#world.db));
    return at !== undefined && at <= this.#world.clock.peek();
  }

  /** The planned blocks, at most one per network: none where nothing is pending or mining is manual. */
  planned(): { at: number; network: string }[] {
    const wanted = networksWithBlocksDue(this.#world.db);
    return this.#chains.all.flatMap((chain) => {
      const at = this.#dueAt(chain, wanted);
      return at === undefined ? [] : [{ at: Math.max(at, this.#world.clock.now()), network: chain.definition.symbol }];
    });
  }

  #dueAt(chain: Chain, wanted: ReadonlySet<string>): number | undefined {
    const network = chain.definition.symbol;
    if (chain.waiting === 0 && !wanted.has(network)) {
      this.#slots.delete(network);
      return undefined;
    }
    const setting = settingOf(this.#world, network);
    if (setting.mining === "manual") return undefined;
    // With a permanent fault a retry would be due for ever, and a time travel would never end.
    const outage = permanentFault(this.#world.db, "chain.mine", { network })?.effect;
    if (outage === "halt" || (outage === "skip" && !wanted.has(network))) return undefined;
    if (setting.mining === "instant") return this.#heldUntil(network);
    let slot = this.#slots.get(network);
    if (slot === undefined) {
      // Counted from virtual time, not from the wall: a late loop makes up for every block, as time travel does.
      slot = nextSlot(chain.head.timestamp * 1_000, setting.block_time_ms, this.#world.clock.now());
      this.#slots.set(network, slot);
    }
    return slot;
  }

  /** A fault held a block back: the next one is due then, or as soon as the fault is deleted. */
  #heldUntil(network: string): number {
    const held = heldBlock(this.#world.db, network);
    if (held === undefined || faultById(this.#world.db, held.fault) === undefined) return AT_ONCE;
    return held.until;
  }
}

/** The first block time after `now` on the grid that starts at the last block. */
export function nextSlot(lastMs: number, blockTimeMs: number, now: number): number {
  const steps = Math.max(1, Math.floor((now - lastMs) / blockTimeMs) + 1);
  return lastMs + steps * blockTimeMs;
}
