// The signature of a webhook, made and checked: hex HMAC-SHA256 over timestamp, a dot and the raw body (S-500, S-502, H-80).
import { timingSafeEqual } from "node:crypto";
import { hmacSha256 } from "../kernel/hmac.ts";

/** How far `webhook-timestamp` may be from the receiver's clock, either way (H-80). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

export type SignInput = {
  /** The signing secret exactly as displayed, prefix included: its UTF-8 bytes are the key (H-80). */
  secret: string;
  /** Unix seconds of this attempt, on the wall clock. */
  timestampSeconds: number;
  /** The bytes that are sent. A string stands for its UTF-8 bytes. */
  body: Uint8Array | string;
};

/** 64 lower-case hex characters (R-117, S-498). */
export function signWebhook({ secret, timestampSeconds, body }: SignInput): string {
  return mac(secret, String(timestampSeconds), body).toString("hex");
}

/** Another secret than the given one: the fault `wrong-secret` signs with it. */
export function wrongSecretOf(secret: string): string {
  return `${secret}-wrong`;
}

export type HeadersInput = {
  /** The envelope's id: the same at every attempt (S-497, S-520, R-115). */
  id: string;
  timestampSeconds: number;
  body: Uint8Array | string;
  /** One secret gives one signature; during a rotation the old secret's may follow after a space. */
  secrets: readonly [string, ...string[]];
};

export type WebhookHeaders = {
  "content-type": "application/json";
  "user-agent": "sandbox-webhooks/1";
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** The headers of one attempt; recomputed per attempt, since the timestamp is signed (H-79, H-80). */
export function webhookHeaders({ id, timestampSeconds, body, secrets }: HeadersInput): WebhookHeaders {
  return {
    "content-type": "application/json",
    "user-agent": "sandbox-webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": secrets.map((secret) => signWebhook({ secret, timestampSeconds, body })).join(" "),
  };
}

/** Received headers: Node's header object, a plain record, or fetch's `Headers`. */
export type ReceivedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export type VerifyInput = {
  /** The endpoint's secret; several while a rotation overlaps. */
  secret: string | readonly string[];
  headers: ReceivedHeaders;
  /** The raw body, before any JSON parser touched it (S-503). */
  body: Uint8Array | string;
  /** Default 300 (H-80). */
  toleranceSeconds?: number;
  /** The receiver's wall clock, Unix seconds. */
  nowSeconds: number;
};

export type Verification =
  | { ok: true; id: string; timestampSeconds: number }
  | { ok: false; reason: VerificationFailure; message: string };

export type VerificationFailure =
  | "missing-header"
  | "malformed-timestamp"
  | "signature-mismatch"
  | "timestamp-too-old"
  | "timestamp-too-new";

/**
 * Checks a received webhook as a receiver should: constant-time comparison (S-577), then the age of the timestamp.
 * Never throws on received input. Age is checked after the signature, so "too old" means "validly signed, but old".
 */
export function verifyWebhook(input: VerifyInput): Verification {
  const id = header(input.headers, "webhook-id");
  const timestamp = header(input.headers, "webhook-timestamp");
  const signature = header(input.headers, "webhook-signature");
  if (id === null) return fail("missing-header", "the header webhook-id is missing");
  if (timestamp === null) return fail("missing-header", "the header webhook-timestamp is missing");
  if (signature === null) return fail("missing-header", "the header webhook-signature is missing");
  if (!/^[0-9]{1,12}$/.test(timestamp))
    return fail("malformed-timestamp", "webhook-timestamp is not a count of Unix seconds");

  const secrets = typeof input.secret === "string" ? [input.secret] : input.secret;
  const candidates = signature.split(" ");
  let matches = false;
  for (const secret of secrets) {
    const expected = mac(secret, timestamp, input.body);
    for (const candidate of candidates) matches = equalInConstantTime(expected, candidate) || matches;
  }
  if (!matches)
    return fail("signature-mismatch", "webhook-signature is not the signature of these bytes under this secret");

  const tolerance = input.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  const timestampSeconds = Number(timestamp);
  const age = input.nowSeconds - timestampSeconds;
  if (age > tolerance) return fail("timestamp-too-old", `webhook-timestamp is ${age} s old, more than ${tolerance} s`);
  if (-age > tolerance)
    return fail("timestamp-too-new", `webhook-timestamp is ${-age} s ahead, more than ${tolerance} s`);
  return { ok: true, id, timestampSeconds };
}

function mac(secret: string, timestamp: string, body: Uint8Array | string): Buffer {
  const prefix = `${timestamp}.`;
  const signed = typeof body === "string" ? prefix + body : Buffer.concat([Buffer.from(prefix), body]);
  return hmacSha256(secret)(signed);
}

function equalInConstantTime(expected: Buffer, candidate: string): boolean {
  // Branches on the form of the candidate only, which the sender knows anyway, never on bytes of the secret.
  if (!/^[0-9a-f]{64}$/.test(candidate)) return false;
  return timingSafeEqual(expected, Buffer.from(candidate, "hex"));
}

/** A header by its lower-case name, or null when it is missing or came twice. */
export function header(headers: ReceivedHeaders, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name || value === undefined) continue;
    // A signed header that came twice is no signature: which of the two was meant is unknown.
    if (typeof value === "string") return value;
    return value.length === 1 ? (value[0] ?? null) : null;
  }
  return null;
}

function isFetchHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof (headers as { get?: unknown }).get === "function";
}

function fail(reason: VerificationFailure, message: string): Verification {
  return { ok: false, reason, message };
}
