// The signature explainer: finds the mistake from what a receiver received and computed. Pure; it never throws on input.

import { header, SIGNATURE_TOLERANCE_SECONDS } from "../sign.ts";
import { type EndpointSecret, type ExplainInput, envelopeOf, type KnownSecret, relation } from "./explain-input.ts";
import { explainReceived, type Received } from "./explain-received.ts";
import { findMistake, targetsOf, type Ways } from "./find-mistake.ts";
import { MISTAKES, type Mistake, type MistakeId } from "./mistakes.ts";
import {
  bodyVariants,
  COMPOSITIONS,
  DIGESTS,
  keyVariants,
  right,
  timeVariants,
  type Variant,
  wrong,
} from "./variants.ts";

export type Explained = { id: MistakeId; explanation: string; todo: string };

export type Explanation = {
  /** `valid`: nothing is wrong. `mistake`: named in `mistakes`. `unexplained`: wrong, but no row of the table fits. */
  verdict: "valid" | "mistake" | "unexplained";
  mistakes: Explained[];
  /** Whose secret signed what was received; null when that could not be found. */
  signedBy: EndpointSecret | null;
};

/** Names every mistake between what was sent and what the receiver computed. */
export function explain(input: ExplainInput): Explanation {
  const received = explainReceived(input);
  const formula = input.computed === null ? [] : explainComputed(input, received, input.computed);
  const found = [...(received.mistakes ?? []), ...(formula ?? [])];
  if (received.mistakes?.length === 0) found.push(...ageOf(input));
  const mistakes = distinct(found);
  const unexplained = received.mistakes === null || formula === null;
  const verdict = unexplained ? "unexplained" : mistakes.length > 0 ? "mistake" : "valid";
  return { verdict, mistakes: mistakes.map(inWords), signedBy: received.signedBy };
}

/** What is wrong with the receiver's computation; null when nothing in the tables gives its result. */
function explainComputed(input: ExplainInput, received: Received, computed: string): Mistake[] | null {
  const text = computed.trim();
  const signatures = (header(input.headers, "webhook-signature") ?? "").split(" ");
  if (signatures.includes(text)) return [];
  if (/^[0-9a-f]{16,63}$/.test(text) && signatures.some((one) => one.startsWith(text)))
    return [{ id: "signature-cut" }];
  const timestamp = header(input.headers, "webhook-timestamp");
  if (timestamp === null) return received.mistakes === null ? null : [];
  const targets = targetsOf(text);
  const ways = waysOf(input, received, timestamp);
  return (findMistake(targets, ways) ?? findMistake(targets, cutWays(input, ways)))?.mistakes ?? null;
}

function waysOf({ body, headers, secret, known, sent }: ExplainInput, received: Received, timestamp: string): Ways {
  const own = secret ?? received.signedBy?.secret ?? known[0]?.secret ?? "";
  const others = known.filter((one) => one.secret !== own);
  const keys = [...keyVariants(own), ...others.map((one) => otherKey(one, received.signedBy))];
  const bodies = bodyVariants(body);
  if (sent !== null && sent.body !== body) bodies.push(right(Buffer.from(sent.body)));
  const times = sent?.attempts.map((attempt) => attempt.timestamp) ?? [];
  return {
    id: header(headers, "webhook-id") ?? "",
    ...{ keys, bodies, compositions: COMPOSITIONS, digests: DIGESTS },
    times: timeVariants(timestamp, times, envelopeOf(body).time),
  };
}

/** The secret that made the signature is right, whatever secret the caller gave. */
function otherKey(one: KnownSecret, signedBy: KnownSecret | null): Variant<Buffer> {
  const key = Buffer.from(one.secret);
  return one.secret === signedBy?.secret ? right(key) : wrong(key, relation(one, signedBy), undefined, 2);
}

/** Longer bodies are not tried at every length: the work grows with the square. */
const MAX_CUT_BODY_BYTES = 8 * 1024;

/** Every prefix of the body, with the right key and formula. */
function cutWays({ body, sent }: ExplainInput, ways: Ways): Ways {
  const full = Buffer.from(sent !== null && sent.body.length > body.length ? sent.body : body);
  const lengths = full.length > MAX_CUT_BODY_BYTES ? [] : full.keys();
  const bodies = [...lengths].map((length) =>
    wrong(full.subarray(0, length), "body-truncated", `only the first ${length} bytes were signed`),
  );
  const rights = <Value>(variants: readonly Variant<Value>[]) => variants.filter(({ weight }) => weight === 0);
  return {
    ...{ id: ways.id, bodies, keys: rights(ways.keys), times: rights(ways.times) },
    compositions: rights(ways.compositions),
    digests: rights(ways.digests),
  };
}

function ageOf({ headers, receivedAtSeconds }: ExplainInput): Mistake[] {
  const age = receivedAtSeconds - Number(header(headers, "webhook-timestamp"));
  if (age > SIGNATURE_TOLERANCE_SECONDS) return [{ id: "timestamp-too-old", detail: `${Math.round(age)} s old` }];
  if (-age > SIGNATURE_TOLERANCE_SECONDS) return [{ id: "timestamp-too-new", detail: `${Math.round(-age)} s ahead` }];
  return [];
}

function distinct(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.filter(({ id }, index) => mistakes.findIndex((other) => other.id === id) === index);
}

function inWords({ id, detail }: Mistake): Explained {
  const { says, todo } = MISTAKES[id];
  return { id, explanation: detail === undefined ? says : `${says} (${detail})`, todo };
}
