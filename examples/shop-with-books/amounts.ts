// Amounts are integers in the smallest unit of a token. No amount is ever a floating-point number: 0.1 + 0.2 is not 0.3 there.

/** "25.5" with 6 decimals → 25500000n. Throws where the text is no amount, or has more digits than the token. */
export function toUnits(amount: string, decimals: number): bigint {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new Refused(`"${amount}" is no amount`);
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > decimals) throw new Refused(`"${amount}" has more than ${decimals} decimals`);
  return BigInt(whole + digits.padEnd(decimals, "0"));
}

/** 25500000n with 6 decimals → "25.5". */
export function toAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${sign}${digits.slice(0, digits.length - decimals)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A request of a customer that cannot be fulfilled: answered with 422 and this message. */
export class Refused extends Error {}

/** Reads JSON; a number named `raw` may have more digits than a double holds, so it is read from its text. */
// biome-ignore lint/suspicious/noExplicitAny: answers of the service are read member by member
export function parseExact(text: string): any {
  const reviver = (key: string, value: unknown, context?: { source?: string }) =>
    key === "raw" && typeof value === "number" ? BigInt(context?.source ?? value) : value;
  // The third argument of a reviver is newer than TypeScript's own declaration of JSON.parse.
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}
