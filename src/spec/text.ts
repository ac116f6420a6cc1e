// Checks of a text from a client, in path, query, header or body (K-14, R-207, R-213).
import type { Schema } from "./document.ts";

const CONTROL = /\p{Cc}/u;

/** Why a text is refused in any field, or undefined: control characters and broken surrogate pairs. */
export function textFault(text: string): string | undefined {
  if (CONTROL.test(text)) return "holds a control character";
  return text.isWellFormed() ? undefined : "is not valid Unicode";
}

/** Why a text does not fit the string schema of a parameter, or undefined. Lengths count characters, not UTF-16 units. */
export function stringFault(schema: Schema, text: string): string | undefined {
  const length = [...text].length;
  if (length < (schema.minLength ?? 0)) return "is empty";
  if (length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return `is longer than ${schema.maxLength} characters`;
  const general = textFault(text);
  if (general !== undefined) return general;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text))
    return `does not match ${schema.pattern}`;
  if (schema.enum !== undefined && !schema.enum.includes(text)) return `is not one of ${schema.enum.join(", ")}`;
  return undefined;
}
