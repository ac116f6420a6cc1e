// Gas limit and fee cap of a signed transaction, read from the head of its RLP list: nearly every transaction is accepted by them.
import type { Hex } from "../../chains/chain.ts";

const TYPE_2 = "0x02";
/** Places in the list of an EIP-1559 transaction. */
const FEE_CAP = 3;
const GAS = 4;

/**
 * Both numbers of a type-2 transaction; `feeCap` in wei per gas. Undefined for any other type, and for bytes without a list of
 * numbers. The rest is not looked at: of bytes that are no transaction at all this may answer numbers too.
 */
export function headOfTransaction(raw: Hex): { gas: bigint; feeCap: bigint } | undefined {
  const prefix = raw.startsWith(TYPE_2) ? byteAt(raw, TYPE_2.length) : Number.NaN;
  if (!(prefix >= 0xc0)) return undefined;
  const numbers: bigint[] = [];
  let at = TYPE_2.length + 2 * (prefix < 0xf8 ? 1 : 1 + prefix - 0xf7);
  while (numbers.length <= GAS) {
    const item = numberAt(raw, at);
    if (item === undefined) return undefined;
    numbers.push(item.value);
    at = item.end;
  }
  return { gas: numbers[GAS] ?? 0n, feeCap: numbers[FEE_CAP] ?? 0n };
}

/** Undefined for a list, a text of more than 55 bytes, and the end. */
function numberAt(raw: Hex, at: number): { value: bigint; end: number } | undefined {
  const first = byteAt(raw, at);
  if (!(first < 0xb8)) return undefined;
  const start = first < 0x80 ? at : at + 2;
  const end = first < 0x80 ? at + 2 : start + 2 * (first - 0x80);
  if (end > raw.length) return undefined;
  return { value: start === end ? 0n : BigInt(`0x${raw.slice(start, end)}`), end };
}

/** NaN beyond the end. */
function byteAt(raw: Hex, at: number): number {
  return Number.parseInt(raw.slice(at, at + 2), 16);
}
