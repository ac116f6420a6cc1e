// JSON that keeps every digit (D-06): a number that a double would round stays the text that was sent.

type Source = { source?: string };
type RawJson = { rawJSON?: (text: string) => unknown };

/** A number as it was written; `JSON.stringify` writes it back digit for digit where the browser can. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): unknown {
    return (JSON as RawJson).rawJSON?.(this.text) ?? this.text;
  }
  toString(): string {
    return this.text;
  }
}

/** Parses a text; numbers that a double would round come back as `ExactNumber`. @throws SyntaxError */
export function exactJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, { source }: Source = {}): unknown =>
    typeof value === "number" && source !== undefined && String(value) !== source ? new ExactNumber(source) : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}

/** JSON of a value on several lines, with all digits of its numbers. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "undefined";
}

/** A body as it was sent, on several lines where it is JSON: tokens are moved, none is changed. */
export function indented(body: string): string {
  try {
    return jsonText(exactJson(body));
  } catch {
    return body;
  }
}
