// What is read of a signed type-2 transaction without decoding all of it: that would take a hundred times longer.
import type { Hex } from "../chain.ts";

const TYPE_2 = "0x02";
/** Places in the list of an EIP-1559 transaction. */
const FEE_CAP = 3;
const GAS = 4;
const TO = 5;
const INPUT = 7;
const ADDRESS_DIGITS = 40;

/**
 * Both numbers of a type-2 transaction; `feeCap` in wei per gas. Undefined for any other type, and for bytes without a list of
 * numbers. The rest is not looked at: of bytes that are no transaction at all this may answer numbers too.
 */
export function headOfTransaction(raw: Hex): { gas: bigint; feeCap: bigint } | undefined {
  const items = itemsOf(raw, GAS);
  if (items === undefined || items.some(({ start, end }) => end - start > MAX_SHORT_DIGITS)) return undefined;
  return { gas: numberOf(raw, items[GAS]), feeCap: numberOf(raw, items[FEE_CAP]) };
}

/** Receiver (lower-case; null for a creation) and call data of a type-2 transaction; undefined as for `headOfTransaction`. */
export function callOfTransaction(raw: Hex): { to: Hex | null; input: Hex } | undefined {
  const items = itemsOf(raw, INPUT);
  const [to, input] = [items?.[TO], items?.[INPUT]];
  if (to === undefined || input === undefined) return undefined;
  const digits = raw.slice(to.start, to.end).toLowerCase();
  if (digits !== "" && digits.length !== ADDRESS_DIGITS) return undefined;
  return { to: digits === "" ? null : `0x${digits}`, input: `0x${raw.slice(input.start, input.end)}` };
}

/** A text in the list: the digits from `start` to before `end`. */
type Item = { start: number; end: number };

/** Digits of a text whose length is in its first byte. */
const MAX_SHORT_DIGITS = 2 * 55;

/** The items of the list up to `last`; undefined when one of them is a list, or is not there. */
function itemsOf(raw: Hex, last: number): Item[] | undefined {
  const prefix = raw.startsWith(TYPE_2) ? byteAt(raw, TYPE_2.length) : Number.NaN;
  if (!(prefix >= 0xc0)) return undefined;
  const items: Item[] = [];
  let at = TYPE_2.length + 2 * (prefix < 0xf8 ? 1 : 1 + prefix - 0xf7);
  while (items.length <= last) {
    const item = itemAt(raw, at);
    if (item === undefined) return undefined;
    items.push(item);
    at = item.end;
  }
  return items;
}

/** Undefined for a list, and for what ends beyond the end. */
function itemAt(raw: Hex, at: number): Item | undefined {
  const first = byteAt(raw, at);
  if (!(first < 0xc0)) return undefined;
  const item = first < 0x80 ? { start: at, end: at + 2 } : first < 0xb8 ? shortAt(at, first) : longAt(raw, at, first);
  return item.end <= raw.length ? item : undefined;
}

function shortAt(at: number, first: number): Item {
  return { start: at + 2, end: at + 2 + 2 * (first - 0x80) };
}

/** The length stands in the bytes after the first. NaN, which is not below any length, when they are missing. */
function longAt(raw: Hex, at: number, first: number): Item {
  const start = at + 2 + 2 * (first - 0xb7);
  return { start, end: start + 2 * Number.parseInt(raw.slice(at + 2, start), 16) };
}

function numberOf(raw: Hex, item: Item | undefined): bigint {
  return item === undefined || item.start === item.end ? 0n : BigInt(`0x${raw.slice(item.start, item.end)}`);
}

/** NaN beyond the end. */
function byteAt(raw: Hex, at: number): number {
  return Number.parseInt(raw.slice(at, at + 2), 16);
}
