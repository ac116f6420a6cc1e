// Forms of EVM addresses and hashes: lower-case in rows, EIP-55 in responses, checked in requests (K-7).
import { checksumAddress, type Hex } from "viem";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** True for 0x and 40 hex digits in any case. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The form used in rows. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

/** Beyond this number all are forgotten; a checksum takes a hash to find again. */
export const MAX_CHECKSUMS = 8_192;

const checksums = new Map<string, string>();

/** EIP-55, the form used in responses. Remembered, because the same addresses are shown again and again. */
export function displayAddress(address: string): string {
  let shown = checksums.get(address);
  if (shown === undefined) {
    shown = checksumAddress(address.toLowerCase() as Hex);
    if (checksums.size >= MAX_CHECKSUMS) checksums.clear();
    checksums.set(address, shown);
  }
  return shown;
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
