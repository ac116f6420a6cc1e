// Blocks for clients that count confirmations: one a second in instant mode, while somebody waits (chain engine notes).
import type { Chains } from "../../chains/chain.ts";
import { isPlanned, schedule } from "../../domain/agenda.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { MiningSchedule } from "./mining-schedule.ts";

/** The job that mines one such block; its ref is the network. */
export const CONFIRMATION_BLOCK_JOB = "courtesy-block";

/** Time between two of them, in virtual ms. */
const EVERY_MS = 1_000;

/** So many blocks past the last one with a transaction, then a client waits in vain. */
const MOST_BLOCKS = 64;

export class ConfirmationBlocks {
  readonly #world: World;
  readonly #chains: Chains;
  readonly #mining: MiningSchedule;

  constructor(world: World, chains: Chains, mining: MiningSchedule) {
    this.#world = world;
    this.#chains = chains;
    this.#mining = mining;
  }

  /** A client waits for more confirmations on the network: one block is planned, unless one is planned already. */
  clientWaits(network: string): void {
    if (isPlanned(this.#world.db, CONFIRMATION_BLOCK_JOB, network) || !this.#mayMine(network)) return;
    this.#world.db.transaction(() =>
      schedule(this.#world.db, CONFIRMATION_BLOCK_JOB, network, this.#world.clock.tick() + EVERY_MS),
    );
  }

  /** The planned block is due. */
  mine(network: string): void {
    if (this.#mayMine(network)) this.#mining.want(network, 1);
  }

  #mayMine(network: string): boolean {
    if (this.#world.clock.mode !== "running" || settingOf(this.#world, network).mining !== "instant") return false;
    const chain = this.#chains.get(network);
    return chain.lastFilled !== undefined && chain.head.number - chain.lastFilled < MOST_BLOCKS;
  }
}
