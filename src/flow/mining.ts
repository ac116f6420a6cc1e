// When each chain's next block is due: the three mining modes, and blocks only while something waits for them.
import type { Chain, Chains } from "../chains/chain.ts";
import { type NetworkSetting, networkSetting, owedBlocks, putOwedBlocks } from "../domain/network/store.ts";
import type { World } from "../domain/world.ts";
import { present } from "../kernel/assert.ts";

/** The setting of a network, which every world has. */
export function settingOf(world: Pick<World, "db">, network: string): NetworkSetting {
  return present(networkSetting(world.db, network), "network setting", { network });
}

export class Mining {
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

  /** The next block that is due, in time order, then catalogue order. */
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
    const { confirmations } = settingOf(this.#world, network);
    const rest = Math.max(0, (owedBlocks(this.#world.db).get(network) ?? 0) - 1);
    putOwedBlocks(this.#world.db, network, transactions > 0 ? Math.max(rest, confirmations - 1) : rest);
  }

  /** Asks for `blocks` more, beyond what is asked for already: a client counts confirmations. */
  want(network: string, blocks: number): void {
    putOwedBlocks(this.#world.db, network, Math.max(owedBlocks(this.#world.db).get(network) ?? 0, blocks));
  }

  /** The way of mining was changed: the next slot is worked out anew. */
  changed(network: string): void {
    this.#slots.delete(network);
  }

  #dueAt(chain: Chain, owed: ReadonlyMap<string, number>): number | undefined {
    const network = chain.definition.symbol;
    if (chain.waiting === 0 && !owed.has(network)) {
      this.#slots.delete(network);
      return undefined;
    }
    const setting = settingOf(this.#world, network);
    if (setting.mining === "manual") return undefined;
    const now = this.#world.clock.peek();
    if (setting.mining === "instant") return now;
    let slot = this.#slots.get(network);
    if (slot === undefined) {
      slot = nextSlot(chain.head.timestamp * 1_000, setting.block_time_ms, now);
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
