// The variants of each part of a signature that receivers compute: the right one first, then the wrong ones.
import { hash } from "node:crypto";
import { isoTime } from "../../kernel/clock.ts";
import type { Mistake, MistakeId } from "./mistakes.ts";
import { bodyTexts } from "./reserialise.ts";

/** A variant: its value, what is wrong with it, and how unlikely it is (default: 1 for a wrong one). */
export type Variant<Value> = { readonly value: Value; readonly mistakes: readonly Mistake[]; readonly weight: number };

export function right<Value>(value: Value): Variant<Value> {
  return { value, mistakes: [], weight: 0 };
}

export function wrong<Value>(value: Value, id: MistakeId, detail?: string, weight = 1): Variant<Value> {
  return { value, mistakes: [detail === undefined ? { id } : { id, detail }], weight };
}

/** The key as bytes: how code turns a secret into a key. */
export function keyVariants(secret: string): Variant<Buffer>[] {
  const bare = secret.replace(/^whsec_/, "");
  const all = [
    right(Buffer.from(secret)),
    wrong(Buffer.from(bare), "secret-prefix-stripped"),
    wrong(Buffer.from(bare, "base64"), "secret-decoded", "as base64, without whsec_"),
    wrong(Buffer.from(bare, "hex"), "secret-decoded", "as hex, without whsec_"),
    wrong(Buffer.from(secret, "base64"), "secret-decoded", "as base64"),
    wrong(Buffer.from(secret, "hex"), "secret-decoded", "as hex"),
    wrong(Buffer.from(secret.trim()), "secret-whitespace", "trimmed"),
    ...["\n", "\r\n", " "].map((end) => wrong(Buffer.from(secret + end), "secret-whitespace", JSON.stringify(end))),
    ...["undefined", "null", "None", ""].map((text) =>
      wrong(Buffer.from(text), "secret-missing", JSON.stringify(text)),
    ),
  ];
  return distinct(all, (key) => key.toString("hex"));
}

/** The bytes signed as the body. */
export function bodyVariants(body: string): Variant<Buffer>[] {
  const bytes = Buffer.from(body);
  const all = [
    right(bytes),
    ...bodyTexts(body).map(({ text, how }) => wrong(Buffer.from(text), "body-reserialised", how)),
    ...["\n", "\r\n"].map((end) => wrong(Buffer.from(body + end), "body-newline", `${JSON.stringify(end)} added`)),
    wrong(Buffer.from(body.trimEnd()), "body-newline", "trimmed"),
    wrong(Buffer.from(`\ufeff${body}`), "body-bom"),
    wrong(Buffer.from(body.replace(/^\ufeff/, "")), "body-bom", "taken off"),
    wrong(Buffer.from(bytes.toString("latin1")), "body-latin1", "read as Latin-1, signed as UTF-8"),
    wrong(Buffer.from(body, "latin1"), "body-latin1", "signed as Latin-1"),
    wrong(Buffer.from(body.replace(/[\u0080-\u{10ffff}]/gu, "?")), "body-latin1", "signed as ASCII"),
    wrong(Buffer.from(bytes.toString("ascii")), "body-latin1", "read as ASCII"),
    wrong(Buffer.from(""), "body-missing"),
    wrong(Buffer.from("undefined"), "body-missing", '"undefined"'),
    ...["[object Object]", `b'${body}'`].map((text) =>
      wrong(Buffer.from(text), "body-stringified", JSON.stringify(text.slice(0, 20))),
    ),
    ...partsOf(body),
  ];
  return distinct(all, (value) => value.toString("latin1"));
}

function partsOf(body: string): Variant<Buffer>[] {
  try {
    const { payload } = JSON.parse(body) as { payload?: unknown };
    return payload === undefined ? [] : [wrong(Buffer.from(JSON.stringify(payload)), "body-part", "the payload alone")];
  } catch {
    return [];
  }
}

