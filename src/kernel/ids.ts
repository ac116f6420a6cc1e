// Record ids: UUID version 7 from virtual time, a strictly growing counter per record kind and seeded bits (K-1).
import { assert } from "./assert.ts";
import type { Random } from "./random.ts";

/** Returns the next number of a kind: 1, 2, 3 … Stored in the database, so a rollback undoes it. */
export type Counter = (kind: string) => number;

const COUNTER_BITS = 42n;

/** Creates ids whose text order is their order of creation, also under a frozen clock. */
export class Ids {
  readonly #random: Random;
  readonly #counter: Counter;
  readonly #now: () => number;

  constructor(random: Random, counter: Counter, now: () => number) {
    this.#random = random;
    this.#counter = counter;
    this.#now = now;
  }

  /** A new id for a record of `kind` at the clock's present time. */
  next(kind: string): string {
    const count = this.#counter(kind);
    return uuidV7(this.#now(), count, this.#random.bytes(`${kind}:${count}`).readUInt32BE(0));
  }
}

/** The UUID v7 of a time (ms), a counter (42 bits after the millisecond) and 32 further bits. */
export function uuidV7(timeMs: number, count: number, tail: number): string {
  assert(Number.isSafeInteger(count) && count >= 0, "an id counter is a whole number", { count });
  const counter = BigInt(count);
  assert(counter < 1n << COUNTER_BITS, "an id counter has 42 bits", { count });
  const high = counter >> 30n;
  const low = counter & ((1n << 30n) - 1n);
  const value = (BigInt(timeMs) << 80n) | (7n << 76n) | (high << 64n) | (2n << 62n) | (low << 32n) | BigInt(tail >>> 0);
  const hex = value.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
