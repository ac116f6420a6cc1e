// Lets reads of a chain wait while a reorg replaces blocks, and refuses them once the world has been replaced.
import { Problem } from "../kernel/problem.ts";

export class ReadLock {
  #holders = 0;
  #readers = 0;
  /** Resolves when no change holds readers any more. */
  #hold: PromiseWithResolvers<void> | undefined;
  /** Resolves when the last reader has ended. */
  #drained: PromiseWithResolvers<void> | undefined;
  #ended = false;

  /** True when reading is allowed at once. */
  get isOpen(): boolean {
    return this.#hold === undefined && !this.#ended;
  }

  /** Resolves when reading is allowed. @throws Problem serviceUnavailable when the world was replaced */
  async allowed(): Promise<void> {
    while (this.#hold !== undefined) await this.#hold.promise;
    this.check();
  }

  /** As `allowed`, for a reader that no change runs beside: it need not wait. */
  check(): void {
    if (this.#ended)
      throw new Problem("serviceUnavailable", "the world was replaced meanwhile: send the request again");
  }

  /** Reads when reading is allowed; a change that holds readers waits for the end of the read. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    await this.allowed();
    this.#readers += 1;
    try {
      return await work();
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0) this.#endDrain();
    }
  }

  /** Makes readers wait until the change is complete, so that none sees a half-replaced branch. Changes may overlap. */
  async holdDuring<T>(change: () => Promise<T>): Promise<T> {
    this.#holders += 1;
    this.#hold ??= Promise.withResolvers<void>();
    try {
      // The engine answers independent requests in any order: a read that has begun may still see the change.
      if (this.#readers > 0) await this.#drain();
      return await change();
    } finally {
      this.#holders -= 1;
      if (this.#holders === 0) this.#release();
    }
  }

  /** Resolves when the readers that have begun have ended; others wait. */
  #drain(): Promise<void> {
    this.#drained ??= Promise.withResolvers<void>();
    return this.#drained.promise;
  }

  #endDrain(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  #release(): void {
    this.#hold?.resolve();
    this.#hold = undefined;
  }

  end(): void {
    this.#ended = true;
  }

  get ended(): boolean {
    return this.#ended;
  }
}
