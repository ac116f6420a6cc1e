// HMAC-SHA-256 of short messages: two one-shot hashes, because an `Hmac` object costs more than the hashing.
import { hash } from "node:crypto";

/** Bytes in a block of SHA-256, and in its digest. */
const BLOCK = 64;
const DIGEST = 32;

/** HMAC-SHA-256 with a fixed key (RFC 2104). A text stands for its UTF-8 bytes. */
export function hmacSha256(key: string): (message: string | Uint8Array) => Buffer {
  const given = Buffer.from(key);
  const bytes = given.length > BLOCK ? hash("sha256", given, "buffer") : given;
  const [inner, outer] = [Buffer.alloc(BLOCK, 0x36), Buffer.alloc(BLOCK + DIGEST, 0x5c)];
  for (const [index, byte] of bytes.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (message) => {
    const text = typeof message === "string" ? Buffer.from(message) : message;
    hash("sha256", Buffer.concat([inner, text]), "buffer").copy(outer, BLOCK);
    return hash("sha256", outer, "buffer");
  };
}
