// Who may read a chain now: everybody, nobody while a branch is being replaced, nobody ever again once its world has ended.
import { Problem } from "../kernel/problem.ts";

export class ReadLock {
  #wait: Promise<void> | undefined;
  #ended = false;

  /** Resolves when reading is allowed. @throws Problem serviceUnavailable when the world of the chain has ended */
  async allowed(): Promise<void> {
    while (this.#wait !== undefined) await this.#wait;
    if (this.#ended)
      throw new Problem("serviceUnavailable", "the world was replaced meanwhile: send the request again");
  }

  /** Lets nobody read until the change is made, so that nobody sees half a branch. */
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
