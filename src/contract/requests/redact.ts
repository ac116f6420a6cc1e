// What of a kept request may be shown: keys as their last four characters, secrets and signed transactions not at all (D-82, R-211).
import { type Hex, isHex, keccak256 } from "viem";
import { maskKnown } from "../outputs/mask.ts";

const HIDDEN = "…";
/** Members whose texts are hidden, without `_`, `-` and case. */
const SECRET_NAMES =
  /^(?:.*secret|.*apikey|.*privatekey|.*password|.*mnemonic|authorization|proxyauthorization|cookie|setcookie|(?:admin|access|auth|bearer)token)$/;
/** A header or query with a key of the service shows its last four characters. */
const KEY_NAMES = /^x?apikey$/;
/** Anywhere, also in the middle of a word: a client may have put other text before it. */
const KEY = /(sk_(?:sandbox|live)_|whsec_)([\w+/=-]*)/g;
/** Shorter ones would be told by their last four characters. */
const MIN_SHOWN = 12;

/** A key as its last four characters. */
export function shortKey(key: string): string {
  return key.length < MIN_SHOWN ? HIDDEN : `${HIDDEN}${key.slice(-4)}`;
}

/** Any text: keys of the service are shortened, the secrets of the start options masked. */
export function redactText(text: string, secrets: readonly string[]): string {
  const shortened = text.replace(KEY, (_, prefix: string, rest: string) =>
    prefix === "whsec_" ? `${prefix}${HIDDEN}` : `${prefix}${shortKey(rest)}`,
  );
  return maskKnown(shortened, secrets);
}

/** The headers of a request or reply, in their order. */
export function redactHeaders(
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
  secrets: readonly string[],
): { name: string; value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    return values.map((one) => ({ name, value: redactNamed(name, one, secrets) }));
  });
}

function redactNamed(name: string, value: string, secrets: readonly string[]): string {
  const plain = plainName(name);
  if (KEY_NAMES.test(plain)) return shortKey(value);
  return SECRET_NAMES.test(plain) ? HIDDEN : redactText(value, secrets);
}

/** A request target: values of parameters that hold keys or secrets are hidden. */
export function redactTarget(target: string, secrets: readonly string[]): string {
  const hidden = target.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, mark: string, name: string) =>
    isSecretParameter(plainName(decodedName(name))) ? `${mark}${name}=${HIDDEN}` : whole,
  );
  return redactText(hidden, secrets);
}

function isSecretParameter(plain: string): boolean {
  return plain === "token" || SECRET_NAMES.test(plain) || KEY_NAMES.test(plain);
}

/** A text of JSON, also one that is cut or broken: its other bytes stay as they are. */
export function redactBody(text: string, operationId: string | null, secrets: readonly string[]): string {
  const sends = /sendRawTransaction/i.test(operationId ?? "") || text.includes("eth_sendRawTransaction");
  return redactText(hideMembers(sends ? hideTransactions(text) : text), secrets);
}

/** Strings, and the mark that follows them; the last string may have no end. */
const STRING = /"((?:[^"\\]|\\.)*)("(\s*:)?|$)/gs;

/** Hides the texts of members that hold secrets: the string after such a name, or each string in its list. */
function hideMembers(text: string): string {
  let [hides, last] = [false, 0];
  return text.replace(STRING, (whole, inner: string, end: string, colon: string | undefined, at: number) => {
    // Between a name and its own text stand only a colon, spaces and the marks of a list.
    const isNext = /^[\s[,]*$/.test(text.slice(last, at));
    last = at + whole.length;
    if (colon !== undefined) {
      hides = isSecretName(inner);
      return whole;
    }
    if (!hides || !isNext) {
      hides = false;
      return whole;
    }
    // A list of secrets goes on; a single text ends here, because the next string is a name.
    return `"${HIDDEN}${end.startsWith('"') ? '"' : ""}`;
  });
}

function isSecretName(escaped: string): boolean {
  let name = escaped;
  try {
    name = String(JSON.parse(`"${escaped}"`));
  } catch {
    // A broken escape: the name is looked at as it is.
  }
  const plain = plainName(name);
  return SECRET_NAMES.test(plain) || KEY_NAMES.test(plain);
}

/** A signed transaction can be sent by whoever has it; its hash says which one it was. */
function hideTransactions(text: string): string {
  return text.replace(/"(0x[0-9a-f]{66,})("|$)/gi, (_, hex: string, end: string) => {
    const whole = end === '"' && isHex(hex, { strict: true }) && hex.length % 2 === 0;
    return `"${whole ? `hash ${keccak256(hex.toLowerCase() as Hex)}` : HIDDEN}${end}`;
  });
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
