// Seeded randomness: every value is a function of (seed, label, counter), so a new consumer does not change the values of another.
import { randomBytes, randomInt } from "node:crypto";
import { hmacSha256 } from "./hmac.ts";

/** A labelled source of repeatable bytes. The same seed, label and `what` always give the same bytes. */
export class Random {
  readonly #key: string;
  readonly #hmac: (what: string) => Buffer;

  constructor(seed: string) {
    this.#key = seed;
    this.#hmac = hmacSha256(seed);
  }

  /** An independent source for one purpose. */
  fork(label: string): Random {
    return new Random(`${this.#key}/${label}`);
  }

  /** 32 bytes for `what`. */
  bytes(what: string): Buffer {
    return this.#hmac(what);
  }

  /** Lower-case hex of `length` characters (at most 64) for `what`. */
  hex(what: string, length: number): string {
    return this.bytes(what).toString("hex").slice(0, length);
  }
}

/** 24 bytes of real randomness as hex: for a secret that must not come from the seed. */
export function freshSecret(): string {
  return randomBytes(24).toString("hex");
}

/** A whole number from `first` to `last` of real randomness: for what two runs on one machine must not choose alike. */
export function freshNumber(first: number, last: number): number {
  return randomInt(first, last + 1);
}
