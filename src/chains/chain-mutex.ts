// One change of a chain at a time; one that was cut off leaves the chain torn until it is mended.
import { assert } from "../kernel/assert.ts";
import { RpcError } from "./chain.ts";

export class ChainMutex {
  readonly #network: string;
  #busy = false;
  #torn = false;

  constructor(network: string) {
    this.#network = network;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** True when a change was cut off: engine, pool and rows may say different things. */
  get needsRepair(): boolean {
    return this.#torn;
  }

  /** Runs a change: two would share a timestamp or a snapshot. A refusal of the engine has changed nothing, any other error may have. */
  async run<T>(change: () => Promise<T>): Promise<T> {
    assert(!this.#torn, "a chain is mended before it is changed again", { network: this.#network });
    return this.#alone(change, (error) => !(error instanceof RpcError));
  }

  /** As `run`, for a change that goes through several steps: a refusal in between tears too. */
  async runWhole<T>(change: () => Promise<T>): Promise<T> {
    assert(!this.#torn, "a chain is mended before it is changed again", { network: this.#network });
    return this.#alone(change, () => true);
  }

  /** Brings together what was torn; stays torn when that fails. */
  async repair<T>(work: () => Promise<T>): Promise<T> {
    const mended = await this.#alone(work, () => true);
    this.#torn = false;
    return mended;
  }

  /** The mark is taken back whatever happens. */
  async #alone<T>(change: () => Promise<T>, tears: (error: unknown) => boolean): Promise<T> {
    assert(!this.#busy, "the loop changes a chain, one change at a time", { network: this.#network });
    this.#busy = true;
    try {
      return await change();
    } catch (error) {
      if (tears(error)) this.#torn = true;
      throw error;
    } finally {
      this.#busy = false;
    }
  }
}
