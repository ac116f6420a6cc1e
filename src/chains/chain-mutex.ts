// Serializes the changes of one chain, and reads that set its next block. An interrupted change marks the chain as inconsistent until it is repaired.
import { assert } from "../kernel/assert.ts";
import { RpcError } from "./chain.ts";

export class ChainMutex {
  readonly #network: string;
  #busy = false;
  #inconsistent = false;
  /** Ends with the last work that was admitted; never rejects. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(network: string) {
    this.#network = network;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** True when a change was interrupted: engine, pool and rows may disagree. */
  get needsRepair(): boolean {
    return this.#inconsistent;
  }

  /** True when no change runs and none was interrupted: engine, pool and rows agree. */
  get isQuiet(): boolean {
    return !this.#busy && !this.#inconsistent;
  }

  /**
   * Runs a change alone, because two would share a timestamp or a snapshot. An `RpcError` (the engine refused) means that nothing
   * has changed; any other error marks the chain as inconsistent.
   */
  async run<T>(change: () => Promise<T>): Promise<T> {
    assert(!this.#inconsistent, "a chain is repaired before it is changed again", { network: this.#network });
    return this.#alone(change, (error) => !(error instanceof RpcError));
  }

  /** As `run`, for a change of several steps: there an `RpcError` leaves the chain inconsistent too. */
  async runAtomic<T>(change: () => Promise<T>): Promise<T> {
    assert(!this.#inconsistent, "a chain is repaired before it is changed again", { network: this.#network });
    return this.#alone(change, () => true);
  }

  /** Runs the repair. The chain stays inconsistent when it fails. */
  async repair<T>(work: () => Promise<T>): Promise<T> {
    const repaired = await this.#alone(work, () => true);
    this.#inconsistent = false;
    return repaired;
  }

  /** Runs a read that sets the engine's next block in its turn: never during a change. When it fails nothing has changed. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  /** What a read changed could not be undone: the chain has to be repaired. */
  damaged(): void {
    this.#inconsistent = true;
  }

  /** Resolves when everything admitted so far has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  async #alone<T>(change: () => Promise<T>, leavesInconsistent: (error: unknown) => boolean): Promise<T> {
    assert(!this.#busy, "only one change of a chain runs at a time", { network: this.#network });
    this.#busy = true;
    try {
      return await this.#inTurn(change);
    } catch (error) {
      if (leavesInconsistent(error)) this.#inconsistent = true;
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }
}
