// Money: amounts as bigint base units, and their USD value. No float, no exponent, one documented rounding (K-6).
import { assert } from "./assert.ts";

/** An amount of one asset in its smallest units. */
export type Amount = { raw: bigint; decimals: number };

/** The largest value a token can hold: 2^256 − 1. */
export const MAX_RAW = (1n << 256n) - 1n;

const AMOUNT_TEXT = /^(0|[1-9][0-9]{0,59})(\.[0-9]{1,18})?$/;

/** A parsed amount: base units, or the reason why the text is not an amount. */
export type ParsedAmount =
  | { ok: true; raw: bigint }
  | { ok: false; reason: "not a decimal number" | "zero" | "too many decimals" | "too large" };

/** Reads a human decimal (`"25.5"`) into base units. Never rounds: more decimals than the asset has is an error. */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (!AMOUNT_TEXT.test(text)) return { ok: false, reason: "not a decimal number" };
  const [whole = "0", fraction = ""] = text.split(".");
  if (fraction.length > decimals) return { ok: false, reason: "too many decimals" };
  const raw = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, "0") || "0");
  if (raw === 0n) return { ok: false, reason: "zero" };
  return raw > MAX_RAW ? { ok: false, reason: "too large" } : { ok: true, raw };
}

/** Plain decimal text of base units, trailing zeros trimmed: `25500000`, 6 → `"25.5"`. */
export function formatAmount(raw: bigint, decimals: number): string {
  const sign = raw < 0n ? "-" : "";
  const digits = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Internal precision of prices and USD values: 18 decimals. */
export const PRICE_DECIMALS = 18;
const PRICE_UNIT = 10n ** BigInt(PRICE_DECIMALS);

/** USD per whole unit of an asset, as 18-decimal fixed point. `"2500.00"` → 2500·10^18. */
export function parsePrice(text: string): bigint | null {
  if (!AMOUNT_TEXT.test(text)) return null;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * PRICE_UNIT + BigInt(fraction.padEnd(PRICE_DECIMALS, "0"));
}

/** A decimal string of up to 18 fraction digits, trailing zeros trimmed: the form of `rate` and `exchange_rate`. */
export function formatRate(price: bigint): string {
  return formatAmount(price, PRICE_DECIMALS);
}

/** Micro-dollars (6 decimals) of base units at a price, half-up at the 6th digit. */
export function usdMicros(raw: bigint, decimals: number, price: bigint): bigint {
  return divideHalfUp(raw * price * 1_000_000n, 10n ** BigInt(decimals) * PRICE_UNIT);
}

/** At least 2 and at most 6 fraction digits: `"100.00"`, `"3.17565"`. */
export function formatUsd(micros: bigint): string {
  const digits = micros.toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${digits.slice(0, -6)}.${fraction}`;
}

/** The USD text of base units at a price. */
export function usdText(raw: bigint, decimals: number, price: bigint): string {
  return formatUsd(usdMicros(raw, decimals, price));
}

/** Base units bought by micro-dollars at a price, rounded down (K-6); 0 when it buys less than one unit. */
export function rawFromUsd(micros: bigint, decimals: number, price: bigint): bigint {
  assert(price > 0n, "a price is positive", { price });
  return (micros * 10n ** BigInt(decimals) * PRICE_UNIT) / (1_000_000n * price);
}

/** Quotient rounded up; both sides not negative. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
