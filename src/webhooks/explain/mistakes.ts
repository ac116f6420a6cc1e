// Table: what receivers of webhooks do wrong, in words for the person who did it (features: the signature explainer).

type Row = { readonly says: string; readonly todo: string };

const RIGHT =
  "sign webhook-timestamp, a dot and the raw body with HMAC-SHA256 and the secret exactly as shown, in lower-case hex";

export const MISTAKES = {
  // -------------------------------------------------------------- what was received
  "missing-header": {
    says: "a header is missing or came twice",
    todo: "pass on webhook-id, webhook-timestamp and webhook-signature; look for a proxy or framework that drops them",
  },
  "malformed-timestamp": {
    says: "webhook-timestamp is not a count of Unix seconds as it was sent",
    todo: "use the header's text as it came, before any conversion",
  },
  "timestamp-altered": {
    says: "webhook-timestamp is not the one that was signed",
    todo: "use the header's text as it came, with the body and the signature of the same request",
  },
  "signature-altered": {
    says: "webhook-signature is not the one that was sent with this timestamp and body",
    todo: "use the header's text as it came: 64 characters of lower-case hex, a second one after a space during a rotation",
  },
  "id-mismatch": {
    says: "the header webhook-id differs from the id in the body; only the body is signed",
    todo: "deduplicate by the id in the signed body, and do not mix headers and bodies of different requests",
  },
  "timestamp-too-old": {
    says: "the signature is right, the timestamp is more than five minutes old",
    todo: "refuse it when it arrives so late; when you only asked late, send received_at",
  },
  "timestamp-too-new": {
    says: "the signature is right, the timestamp is more than five minutes ahead",
    todo: "set the receiver's clock; webhook-timestamp follows real time, also when the sandbox's clock is elsewhere",
  },
  "sent-with-wrong-secret": {
    says: "the sandbox signed this attempt with a wrong secret on purpose: the fault wrong-secret was set",
    todo: "nothing, if your receiver refused it; take the fault away with DELETE /admin/faults",
  },
  // -------------------------------------------------------------- the secret
  "wrong-secret": {
    says: "the secret belongs to no endpoint of this sandbox",
    todo: "use the secret that the endpoint was created or rotated with",
  },
  "secret-of-another-endpoint": {
    says: "the secret belongs to another endpoint of the same tenant; each endpoint has its own",
    todo: "use the secret of the endpoint that this webhook was sent to",
  },
  "secret-of-the-start": {
    says: "made with the signing secret that start prints: it signs for the endpoint of --webhook alone, any other endpoint has its own",
    todo: "use the secret in the answer that registered the endpoint, or register it with a secret that you give",
  },
  "secret-of-another-tenant": {
    says: "the secret belongs to an endpoint of another tenant",
    todo: "use the secret of the endpoint that this webhook was sent to",
  },
  "secret-rotated": {
    says: "the endpoint's secret was rotated, and this is the one of the other side of the rotation",
    todo: "accept both secrets for the time of the overlap, then the new one alone",
  },
  "secret-prefix-stripped": {
    says: "whsec_ was taken off the secret",
    todo: "use the secret exactly as shown: the prefix is part of the key",
  },
  "secret-decoded": {
    says: "the secret was decoded before it was used as the key",
    todo: "use the bytes of the secret's text as shown; nothing in it is hex or base64 to be decoded",
  },
  "secret-whitespace": {
    says: "the secret carries a space or a line end, or lost one",
    todo: "trim what is read from a file or an environment variable",
  },
  "secret-missing": {
    says: "there was no secret: the key was empty, or the text of a missing value",
    todo: "check the name of the environment variable or setting that holds the secret",
  },
  // -------------------------------------------------------------- the body
  "body-reserialised": {
    says: "the body was parsed and written anew, with other spaces, key order, escapes or number forms (1.0, large integers)",
    todo: "verify the raw bytes before any JSON parser touches them",
  },
  "body-newline": {
    says: "white space was added to or taken off the end of the body",
    todo: "verify the raw bytes; read the body without a tool that adds or trims line ends",
  },
  "body-bom": {
    says: "a byte order mark precedes the body",
    todo: "verify the raw bytes; write and read them without a byte order mark",
  },
  "body-latin1": {
    says: "the body's bytes were read in another encoding than UTF-8",
    todo: "verify the raw bytes, or decode and encode them as UTF-8",
  },
  "body-truncated": {
    says: "the body is not complete",
    todo: "read until the end of the request before verifying; raise the limit of whatever cuts it",
  },
  "body-missing": {
    says: "nothing was signed where the body belongs",
    todo: "verify the raw bytes; a body parser has probably read the request before you did",
  },
  "body-stringified": {
    says: "not the body was signed but the text of an object",
    todo: "verify the raw bytes, not a parsed object or the representation of a byte string",
  },
  "body-part": {
    says: "only a part of the envelope was signed",
    todo: "verify the complete raw body: id, version, type, time and payload",
  },
  "body-changed": {
    says: "the body is not the one that was sent under this id",
    todo: "use body and headers of the same request, unchanged",
  },
  // -------------------------------------------------------------- the formula
  "id-included": {
    says: "webhook-id is part of what was signed, as Standard Webhooks libraries do; this service leaves it out",
    todo: RIGHT,
  },
  "timestamp-missing": { says: "the body was signed without the timestamp", todo: RIGHT },
  "timestamp-in-ms": { says: "the timestamp was signed in milliseconds", todo: RIGHT },
  "timestamp-other": { says: "another time was signed than the text of webhook-timestamp", todo: RIGHT },
  separator: { says: "timestamp and body were joined by something else than one dot", todo: RIGHT },
  order: { says: "the body was signed before the timestamp", todo: RIGHT },
  "other-hash": { says: "another hash than SHA-256 was used", todo: RIGHT },
  "no-key": { says: "a plain hash was used where an HMAC belongs", todo: RIGHT },
  "key-and-message-swapped": { says: "key and message were swapped in the HMAC", todo: RIGHT },
  // -------------------------------------------------------------- the form of the result
  base64: { says: "the signature is written in base64", todo: "write it in lower-case hex, 64 characters" },
  "upper-case-hex": {
    says: "the signature is written in upper-case hex",
    todo: "write it in lower case, or compare the bytes",
  },
  "signature-prefix": {
    says: "the signature carries a prefix such as v1, or sha256=",
    todo: "compare with the bare hex: this service writes no prefix",
  },
  "signature-cut": { says: "the signature is not complete", todo: "compare all 64 characters" },
} as const satisfies Readonly<Record<string, Row>>;

export type MistakeId = keyof typeof MISTAKES;

/** A mistake with what is known about this one. */
export type Mistake = { readonly id: MistakeId; readonly detail?: string };
