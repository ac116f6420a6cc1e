// JSON without loss of digits: a number that a JavaScript number cannot hold exactly becomes text.

type Context = { source?: string };

/** As `JSON.parse`; an integer beyond ±(2^53 − 1) becomes its digits as text. */
export function parseDigits(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: Context) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}
