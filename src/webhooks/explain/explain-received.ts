// Explains a received webhook: compares headers, body and secret with what was sent.
import { parseTime } from "../../kernel/clock.ts";
import { header, wrongSecretOf } from "../sign.ts";
import { type EndpointSecret, type ExplainInput, envelopeOf, type KnownSecret, relation } from "./explain-input.ts";
import { findMistake, type Target, targetsOf } from "./find-mistake.ts";
import type { Mistake, MistakeId } from "./mistakes.ts";
import { bodyTexts, sameFacts } from "./reserialise.ts";
import { COMPOSITIONS, DIGESTS, right, type Variant, wrong } from "./variants.ts";

/** `mistakes` is empty when it verifies, null when nothing explains why it does not. */
export type Received = { mistakes: Mistake[] | null; signedBy: EndpointSecret | null };

/** Finds the changes that must be undone so that the signature verifies again. */
export function explainReceived(input: ExplainInput): Received {
  const { headers, body } = input;
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const missing = names.filter((name) => header(headers, name) === null);
  const notes: Mistake[] = missing.length === 0 ? [] : [{ id: "missing-header", detail: missing.join(", ") }];
  const id = header(headers, "webhook-id");
  const inside = envelopeOf(body).id;
  if (id !== null && inside !== null && id !== inside) notes.push({ id: "id-mismatch" });
  const timestamp = header(headers, "webhook-timestamp");
  const signature = header(headers, "webhook-signature");
  if (timestamp === null || signature === null) return { mistakes: notes, signedBy: null };
  const found = findSigning(input, timestamp, signature);
  if (found === null) return { mistakes: visibleMistakes(input, timestamp, notes), signedBy: null };
  return { mistakes: [...notes, ...found.mistakes], signedBy: ownerOf(input, found.key) };
}

function findSigning(input: ExplainInput, timestamp: string, signature: string): ReturnType<typeof findMistake> {
  const ways = {
    id: "",
    keys: keysOf(input),
    times: timesOf(input, timestamp),
    bodies: bodiesOf(input),
    compositions: COMPOSITIONS.slice(0, 1),
    digests: DIGESTS.slice(0, 1),
  };
  const found = findMistake(signature.split(" ").flatMap(targetsOf).map(altered), ways);
  if (found !== null || input.sent === null) return found;
  // The signature header was never sent: look for a signature that was.
  const sent = input.sent.attempts.flatMap((attempt) => attempt.signature.split(" ").flatMap(targetsOf));
  return findMistake(
    sent.map(({ bytes }) => ({ bytes, mistakes: [{ id: "signature-altered" }] })),
    ways,
  );
}

/** The sender writes one form of the header only, so another form was made between sender and receiver. */
function altered({ bytes, mistakes }: Target): Target {
  return { bytes, mistakes: mistakes.length === 0 ? [] : [{ id: "signature-altered" }] };
}

function keysOf({ secret, known }: ExplainInput): Variant<Buffer>[] {
  const all = known.map((one) => {
    if (one.endpointId === null) return wrong(Buffer.from(one.secret), "secret-of-the-start");
    return secret === null || one.secret === secret
      ? right(Buffer.from(one.secret))
      : wrong(Buffer.from(one.secret), instead(secret, one, known));
  });
  const secrets = new Set([...(secret === null ? [] : [secret]), ...known.map((one) => one.secret)]);
  const spoilt = [...secrets].map((one) => wrong(Buffer.from(wrongSecretOf(one)), "sent-with-wrong-secret"));
  return [...(secret === null ? [] : [right(Buffer.from(secret))]), ...all, ...spoilt];
}

/** The mistake in the given secret, when `one` made the signature. */
function instead(given: string, one: KnownSecret, known: readonly KnownSecret[]): MistakeId {
  const holder = known.find(({ secret }) => secret === given);
  if (holder !== undefined) return relation(holder, one);
  if (`whsec_${given}` === one.secret) return "secret-prefix-stripped";
  return given.trim() === one.secret ? "secret-whitespace" : "wrong-secret";
}

function timesOf({ sent }: ExplainInput, timestamp: string): Variant<string>[] {
  const all = [right(timestamp)];
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    const ms = /^[0-9]{13}$/.test(timestamp) ? Number(timestamp) : parseTime(timestamp);
    if (ms !== null) all.push(wrong(String(Math.floor(ms / 1_000)), "malformed-timestamp"));
    for (const part of timestamp.match(/[0-9]{10,}/g) ?? []) all.push(wrong(part, "malformed-timestamp"));
  }
  for (const attempt of sent?.attempts ?? []) all.push(wrong(attempt.timestamp, "timestamp-altered"));
  return all;
}

function bodiesOf({ body, sent }: ExplainInput): Variant<Buffer>[] {
  const all = [right(Buffer.from(body))];
  if (sent !== null && sent.body !== body) all.push(wrong(Buffer.from(sent.body), difference(sent.body, body)));
  const undone: [MistakeId, string][] = [
    ["body-newline", body.trimEnd()],
    ["body-bom", body.replace(/^\ufeff/, "")],
    ["body-latin1", Buffer.from(body, "latin1").toString("utf8")],
    ...bodyTexts(body).map(({ text }): [MistakeId, string] => ["body-reserialised", text]),
  ];
  return [...all, ...undone.map(([id, text]) => wrong(Buffer.from(text), id))];
}

/** How the received body differs from the sent one. */
function difference(sent: string, body: string): MistakeId {
  if (body.replace(/^\ufeff/, "") === sent) return "body-bom";
  if (body.trim() === sent) return "body-newline";
  if (Buffer.from(body, "latin1").toString("utf8") === sent || body.includes("\ufffd")) return "body-latin1";
  if (body === "") return "body-missing";
  if (sent.startsWith(body)) return "body-truncated";
  return sameFacts(sent, body) ? "body-reserialised" : "body-changed";
}

/** When no combination gives the signature: the mistakes visible without it, or null. */
function visibleMistakes({ body }: ExplainInput, timestamp: string, notes: readonly Mistake[]): Mistake[] | null {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return [...notes, { id: "malformed-timestamp" }];
  if (body.trim() === "") return [...notes, { id: "body-missing" }];
  if (body.startsWith("{") && !isJson(body)) return [...notes, { id: "body-truncated" }];
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function ownerOf({ known }: ExplainInput, key: Buffer): EndpointSecret | null {
  const secret = key.toString("utf8");
  const owned = known.filter((one): one is EndpointSecret => one.endpointId !== null);
  return owned.find((one) => one.secret === secret || wrongSecretOf(one.secret) === secret) ?? null;
}
