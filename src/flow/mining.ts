// When each chain's next block is due: the three mining modes, and blocks only while something waits for them.
import type { Chain, Chains } from "../chains/chain.ts";
import { type NetworkSetting, networkSetting } from "../domain/network/store.ts";
import type { World } from "../domain/world.ts";
import { present } from "../kernel/assert.ts";

/** The setting of a network, which every world has. */
export function settingOf(world: Pick<World, "db">, network: string): NetworkSetting {
  return present(networkSetting(world.db, network), "network setting", { network });
}

/** When blocks of instant mining are due: before whatever else is, overdue work included. */
export const AT_ONCE = 0;

export class Mining {
  readonly #world: World;
  readonly #chains: Chains;
  /** Blocks still to be mined so that what is in a block reaches its confirmations. */
  readonly #owed = new Map<string, number>();
  /** Interval mode: the slot of the next block, fixed when something begins to wait (virtual ms). */
  readonly #slots = new Map<string, number>();

  constructor(world: World, chains: Chains) {
    this.#world = world;
    this.#chains = chains;
  }

  /** The next block that is due (virtual ms, or `AT_ONCE`), in time order, then catalogue order. */
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
    const { confirmations } = settingOf(this.#world, network);
    const owed = this.#owed.get(network) ?? 0;
    this.#owed.set(network, transactions > 0 ? Math.max(owed - 1, confirmations - 1) : Math.max(0, owed - 1));
  }

  /** Asks for `blocks` more, beyond what is asked for already: a client counts confirmations. */
  want(network: string, blocks: number): void {
    this.#owed.set(network, Math.max(this.#owed.get(network) ?? 0, blocks));
  }

  /** The blocks that are planned, one a network: where nothing waits or mining is manual there is none. */
  planned(): { at: number; network: string }[] {
    return this.#chains.all.flatMap((chain) => {
      const at = this.#dueAt(chain);
      return at === undefined ? [] : [{ at: Math.max(at, this.#world.clock.now()), network: chain.definition.symbol }];
    });
  }

  #dueAt(chain: Chain): number | undefined {
    const network = chain.definition.symbol;
    if (chain.waiting === 0 && (this.#owed.get(network) ?? 0) === 0) {
      this.#slots.delete(network);
      return undefined;
    }
    const setting = settingOf(this.#world, network);
    if (setting.mining === "manual") return undefined;
    if (setting.mining === "instant") return AT_ONCE;
    let slot = this.#slots.get(network);
    if (slot === undefined) {
      // From where the loop stands, not from the wall: a late loop makes up for every block, as a journey would.
      slot = nextSlot(chain.head.timestamp * 1_000, setting.block_time_ms, this.#world.clock.now());
      this.#slots.set(network, slot);
    }
    return slot;
  }
}

/** The first block time after `now` on the grid that the last block began. */
export function nextSlot(lastMs: number, blockTimeMs: number, now: number): number {
  const steps = Math.max(1, Math.floor((now - lastMs) / blockTimeMs) + 1);
  return lastMs + steps * blockTimeMs;
}
