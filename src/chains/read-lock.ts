// Lets reads of a chain wait while a reorg replaces blocks, and refuses them once the world has been replaced.
import { Problem } from "../kernel/problem.ts";

export class ReadLock {
  #wait: Promise<void> | undefined;
  #readers = 0;
  /** Called when the last reader has ended. */
  #drained: () => void = () => {};
  #ended = false;

  /** Resolves when reading is allowed. @throws Problem serviceUnavailable when the world was replaced */
  async allowed(): Promise<void> {
    while (this.#wait !== undefined) await this.#wait;
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
      if (this.#readers === 0) this.#drained();
    }
  }

  /** Makes readers wait until the change is complete, so that none sees a half-replaced branch. */
  async holdDuring<T>(change: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wait = promise;
    try {
      await this.#withoutReaders();
      return await change();
    } finally {
      this.#wait = undefined;
      resolve();
    }
  }

  /** The engine answers independent requests in any order, so a read that has begun may still see the change. */
  async #withoutReaders(): Promise<void> {
    if (this.#readers === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    await promise;
  }

  end(): void {
    this.#ended = true;
  }

  get ended(): boolean {
    return this.#ended;
  }
}
