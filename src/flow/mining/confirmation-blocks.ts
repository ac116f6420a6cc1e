// Confirmation blocks: empty blocks for clients that count confirmations, one a second in instant mode while a client waits (chain engine notes).
import type { Chains } from "../../chains/chain.ts";
import { isPlanned, schedule } from "../../domain/agenda.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { MiningSchedule } from "./mining-schedule.ts";

/** The job that mines one confirmation block; its ref is the network. */
export const CONFIRMATION_BLOCK_JOB = "courtesy-block";

/** Virtual ms between two confirmation blocks. */
const INTERVAL_MS = 1_000;

/** Maximum number of confirmation blocks after the last block with a transaction. */
const MAX_BLOCKS = 64;

export class ConfirmationBlocks {
  readonly #world: World;
  readonly #chains: Chains;
  readonly #mining: MiningSchedule;

  constructor(world: World, chains: Chains, mining: MiningSchedule) {
    this.#world = world;
    this.#chains = chains;
    this.#mining = mining;
  }

  /** A client waits for more confirmations on the network: schedules one block unless one is scheduled. */
  clientWaits(network: string): void {
    if (isPlanned(this.#world.db, CONFIRMATION_BLOCK_JOB, network) || !this.#mayMine(network)) return;
    this.#world.db.transaction(() =>
      schedule(this.#world.db, CONFIRMATION_BLOCK_JOB, network, this.#world.clock.tick() + INTERVAL_MS),
    );
  }

  /** Runs the scheduled job. */
  mine(network: string): void {
    if (this.#mayMine(network)) this.#mining.want(network, 1);
  }

  #mayMine(network: string): boolean {
    if (this.#world.clock.mode !== "running" || settingOf(this.#world, network).mining !== "instant") return false;
    const chain = this.#chains.get(network);
    return chain.lastFilled !== undefined && chain.head.number - chain.lastFilled < MAX_BLOCKS;
  }
}
