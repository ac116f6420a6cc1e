// Confirmation blocks: empty blocks for clients that count confirmations while the clock runs.
import type { Chains } from "../../chains/chain.ts";
import { settingOf } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import type { Loop } from "../loop/loop.ts";
import type { MiningSchedule } from "./mining-schedule.ts";

/**
 * How a network serves a client that waits: blocks before the answer (instant mining), one at the next slot (interval mining),
 * or none: with a frozen clock and with manual mining blocks come on request only.
 */
export type WaitRule = "now" | "next slot" | "none";

type Dependencies = { world: World; chains: Chains; mining: MiningSchedule; loop: Loop };

export class ConfirmationBlocks {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  rule(network: string): WaitRule {
    const { world, chains, mining } = this.#dependencies;
    if (world.clock.mode !== "running") return "none";
    const mode = settingOf(world, network).mining;
    if (mode === "instant") return "now";
    return mode === "interval" && !mining.hasNextBlock(chains.get(network)) ? "next slot" : "none";
  }

  /** Resolves when this many blocks are mined; in interval mode when one is planned for the next slot. Rejects as `loop` does. */
  async mine(network: string, blocks: number): Promise<void> {
    const { world, mining, loop } = this.#dependencies;
    await loop.exclusive(async () => {
      const rule = this.rule(network);
      if (rule !== "none") world.db.transaction(() => mining.want(network, rule === "now" ? blocks : 1));
    });
    await loop.settled();
  }
}
