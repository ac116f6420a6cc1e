// Table: receivers that compute a signature wrongly, each as found in real code, and its mistakes.
import { createHash, createHmac } from "node:crypto";
import type { MistakeId } from "../../src/webhooks/explain/mistakes.ts";

/** What a receiver has in its hands. `other` and `previous` are secrets it may mix up. */
export type Hands = {
  id: string;
  timestamp: string;
  raw: Buffer;
  secret: string;
  previous: string;
  neighbour: string;
  stranger: string;
};

type WrongReceiver = { name: string; mistakes: MistakeId[]; compute: (hands: Hands) => string };

const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac;
};
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;
const pythonDumps = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonDumps).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${pythonDumps(one)}`)
      .join(", ")}}`;
  const text = JSON.stringify(value);
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
};

export const WRONG_RECEIVERS: readonly WrongReceiver[] = [
  {
    name: "none: timestamp, dot, raw body, lower-case hex",
    mistakes: [],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "a Standard Webhooks library: id.timestamp.body, secret from base64, base64 with v1,",
    mistakes: ["id-included", "secret-decoded", "base64", "signature-prefix"],
    compute: ({ id, secret, timestamp, raw }) =>
      `v1,${hmac(Buffer.from(secret.slice(6), "base64"), `${id}.${timestamp}.`, raw).digest("base64")}`,
  },
  {
    name: "id.timestamp.body in hex",
    mistakes: ["id-included"],
    compute: ({ id, secret, timestamp, raw }) => hmac(secret, `${id}.${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "id.body",
    mistakes: ["id-included", "timestamp-missing"],
    compute: ({ id, secret, raw }) => hmac(secret, `${id}.`, raw).digest("hex"),
  },
  {
    name: "express.json() and JSON.stringify(request.body)",
    mistakes: ["body-reserialised"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${timestamp}.${JSON.stringify(JSON.parse(String(raw)))}`).digest("hex"),
  },
  {
    name: "JSON.stringify with an indent",
    mistakes: ["body-reserialised"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${timestamp}.${JSON.stringify(JSON.parse(String(raw)), null, 2)}`).digest("hex"),
  },
  {
    name: "json.dumps of Python: spaces after commas, non-ASCII escaped",
    mistakes: ["body-reserialised"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${timestamp}.${pythonDumps(JSON.parse(String(raw)))}`).digest("hex"),
  },
  {
    name: "json_encode of PHP: escaped slashes and non-ASCII",
    mistakes: ["body-reserialised"],
    compute({ secret, timestamp, raw }) {
      const text = JSON.stringify(JSON.parse(String(raw))).replaceAll("/", "\\/");
      const escaped = text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
      return hmac(secret, `${timestamp}.${escaped}`).digest("hex");
    },
  },
  {
    name: "a map with sorted keys (Go)",
    mistakes: ["body-reserialised"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${timestamp}.${JSON.stringify(sorted(JSON.parse(String(raw))))}`).digest("hex"),
  },
  {
    name: "base64 instead of hex",
    mistakes: ["base64"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw).digest("base64"),
  },
  {
    name: "base64 for URLs",
    mistakes: ["base64"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw).digest("base64url"),
  },
  {
    name: "base64 of the hex text",
    mistakes: ["base64"],
    compute: ({ secret, timestamp, raw }) =>
      Buffer.from(hmac(secret, `${timestamp}.`, raw).digest("hex")).toString("base64"),
  },
  {
    name: "upper-case hex (Java, .NET)",
    mistakes: ["upper-case-hex"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw).digest("hex").toUpperCase(),
  },
  {
    name: "sha256= before the hex",
    mistakes: ["signature-prefix"],
    compute: ({ secret, timestamp, raw }) => `sha256=${hmac(secret, `${timestamp}.`, raw).digest("hex")}`,
  },
  {
    name: "the first half of the hex",
    mistakes: ["signature-cut"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw).digest("hex").slice(0, 32),
  },
  {
    name: "the secret of another endpoint",
    mistakes: ["secret-of-another-endpoint"],
    compute: ({ neighbour, timestamp, raw }) => hmac(neighbour, `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "the secret from before the rotation",
    mistakes: ["secret-rotated"],
    compute: ({ previous, timestamp, raw }) => hmac(previous, `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "the secret of another tenant",
    mistakes: ["secret-of-another-tenant"],
    compute: ({ stranger, timestamp, raw }) => hmac(stranger, `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "whsec_ taken off",
    mistakes: ["secret-prefix-stripped"],
    compute: ({ secret, timestamp, raw }) => hmac(secret.replace("whsec_", ""), `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "whsec_ taken off and the rest decoded from hex",
    mistakes: ["secret-decoded"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(Buffer.from(secret.slice(6), "hex"), `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "whsec_ taken off and the rest decoded from base64",
    mistakes: ["secret-decoded"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(Buffer.from(secret.slice(6), "base64"), `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "a secret file that ends with a line end",
    mistakes: ["secret-whitespace"],
    compute: ({ secret, timestamp, raw }) => hmac(`${secret}\n`, `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "an environment variable that is not there",
    mistakes: ["secret-missing"],
    compute: ({ timestamp, raw }) => hmac(String(undefined), `${timestamp}.`, raw).digest("hex"),
  },
  {
    name: "the body only",
    mistakes: ["timestamp-missing"],
    compute: ({ secret, raw }) => hmac(secret, raw).digest("hex"),
  },
  {
    name: "the timestamp in milliseconds",
    mistakes: ["timestamp-in-ms"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${Number(timestamp) * 1_000}.`, raw).digest("hex"),
  },
  {
    name: "the timestamp as an ISO date",
    mistakes: ["timestamp-other"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${new Date(Number(timestamp) * 1_000).toISOString()}.`, raw).digest("hex"),
  },
  {
    name: "the envelope's time",
    mistakes: ["timestamp-other"],
    compute: ({ secret, raw }) => hmac(secret, `${JSON.parse(String(raw)).time}.`, raw).digest("hex"),
  },
  {
    name: "the receiver's own clock",
    mistakes: ["timestamp-other"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${Number(timestamp) + 2}.`, raw).digest("hex"),
  },
  {
    name: "no separator",
    mistakes: ["separator"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, timestamp, raw).digest("hex"),
  },
  {
    name: "a colon as the separator",
    mistakes: ["separator"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}:`, raw).digest("hex"),
  },
  {
    name: "body before timestamp",
    mistakes: ["order"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, raw, `.${timestamp}`).digest("hex"),
  },
  ...["sha1", "sha512", "md5"].map(
    (name): WrongReceiver => ({
      name,
      mistakes: ["other-hash"],
      compute: ({ secret, timestamp, raw }) =>
        createHmac(name, secret).update(`${timestamp}.`).update(raw).digest("hex"),
    }),
  ),
  {
    name: "key and message swapped",
    mistakes: ["key-and-message-swapped"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(Buffer.concat([Buffer.from(`${timestamp}.`), raw]), secret).digest("hex"),
  },
  {
    name: "a plain sha256 without a key",
    mistakes: ["no-key"],
    compute: ({ timestamp, raw }) => createHash("sha256").update(`${timestamp}.`).update(raw).digest("hex"),
  },
  {
    name: "a plain sha256 over secret and message",
    mistakes: ["no-key"],
    compute: ({ secret, timestamp, raw }) =>
      createHash("sha256").update(secret).update(`${timestamp}.`).update(raw).digest("hex"),
  },
  {
    name: "a body read with a trailing line end",
    mistakes: ["body-newline"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw, "\n").digest("hex"),
  },
  {
    name: "a body written with a byte order mark",
    mistakes: ["body-bom"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.\ufeff`, raw).digest("hex"),
  },
  {
    name: "a body decoded as Latin-1",
    mistakes: ["body-latin1"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.${raw.toString("latin1")}`).digest("hex"),
  },
  {
    name: "only the first chunk of the body",
    mistakes: ["body-truncated"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.`, raw.subarray(0, 100)).digest("hex"),
  },
  {
    name: "a body that a parser has read before",
    mistakes: ["body-missing"],
    compute: ({ secret, timestamp }) => hmac(secret, `${timestamp}.`).digest("hex"),
  },
  {
    name: "a parsed object in a template",
    mistakes: ["body-stringified"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.${JSON.parse(String(raw))}`).digest("hex"),
  },
  {
    name: "the representation of Python bytes",
    mistakes: ["body-stringified"],
    compute: ({ secret, timestamp, raw }) => hmac(secret, `${timestamp}.b'${raw}'`).digest("hex"),
  },
  {
    name: "the payload alone",
    mistakes: ["body-part"],
    compute: ({ secret, timestamp, raw }) =>
      hmac(secret, `${timestamp}.${JSON.stringify(JSON.parse(String(raw)).payload)}`).digest("hex"),
  },
  {
    name: "several: re-serialised, no timestamp, base64",
    mistakes: ["base64", "timestamp-missing", "body-reserialised"],
    compute: ({ secret, raw }) => hmac(secret, JSON.stringify(JSON.parse(String(raw)))).digest("base64"),
  },
  {
    name: "several: sha1, upper case, a colon",
    mistakes: ["upper-case-hex", "other-hash", "separator"],
    compute: ({ secret, timestamp, raw }) =>
      createHmac("sha1", secret).update(`${timestamp}:`).update(raw).digest("hex").toUpperCase(),
  },
  {
    name: "several: a Standard Webhooks library after express.json()",
    mistakes: ["id-included", "secret-decoded", "base64", "signature-prefix", "body-reserialised"],
    compute({ id, secret, timestamp, raw }) {
      const text = JSON.stringify(JSON.parse(String(raw)), null, 2);
      const key = Buffer.from(secret.slice(6), "base64");
      return `v1,${hmac(key, `${id}.${timestamp}.${text}`).digest("base64")}`;
    },
  },
];
