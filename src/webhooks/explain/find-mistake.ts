// Searches for the way a signature was made: combinations without a mistake first, then with one, two and three.
import type { Mistake } from "./mistakes.ts";
import type { Compose, Digest, Variant } from "./variants.ts";

/** The variants of each part of a signature. */
export type Ways = {
  readonly id: string;
  readonly keys: readonly Variant<Buffer>[];
  readonly times: readonly Variant<string>[];
  readonly bodies: readonly Variant<Buffer>[];
  readonly compositions: readonly Variant<Compose>[];
  readonly digests: readonly Variant<Digest>[];
};

/** What is looked for: the bytes that a text may stand for. */
export type Target = { readonly bytes: Buffer; readonly mistakes: readonly Mistake[] };

const MAX_WEIGHT = 3;
/** The cost of a combination besides the bytes that are hashed. */
const OVERHEAD_BYTES = 256;
/** The limit of hashed bytes: a fraction of a second of work for any request. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The simplest combination that gives one of the targets: its mistakes and its key. */
export function findMistake(targets: readonly Target[], ways: Ways): { mistakes: Mistake[]; key: Buffer } | null {
  if (targets.length === 0) return null;
  const wanted = new Map(targets.map((target) => [target.bytes.toString("hex"), target.mistakes]));
  let bytesLeft = MAX_BYTES;
  for (const { message, key, digest, mistakes } of allWays(ways)) {
    bytesLeft -= message.length + OVERHEAD_BYTES;
    if (bytesLeft < 0) return null;
    const found = wanted.get(digest.value(key.value, message).toString("hex"));
    if (found !== undefined)
      return { mistakes: [...found, ...key.mistakes, ...digest.mistakes, ...mistakes], key: key.value };
  }
  return null;
}

type Message = { message: Buffer; spare: number; mistakes: Mistake[] };
type Signing = { key: Variant<Buffer>; digest: Variant<Digest> };

function* allWays(ways: Ways): Generator<Message & Signing> {
  const signings = signingsOf(ways);
  for (let weight = 0; weight <= MAX_WEIGHT; weight += 1) {
    for (const message of messages(ways, weight)) {
      for (const signing of signings.get(message.spare) ?? []) yield { ...message, ...signing };
    }
  }
}

/** Every message of at most `weight`, with what is left of the weight. */
function* messages({ id, times, bodies, compositions }: Ways, weight: number): Generator<Message> {
  for (const body of bodies) {
    for (const time of times) {
      if (body.weight + time.weight > weight) continue;
      for (const compose of compositions) {
        const spare = weight - body.weight - time.weight - compose.weight;
        if (spare < 0) continue;
        const mistakes = [...compose.mistakes, ...time.mistakes, ...body.mistakes];
        yield { message: compose.value(id, time.value, body.value), spare, mistakes };
      }
    }
  }
}

/** Keys and digests by the sum of their weights, so that each combination is tried once, in the round of its weight. */
function signingsOf({ keys, digests }: Ways): Map<number, Signing[]> {
  const pairs = keys.flatMap((key) => digests.map((digest) => ({ key, digest })));
  return Map.groupBy(pairs, ({ key, digest }) => key.weight + digest.weight);
}

/** The bytes a written signature may stand for: hex as specified, and other common encodings. */
export function targetsOf(text: string): Target[] {
  const trimmed = text.trim();
  const bare = trimmed.replace(/^(?:t=\d+,\s*)?(?:v\d+[,=]|sha(?:1|256|384|512)[=:]|hmac-sha256[= ])/i, "");
  const prefix: Mistake[] = bare === trimmed ? [] : [{ id: "signature-prefix" }];
  const targets: Target[] = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(bare)) {
    const mistakes: Mistake[] = /[A-F]/.test(bare) ? [...prefix, { id: "upper-case-hex" }] : prefix;
    targets.push({ bytes: Buffer.from(bare, "hex"), mistakes });
  }
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare)) {
    const bytes = Buffer.from(bare.replaceAll("-", "+").replaceAll("_", "/"), "base64");
    targets.push({ bytes, mistakes: [...prefix, { id: "base64" }] });
    const inner = bytes.toString("latin1");
    if (/^(?:[0-9a-f]{2})+$/.test(inner))
      targets.push({
        bytes: Buffer.from(inner, "hex"),
        mistakes: [...prefix, { id: "base64", detail: "of the hex text" }],
      });
  }
  return targets;
}
