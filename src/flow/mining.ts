// When each chain's next block is due: the three mining modes, and blocks only while something waits for them.
import type { Chain, Chains } from "../chains/chain.ts";
import { type NetworkSetting, networkSetting } from "../domain/network/store.ts";
import type { World } from "../domain/world.ts";
import { standing } from "../faults/gate.ts";
import { faultById } from "../faults/store.ts";
import { present } from "../kernel/assert.ts";

/** The setting of a network, which every world has. */
export function settingOf(world: Pick<World, "db">, network: string): NetworkSetting {
  return present(networkSetting(world.db, network), "network setting", { network });
}

export class Mining {
  readonly #world: World;
  readonly #chains: Chains;
  /** Blocks still to be mined so that what is in a block reaches its confirmations. */
  readonly #owed = new Map<string, number>();
  /** Interval mode: the slot of the next block, fixed when something begins to wait (virtual ms). */
  readonly #slots = new Map<string, number>();
  /** Instant mode: a fault kept the block from being mined or filled; the next one is due then, or once the fault is gone. */
  readonly #held = new Map<string, { until: number; fault: string }>();

  constructor(world: World, chains: Chains) {
    this.#world = world;
    this.#chains = chains;
  }

  /** The next block that is due, in time order, then catalogue order. */
  nextBlock(): { at: number; network: string } | undefined {
    let next: { at: number; network: string } | undefined;
    for (const chain of this.#chains.all) {
      const at = this.#dueAt(chain);
      if (at !== undefined && (next === undefined || at < next.at)) next = { at, network: chain.definition.symbol };
    }
    return next;
  }

  /** Notes a block that was mined: one with transactions wants its confirmations, an empty one was one. */
  mined(network: string, transactions: number): void {
    this.#slots.delete(network);
    this.#held.delete(network);
    const { confirmations } = settingOf(this.#world, network);
    const owed = this.#owed.get(network) ?? 0;
    this.#owed.set(network, transactions > 0 ? Math.max(owed - 1, confirmations - 1) : Math.max(0, owed - 1));
  }

  /** Asks for `blocks` more, beyond what is asked for already: a client counts confirmations. */
  want(network: string, blocks: number): void {
    this.#owed.set(network, Math.max(this.#owed.get(network) ?? 0, blocks));
  }

  /** The due block was not mined, or without what waits (fault): the next one is due a block time later. */
  hold(network: string, fault: string): void {
    this.#slots.delete(network);
    const until = this.#world.clock.peek() + settingOf(this.#world, network).block_time_ms;
    this.#held.set(network, { until, fault });
  }

  /** What waits is due again by the rules of its mode alone. */
  release(network: string): void {
    this.#held.delete(network);
  }

  /** True when the network's next block is due now. */
  isDue(network: string): boolean {
    const at = this.#dueAt(this.#chains.get(network));
    return at !== undefined && at <= this.#world.clock.peek();
  }

  #dueAt(chain: Chain): number | undefined {
    const network = chain.definition.symbol;
    const owed = this.#owed.get(network) ?? 0;
    if (chain.waiting === 0 && owed === 0) {
      this.#slots.delete(network);
      return undefined;
    }
    const setting = settingOf(this.#world, network);
    if (setting.mining === "manual") return undefined;
    // Tried again for ever, a fault that stands until it is deleted would make a journey endless.
    const outage = standing(this.#world.db, "chain.mine", { network })?.effect;
    if (outage === "halt" || (outage === "skip" && owed === 0)) return undefined;
    const now = this.#world.clock.peek();
    if (setting.mining === "instant") return this.#heldUntil(network, now);
    let slot = this.#slots.get(network);
    if (slot === undefined) {
      slot = nextSlot(chain.head.timestamp * 1_000, setting.block_time_ms, now);
      this.#slots.set(network, slot);
    }
    return slot;
  }

  #heldUntil(network: string, now: number): number {
    const held = this.#held.get(network);
    if (held === undefined || faultById(this.#world.db, held.fault) === undefined) return now;
    return Math.max(now, held.until);
  }
}

/** The first block time after `now` on the grid that the last block began. */
export function nextSlot(lastMs: number, blockTimeMs: number, now: number): number {
  const steps = Math.max(1, Math.floor((now - lastMs) / blockTimeMs) + 1);
  return lastMs + steps * blockTimeMs;
}
