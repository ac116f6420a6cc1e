// Readers of option values: each takes a flag's or variable's text or a JSON value and returns it typed.
import { isIP } from "node:net";
import { EPOCH_MS, isoTime, LATEST_MS, parseTime } from "../kernel/clock.ts";
import { type FailpointInput, parseFailpoint } from "../kernel/failpoint.ts";

/** Why a value is refused: completes a sentence that begins with the option's name. Never repeats a secret. */
export class OptionFault extends Error {
  override readonly name = "Fault";
}

/** Reads one value; `schema` is the JSON Schema of the value in a config file. */
export type Reader<T> = ((raw: unknown) => T) & { readonly schema: Readonly<Record<string, unknown>> };

function reader<T>(schema: Reader<T>["schema"], read: (raw: unknown) => T): Reader<T> {
  return Object.assign(read, { schema });
}

/** Whole numbers in plain decimal digits, both bounds allowed. */
export function integer(min: number, max: number): Reader<number> {
  return reader({ type: "integer", minimum: min, maximum: max }, (raw) => {
    const value = typeof raw === "string" && /^(0|[1-9][0-9]{0,15})$/.test(raw) ? Number(raw) : raw;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) return value;
    throw new OptionFault(`must be a whole number from ${min} to ${max}, not ${shown(raw)}`);
  });
}

export function oneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return reader({ enum: allowed }, (raw) => {
    const found = allowed.find((one) => one === raw);
    if (found === undefined) throw new OptionFault(`must be ${listed(allowed)}, not ${shown(raw)}`);
    return found;
  });
}

/** One of some words, or `@` and the path of a file that says more. */
export function levelOrFile(...levels: readonly string[]): Reader<string> {
  const schema = { anyOf: [{ enum: levels }, { type: "string", pattern: "^@." }] };
  return reader(schema, (raw) => {
    if (typeof raw === "string" && (levels.includes(raw) || /^@[^\p{Cc}]+$/u.test(raw))) return raw;
    throw new OptionFault(`must be ${listed(levels)}, or @ and the path of a file, not ${shown(raw)}`);
  });
}

/** A switch: `true` from a flag, text from a variable. */
export const toggle: Reader<boolean> = reader({ type: "boolean" }, (raw) => {
  if (raw === true || raw === "true" || raw === "1") return true;
  if (raw === false || raw === "false" || raw === "0") return false;
  throw new OptionFault(`must be true or false, not ${shown(raw)}`);
});

/** A path: any text without control characters. */
export const path: Reader<string> = reader({ type: "string", minLength: 1 }, (raw) => {
  if (typeof raw === "string" && raw !== "" && !/\p{Cc}/u.test(raw)) return raw;
  throw new OptionFault(`must be a path, not ${shown(raw)}`);
});

/** An IP address or a host name, without port. */
export const hostName: Reader<string> = reader({ type: "string", minLength: 1 }, (raw) => {
  if (typeof raw === "string" && (isIP(raw) !== 0 || isName(raw))) return raw.toLowerCase();
  throw new OptionFault(`must be an IP address or a host name without port, not ${shown(raw)}`);
});

/** Several host names: a list, or one text with commas. Repetitions collapse. */
export const hostNames: Reader<readonly string[]> = reader(
  { type: "array", items: { type: "string", minLength: 1 } },
  (raw) => {
    const list = (Array.isArray(raw) ? raw : [raw]).flatMap((one) =>
      typeof one === "string" ? one.split(",") : [one],
    );
    return Object.freeze([...new Set(list.map((one) => hostName(typeof one === "string" ? one.trim() : one)))]);
  },
);

/** RFC 3339 with an offset → milliseconds since the Unix epoch; not before block 0 of the chains. */
export const startTime: Reader<number> = reader({ type: "string", format: "date-time" }, (raw) => {
  const at = typeof raw === "string" ? parseTime(raw) : null;
  if (at === null) throw new OptionFault(`must be a time such as 2026-03-01T12:00:00Z, not ${shown(raw)}`);
  if (at >= LATEST_MS) throw new OptionFault(`must be before ${isoTime(LATEST_MS)}, where the clock ends`);
  if (at < EPOCH_MS)
    throw new OptionFault(`must not be before ${isoTime(EPOCH_MS)}, the time of every chain's block 0`);
  return at;
});

/** An absolute http(s) URL; further rules apply where endpoints are registered. */
export const webUrl: Reader<string> = reader({ type: "string", pattern: "^[hH][tT][tT][pP][sS]?://" }, (raw) => {
  if (typeof raw === "string" && /^https?:\/\/[^\s]+$/i.test(raw) && URL.canParse(raw)) return raw;
  // Credentials, path and query may hold secrets.
  const origin = String(raw).replace(/^([a-z]+:\/\/)?(?:[^/?#]*@)?([^/?#]*).*$/is, "$1$2");
  throw new OptionFault(`must be an absolute http:// or https:// URL, not ${shown(origin)}`);
});

/** A signing secret: 1 to 255 printable characters, used unchanged (H-78). */
export const secret: Reader<string> = reader({ type: "string", minLength: 1, maxLength: 255 }, (raw) => {
  if (typeof raw === "string" && /^[^\p{C}]{1,255}$/u.test(raw)) return raw;
  throw new OptionFault("must have 1 to 255 printable characters");
});

/** A header value: printable ASCII without spaces. */
export const headerValue: Reader<string> = reader({ type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" }, (raw) => {
  if (typeof raw === "string" && /^[\x21-\x7e]{1,255}$/.test(raw)) return raw;
  throw new OptionFault("must have 1 to 255 characters of printable ASCII without spaces");
});

/** A failpoint, with the number of the pass that ends the process. */
export const failpointValue: Reader<FailpointInput> = reader({ type: "string", minLength: 1 }, (raw) => {
  const input = typeof raw === "string" ? parseFailpoint(raw) : undefined;
  if (input !== undefined) return input;
  throw new OptionFault(`must be NAME or NAME:N, with a NAME of docs/failpoints.md and N from 1, not ${shown(raw)}`);
});

function isName(text: string): boolean {
  return (
    text.length <= 253 &&
    /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i.test(text) &&
    !/^[0-9.]+$/.test(text)
  );
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A value for a message: short, in quotes, without control characters. */
function shown(raw: unknown): string {
  const json = JSON.stringify(raw) ?? String(raw);
  const safe = json.replace(/[^\x20-\x7e]/g, "?");
  return safe.length > 60 ? `${safe.slice(0, 57)}...` : safe;
}
