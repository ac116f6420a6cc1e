// A map with a limit: what is derived or read again when it is missing is remembered, and memory stays bounded.

/** A `Map` that holds at most `limit` entries: another one pushes out the oldest, by the order in which keys were first set. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;
  /** Stands before the oldest entry: one that begins anew passes the places of all that were deleted. */
  #oldest: MapIterator<K> | undefined;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    if (this.size > this.#limit) this.deleteOldest();
    // An iterator that stands still would keep what the map has let go of.
    else this.#oldest = undefined;
    return this;
  }

  /** The value of a key; `make` gives it when there is none. */
  getOrMake(key: K, make: () => V): V {
    if (this.has(key)) return this.get(key) as V;
    const value = make();
    this.set(key, value);
    return value;
  }

  deleteOldest(): void {
    this.#oldest ??= this.keys();
    const oldest = this.#oldest.next();
    if (oldest.done) this.#oldest = undefined;
    else this.delete(oldest.value);
  }
}
