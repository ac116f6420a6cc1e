// Snapshots of evm_snapshot: whole worlds in memory, by ids that are valid once. The control API does not list them.

/** More push out the oldest ones: tools take one per test and seldom return to it. */
const MAX_SNAPSHOTS = 100;
const MAX_BYTES = 1_073_741_824;

export class RpcSnapshots {
  /** By number, oldest first. */
  readonly #bytes = new Map<number, Buffer>();
  #last = 0;

  /** Keeps the bytes of a world; returns the id in hex. */
  add(bytes: Buffer): string {
    this.#last += 1;
    this.#bytes.set(this.#last, bytes);
    while (this.#bytes.size > MAX_SNAPSHOTS || (this.#bytes.size > 1 && this.#sum() > MAX_BYTES)) this.#removeOldest();
    return `0x${this.#last.toString(16)}`;
  }

  /** The bytes of an id, or undefined when it is unknown or no longer valid. */
  get(id: bigint): Buffer | undefined {
    return this.#bytes.get(Number(id));
  }

  /** Ends an id and all later ones: the world went back to before they were taken. */
  removeFrom(id: bigint): void {
    for (const number of this.#bytes.keys()) if (number >= Number(id)) this.#bytes.delete(number);
  }

  #removeOldest(): void {
    const [oldest] = this.#bytes.keys();
    if (oldest !== undefined) this.#bytes.delete(oldest);
  }

  #sum(): number {
    return [...this.#bytes.values()].reduce((sum, { length }) => sum + length, 0);
  }
}
