// The mining schedule: when each chain's next block is due in the three mining modes, and blocks only while they are needed.
import type { Chain, Chains } from "../../chains/chain.ts";
import {
  deleteHeldBlock,
  heldBlock,
  owedBlocks,
  putHeldBlock,
  putOwedBlocks,
  settingOf,
} from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { permanentFault } from "../../faults/gate.ts";
import { faultById } from "../../faults/store.ts";

/** The due time of blocks in instant mode: before everything else, overdue work included. */
export const AT_ONCE = 0;

export class MiningSchedule {
  readonly #world: World;
  readonly #chains: Chains;
  /**
   * Interval mode: the slot of the next block (virtual ms). Cached, not stored: until it is due it can be recomputed as
   * the first slot of the grid that starts at the last block.
   */
  readonly #slots = new Map<string, number>();

  constructor(world: World, chains: Chains) {
    this.#world = world;
    this.#chains = chains;
  }

  /** The next block that is due (virtual ms, or `AT_ONCE`), in time order, then catalogue order. */
  nextBlock(): { at: number; network: string } | undefined {
    let next: { at: number; network: string } | undefined;
    const owed = owedBlocks(this.#world.db);
    for (const chain of this.#chains.all) {
      const at = this.#dueAt(chain, owed);
      if (at !== undefined && (next === undefined || at < next.at)) next = { at, network: chain.definition.symbol };
    }
    return next;
  }

  /**
   * Records a mined block, in the transaction of its effects: a block with transactions needs confirmation blocks, an
   * empty block was one.
   */
  mined(network: string, transactions: number): void {
    this.#slots.delete(network);
    deleteHeldBlock(this.#world.db, network);
    const { confirmations } = settingOf(this.#world, network);
    const rest = Math.max(0, (owedBlocks(this.#world.db).get(network) ?? 0) - 1);
    putOwedBlocks(this.#world.db, network, transactions > 0 ? Math.max(rest, confirmations - 1) : rest);
  }

  /** Raises the number of owed blocks to `blocks`: a client counts confirmations. */
  want(network: string, blocks: number): void {
    putOwedBlocks(this.#world.db, network, Math.max(owedBlocks(this.#world.db).get(network) ?? 0, blocks));
  }

  /** A fault prevented or emptied the due block: in instant mode the next one is due one block time later. */
  hold(network: string, fault: string): void {
    this.#slots.delete(network);
    const until = this.#world.clock.now() + settingOf(this.#world, network).block_time_ms;
    putHeldBlock(this.#world.db, { network, until, fault });
  }

  /** The mining mode was changed: from now on only its rules decide when the next block is due. */
  changed(network: string): void {
    this.#slots.delete(network);
    deleteHeldBlock(this.#world.db, network);
  }

  /** True when the network's next block is due now. */
  isDue(network: string): boolean {
    const at = this.#dueAt(this.#chains.get(network), owedBlocks(this.#world.db));
    return at !== undefined && at <= this.#world.clock.peek();
  }

  /** The planned blocks, at most one per network: none where nothing is pending or mining is manual. */
  planned(): { at: number; network: string }[] {
    const owed = owedBlocks(this.#world.db);
    return this.#chains.all.flatMap((chain) => {
      const at = this.#dueAt(chain, owed);
      return at === undefined ? [] : [{ at: Math.max(at, this.#world.clock.now()), network: chain.definition.symbol }];
    });
  }

  #dueAt(chain: Chain, owed: ReadonlyMap<string, number>): number | undefined {
    const network = chain.definition.symbol;
    if (chain.waiting === 0 && !owed.has(network)) {
      this.#slots.delete(network);
      return undefined;
    }
    const setting = settingOf(this.#world, network);
    if (setting.mining === "manual") return undefined;
    // With a permanent fault a retry would be due for ever, and a time travel would never end.
    const outage = permanentFault(this.#world.db, "chain.mine", { network })?.effect;
    if (outage === "halt" || (outage === "skip" && !owed.has(network))) return undefined;
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