/** The time as text; `others` are timestamps of further attempts, `envelopeTime` the one in the body. */
export function timeVariants(
  timestamp: string,
  others: readonly string[],
  envelopeTime: string | null,
): Variant<string>[] {
  const seconds = Number(timestamp);
  const all = [right(timestamp), ...others.map((other) => wrong(other, "timestamp-other", "of another attempt"))];
  if (envelopeTime !== null) all.push(wrong(envelopeTime, "timestamp-other", "time of the envelope"));
  if (!/^[0-9]{1,12}$/.test(timestamp)) return distinct(all, String);
  const iso = isoTime(seconds * 1_000);
  all.push(wrong(`${timestamp}000`, "timestamp-in-ms"), wrong(`${timestamp}.0`, "timestamp-other", "with a fraction"));
  for (const text of [iso, iso.replace(".000", "")]) all.push(wrong(text, "timestamp-other", "as a date"));
  // A receiver that signs its own time is a few seconds later than the sender.
  for (let late = 1; late <= 5; late += 1)
    all.push(wrong(String(seconds + late), "timestamp-other", "the receiver's own", 2));
  return distinct(all, String);
}

/** Composes the signed message from its three parts. */
export type Compose = (id: string, time: string, body: Buffer) => Buffer;

const SEPARATORS = ["", ":", "|", ",", ";", "-", "_", "/", "&", "+", " ", "\n", ".."];

export const COMPOSITIONS: readonly Variant<Compose>[] = [
  right((_id, time, body) => Buffer.concat([Buffer.from(`${time}.`), body])),
  wrong((id, time, body) => Buffer.concat([Buffer.from(`${id}.${time}.`), body]), "id-included", "id.timestamp.body"),
  wrong((id, time, body) => Buffer.concat([Buffer.from(`${time}.${id}.`), body]), "id-included", "timestamp.id.body"),
  {
    value: (id, _time, body) => Buffer.concat([Buffer.from(`${id}.`), body]),
    mistakes: [{ id: "id-included", detail: "id.body" }, { id: "timestamp-missing" }],
    weight: 1,
  },
  wrong((_id, _time, body) => body, "timestamp-missing"),
  ...SEPARATORS.map((one) =>
    wrong<Compose>(
      (_id, time, body) => Buffer.concat([Buffer.from(time + one), body]),
      "separator",
      one === "" ? "nothing between them" : JSON.stringify(one),
    ),
  ),
  wrong((_id, time, body) => Buffer.concat([body, Buffer.from(`.${time}`)]), "order", "body.timestamp"),
  wrong((_id, time, body) => Buffer.concat([body, Buffer.from(time)]), "order", "body and timestamp without a dot"),
];

/** The digest of a message under a key. */
export type Digest = (key: Buffer, message: Buffer) => Buffer;

const BLOCK_BYTES: Readonly<Record<string, number>> = { sha384: 128, sha512: 128, "sha3-256": 136 };
const OTHER_HASHES = ["sha1", "sha512", "sha384", "sha224", "md5", "sha3-256"];
const DOT = Buffer.from(".");

const plain = (name: string, ...parts: Buffer[]): Buffer => hash(name, Buffer.concat(parts), "buffer");

/** HMAC out of two one-shot hashes: tens of thousands are tried, and creating a streaming object costs more than hashing. */
function hmac(name: string, key: Buffer, message: Buffer): Buffer {
  const size = BLOCK_BYTES[name] ?? 64;
  const short = key.length > size ? plain(name, key) : key;
  const [inner, outer] = [Buffer.alloc(size, 0x36), Buffer.alloc(size, 0x5c)];
  for (const [index, byte] of short.entries()) {
    inner[index] = 0x36 ^ byte;
    outer[index] = 0x5c ^ byte;
  }
  return plain(name, outer, plain(name, inner, message));
}

export const DIGESTS: readonly Variant<Digest>[] = [
  right((key, message) => hmac("sha256", key, message)),
  ...OTHER_HASHES.map((name) => wrong<Digest>((key, message) => hmac(name, key, message), "other-hash", name)),
  wrong((key, message) => hmac("sha256", message, key), "key-and-message-swapped"),
  wrong((_key, message) => plain("sha256", message), "no-key", "the secret is not used at all"),
  wrong((key, message) => plain("sha256", key, message), "no-key", "secret and message in one hash"),
  wrong((key, message) => plain("sha256", message, key), "no-key", "message and secret in one hash"),
  wrong((key, message) => plain("sha256", key, DOT, message), "no-key", "secret, dot and message in one hash"),
];

/** Without those that equal an earlier one. */
function distinct<Value>(variants: readonly Variant<Value>[], textOf: (value: Value) => string): Variant<Value>[] {
  const seen = new Set<string>();
  return variants.filter(({ value }) => {
    const text = textOf(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
