// Exact decimals of any scale: amounts as apps write them, never rounded (U-02).

/** `units` × 10^−`scale`; `scale` is 0 or more. */
export type Decimal = { readonly units: bigint; readonly scale: number };

export const ZERO: Decimal = { units: 0n, scale: 0 };

const TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Reads `12`, `-0.50`, `1e-7`, `2.5E+3`; thousands separators are not guessed. Null for anything else. */
export function decimalOf(text: string): Decimal | null {
  const found = TEXT.exec(text.trim());
  if (found === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found;
  if (whole === "" && fraction === "") return null;
  const units = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Base units of an asset as a decimal. */
export function ofRaw(raw: bigint, decimals: number): Decimal {
  return { units: raw, scale: decimals };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: at(a, scale) + at(b, scale), scale };
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale });
}

/** Negative, 0 or positive as `a` is below, equal to or above `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = minus(a, b);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce(plus, ZERO);
}

/** Plain text without trailing zeros: `25.5`, `-0.000001`. */
export function textOf({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale === 0 || fraction === "" ? "" : `.${fraction}`}`;
}

/** True if the values differ by less than 10^−9 of a token, and by something: the mark of binary fractions (B-06). */
export function isRounding(a: Decimal, b: Decimal): boolean {
  const { units, scale } = minus(a, b);
  const distance = units < 0n ? -units : units;
  return distance > 0n && distance * 10n ** 9n < 10n ** BigInt(scale);
}

function at({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}
