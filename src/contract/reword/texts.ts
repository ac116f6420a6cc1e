// Other ways to write the same time, amount or number: texts to texts, without a double in between (C-21).

/** `2026-05-29T11:58:41.123Z` in the form of a value of `time_text`; `millis` is that form. */
export function timeText(text: string, form: string): string {
  const match = /^(.+)\.(\d{3})Z$/.exec(text);
  if (match === null) return text;
  const [, seconds, millis] = match;
  if (form === "seconds") return `${seconds}Z`;
  if (form === "micros") return `${seconds}.${millis}000Z`;
  return form === "offset" ? `${seconds}.${millis}+00:00` : text;
}

/** A plain decimal without trailing zeros of its fraction: `100.00` → `100`. */
export function withoutTrailingZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A plain decimal with at least so many fraction digits. */
export function padded(text: string, digits: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole}.${fraction.padEnd(digits, "0")}`;
}

/** The text of a JSON number in one digit, its fraction and an exponent: `1500000000000000000` → `1.5e18`. */
export function withExponent(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return `${sign}0e0`;
  const exponent = digits.length - 1 - fraction.length;
  const rest = digits.slice(1).replace(/0+$/, "");
  return `${sign}${digits[0]}${rest === "" ? "" : `.${rest}`}e${exponent}`;
}

/** The text of a JSON number as a client writes it that read it as a double. */
export function asDouble(text: string): string {
  return JSON.stringify(Number(text));
}
