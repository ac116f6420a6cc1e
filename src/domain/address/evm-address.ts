// Forms of EVM addresses and hashes: lower-case in rows, EIP-55 in responses, checked in requests (K-7).
import { checksumAddress, type Hex } from "viem";
import { BoundedMap } from "../../kernel/bounded-map.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** True for 0x and 40 hex digits in any case. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The form used in rows. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

/** Checksums that are remembered; a forgotten one is computed again. */
export const MAX_CHECKSUMS = 8_192;

const checksums = new BoundedMap<string, string>(MAX_CHECKSUMS);

/** EIP-55, the form used in responses. Remembered, because the same addresses are shown again and again. */
export function displayAddress(address: string): string {
  return checksums.getOrMake(address, () => checksumAddress(address.toLowerCase() as Hex));
}

/**
 * The row form of an address a client wrote in a body, or null: all-lower and all-upper are taken, mixed case must carry
 * a right EIP-55 checksum (K-7).
 */
export function addressFromBody(text: string): string | null {
  if (!ADDRESS.test(text)) return null;
  const digits = text.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return oneCase || displayAddress(text) === text ? text.toLowerCase() : null;
}
