// JSON without loss of digits: a number that a JavaScript number cannot hold exactly becomes text, and `raw` always is text.

type Context = { source?: string };

/**
 * As `JSON.parse`, with two differences: a number that would be rounded, or an integer beyond ±(2^53 − 1), becomes its digits as
 * text, and so does every `raw` (base units), so that its type does not depend on its size. @throws SyntaxError
 */
export function parseDigits(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: Context) => {
    const { source } = context ?? {};
    if (typeof value !== "number" || source === undefined) return value;
    return key === "raw" || isRounded(value, source) ? source : value;
  });
}

function isRounded(value: number, source: string): boolean {
  if (/^-?\d+$/.test(source) && !Number.isSafeInteger(value)) return true;
  return decimalOf(String(value)) !== decimalOf(source);
}

/** A number's text in one form: digits without zeros at either end, and the power of ten of the last one. */
function decimalOf(text: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
