// Seeded randomness: every value is a function of (seed, label, counter), so a new consumer does not change the values of another.
import { hash, randomBytes } from "node:crypto";

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

/** Bytes in a block of SHA-256, and in its digest. */
const BLOCK = 64;
const DIGEST = 32;

/** HMAC-SHA-256 with a fixed key (RFC 2104) as two one-shot hashes: an `Hmac` object costs more than the hashing. */
function hmacSha256(key: string): (what: string) => Buffer {
  const given = Buffer.from(key);
  const bytes = given.length > BLOCK ? hash("sha256", given, "buffer") : given;
  const [inner, outer] = [Buffer.alloc(BLOCK, 0x36), Buffer.alloc(BLOCK + DIGEST, 0x5c)];
  for (const [index, byte] of bytes.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (what) => {
    hash("sha256", Buffer.concat([inner, Buffer.from(what)]), "buffer").copy(outer, BLOCK);
    return hash("sha256", outer, "buffer");
  };
}

/** 24 bytes of real randomness as hex: for a secret that must not come from the seed. */
export function freshSecret(): string {
  return randomBytes(24).toString("hex");
}
