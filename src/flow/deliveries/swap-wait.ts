// On a frozen clock, the end of the wait for a neighbour that does not come: nothing else would end it (H-81).
import { StorageFault } from "../../db/storage-fault.ts";
import type { Timer } from "../../kernel/wall-clock.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { endSwaps, MAX_SWAP_MS } from "./delivery-readings.ts";

export class SwapWait {
  readonly #dependencies: FlowDependencies;
  #timer: Timer | undefined;

  constructor(dependencies: FlowDependencies) {
    this.#dependencies = dependencies;
  }

  /** A delivery was due and did not go: it may wait. Called again it begins anew. Does nothing with the defaults or a running clock. */
  begin(): void {
    const { readings, wall, world } = this.#dependencies;
    if (readings.areDefault || world.clock.mode !== "frozen") return;
    this.#timer?.cancel();
    this.#timer = wall.after(MAX_SWAP_MS, () => this.#end(), { unref: true });
  }

  cancel(): void {
    this.#timer?.cancel();
  }

  /** A storage fault leaves them waiting: the next event or time travel ends their wait. */
  #end(): void {
    try {
      endSwaps(this.#dependencies);
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
    }
  }
}
