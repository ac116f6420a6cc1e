// The form of a text or a number: what can be said about it without saying it (C-61).
import { parseTime } from "../../kernel/clock.ts";

/** Every form has a fixed name: none can carry a part of the value. */
const TEXT_FORMS = [
  ...["empty", "uuid", "address", "address-lower", "address-upper", "address-mixed", "hash", "hex", "url"],
  ...["time-seconds", "time-millis", "time-micros", "time-fraction", "time-offset", "time-plain"],
  ...["whole", "decimal", "decimal-2", "decimal-2-zero", "decimal-6", "decimal-6-zero", "decimal-zero"],
  ...["lower-word", "upper-word", "text"],
] as const;
const NUMBER_FORMS = ["integer", "fraction", "exponent", "integer-exact", "integer-rounded"] as const;

export type Form = (typeof TEXT_FORMS)[number] | (typeof NUMBER_FORMS)[number];

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
const DECIMAL = /^(?:0|[1-9][0-9]*)\.([0-9]+)$/;
const PLAIN_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}/;
/** Texts beyond this are not looked at: whatever form they had, no client could rely on it. */
const MAX_LENGTH = 512;

/** The form of a text; `text` for one without a form that is known here. */
export function formOfText(text: string): Form {
  if (text === "") return "empty";
  if (text.length > MAX_LENGTH) return "text";
  if (ADDRESS.test(text)) return caseOfAddress(text.slice(2));
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return "hash";
  if (/^0x[0-9a-fA-F]+$/.test(text)) return "hex";
  if (UUID.test(text)) return "uuid";
  if (/^(?:0|[1-9][0-9]*)$/.test(text)) return "whole";
  const digits = DECIMAL.exec(text)?.[1];
  if (digits !== undefined) return formOfDigits(digits);
  if (parseTime(text) !== null) return formOfTime(text);
  if (PLAIN_TIME.test(text)) return "time-plain";
  if (/^https?:\/\//.test(text)) return "url";
  if (/^[a-z][a-z0-9_-]*$/.test(text)) return "lower-word";
  return /^[A-Z][A-Z0-9_-]*$/.test(text) ? "upper-word" : "text";
}

/** An address without a letter says nothing about the case. */
function caseOfAddress(digits: string): Form {
  if (!/[a-fA-F]/.test(digits)) return "address";
  if (digits === digits.toLowerCase()) return "address-lower";
  return digits === digits.toUpperCase() ? "address-upper" : "address-mixed";
}

/** By the number of fraction digits, as far as a reading differs by it, and whether the last one could be left out. */
function formOfDigits(digits: string): Form {
  const ends = digits.endsWith("0");
  if (digits.length === 2) return ends ? "decimal-2-zero" : "decimal-2";
  if (digits.length === 6) return ends ? "decimal-6-zero" : "decimal-6";
  return ends ? "decimal-zero" : "decimal";
}

function formOfTime(text: string): Form {
  if (!/[zZ]$/.test(text)) return "time-offset";
  const digits = /\.([0-9]+)/.exec(text)?.[1]?.length ?? 0;
  if (digits === 0) return "time-seconds";
  if (digits === 3) return "time-millis";
  return digits === 6 ? "time-micros" : "time-fraction";
}

/** Significant digits from which on a large whole number that is the shortest text of a double was most likely rounded to one. */
const LIKELY_ROUNDED = 16;

/** The form of a JSON number as it was written. */
export function formOfNumber(source: string): Form {
  if (/[eE]/.test(source)) return "exponent";
  if (source.includes(".")) return "fraction";
  if (Number.isSafeInteger(Number(source))) return "integer";
  const digits = source.replace(/^-|0+$/g, "");
  const shortest = Math.abs(Number(source))
    .toExponential()
    .replace(/e.*|\./g, "");
  if (digits !== shortest) return "integer-exact";
  return digits.length >= LIKELY_ROUNDED ? "integer-rounded" : "integer";
}
