// JSON that keeps every digit: a number that a double would round is written again as it was read.

type Source = { source?: string };

/** Not in the platform's type library yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** Parses a text; numbers that a double would round come back as `JSON.rawJSON`, good only for serialising again. */
export function exactJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, { source }: Source = {}): unknown =>
    typeof value === "number" && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}

/** True for a number of `exactJson` that a double would round; `JSON.stringify` writes it as it was read. */
export function isExactNumber(value: unknown): value is object {
  return JSON.isRawJSON(value);
}
