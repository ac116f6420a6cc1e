// What contract testing knows: it belongs to the process and not to a world, so that a reset or restore leaves it (C-10).
import type { Observation, Observe } from "./observation.ts";
import { Strictness } from "./strict/strictness.ts";
import type { Wording } from "./wording.ts";

export class ContractState {
  readonly strictness: Strictness;
  /** What changes finished answers and webhooks. */
  readonly wording: Wording;
  #calls = 0;
  readonly #listeners: Observe[] = [];

  constructor({ strictness = new Strictness() }: { strictness?: Strictness } = {}) {
    this.strictness = strictness;
    this.wording = strictness;
  }

  /** Passes every further observation to `listener`, after the earlier listeners. */
  listen(listener: Observe): void {
    this.#listeners.push(listener);
  }

  /** Names the calls of `/rpc` `rpc_000000000001`, … in the order of their ends. */
  readonly nextCallId = (): string => {
    this.#calls += 1;
    return `rpc_${String(this.#calls).padStart(12, "0")}`;
  };

  /** The one entrance of finished requests of every surface. */
  readonly observe: Observe = (observation: Observation): void => {
    for (const listener of this.#listeners) listener(observation);
  };
}
