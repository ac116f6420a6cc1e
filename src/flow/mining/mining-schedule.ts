// When each chain's next block is due: the three mining modes, and blocks only while something waits for them.
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

/** When blocks of instant mining are due: before whatever else is, overdue work included. */
export const AT_ONCE = 0;

export class MiningSchedule {
  readonly #world: World;
  readonly #chains: Chains;
  /**
   * Interval mode: the slot of the next block (virtual ms). Remembered, not stored: until it is due it is the first one
   * of the grid that the last block began, whenever it is worked out.
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
   * Notes a block that was mined, in the transaction of its effects: one with transactions wants its confirmations, an
   * empty one was one.
   */
  mined(network: string, transactions: number): void {
    this.#slots.delete(network);
    deleteHeldBlock(this.#world.db, network);
    const { confirmations } = settingOf(this.#world, network);
    const rest = Math.max(0, (owedBlocks(this.#world.db).get(network) ?? 0) - 1);
    putOwedBlocks(this.#world.db, network, transactions > 0 ? Math.max(rest, confirmations - 1) : rest);
  }

  /** Asks for `blocks` more, beyond what is asked for already: a client counts confirmations. */
  want(network: string, blocks: number): void {
    putOwedBlocks(this.#world.db, network, Math.max(owedBlocks(this.#world.db).get(network) ?? 0, blocks));
  }

  /** The due block was not mined, or without what waits (fault): in instant mode the next one is due a block time later. */
  hold(network: string, fault: string): void {
    this.#slots.delete(network);
    const until = this.#world.clock.now() + settingOf(this.#world, network).block_time_ms;
    putHeldBlock(this.#world.db, { network, until, fault });
  }

  /** The way of mining was changed: what waits is due by the rules of its mode alone, from now on. */
  changed(network: string): void {
    this.#slots.delete(network);
    deleteHeldBlock(this.#world.db, network);
  }

  /** True when the network's next block is due now. */
  isDue(network: string): boolean {
    const at = this.#dueAt(this.#chains.get(network), owedBlocks(this.#world.db));
    return at !== undefined && at <= this.#world.clock.peek();
  }

  /** The blocks that are planned, one a network: where nothing waits or mining is manual there is none. */
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
    // Tried again for ever, a fault that stands until it is deleted would make a journey endless.
    const outage = permanentFault(this.#world.db, "chain.mine", { network })?.effect;
    if (outage === "halt" || (outage === "skip" && !owed.has(network))) return undefined;
    if (setting.mining === "instant") return this.#heldUntil(network);
    let slot = this.#slots.get(network);
    if (slot === undefined) {
      // From where the loop stands, not from the wall: a late loop makes up for every block, as a journey would.
      slot = nextSlot(chain.head.timestamp * 1_000, setting.block_time_ms, this.#world.clock.now());
      this.#slots.set(network, slot);
    }
    return slot;
  }

  /** A fault kept a block back: the next one is due then, or once the fault is gone. */
  #heldUntil(network: string): number {
    const held = heldBlock(this.#world.db, network);
    if (held === undefined || faultById(this.#world.db, held.fault) === undefined) return AT_ONCE;
    return held.until;
  }
}

/** The first block time after `now` on the grid that the last block began. */
export function nextSlot(lastMs: number, blockTimeMs: number, now: number): number {
  const steps = Math.max(1, Math.floor((now - lastMs) / blockTimeMs) + 1);
  return lastMs + steps * blockTimeMs;
}
