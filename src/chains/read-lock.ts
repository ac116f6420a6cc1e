// Lets reads of a chain wait while a reorg replaces blocks, and refuses them once the world has been replaced.
import { Problem } from "../kernel/problem.ts";

export class ReadLock {
  #wait: Promise<void> | undefined;
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

  /** Makes readers wait until the change is complete, so that none sees a half-replaced branch. */
  async holdDuring<T>(change: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wait = promise;
    try {
      return await change();
    } finally {
      this.#wait = undefined;
      resolve();
    }
  }

  end(): void {
    this.#ended = true;
  }

  get ended(): boolean {
    return this.#ended;
  }
}
