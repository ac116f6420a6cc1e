// One request of the battery: described as data, from which its headers, its body and its shell line are made.
import { createHmac } from "node:crypto";
import { signWebhook, wrongSecretOf } from "../../webhooks/sign.ts";

/** How `webhook-signature` is made. `age` and `body` differ from the shot's own where the case is about that. */
export type Signature =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "made";
      readonly secret?: "other";
      /** Seconds before now that are signed. */
      readonly age?: number;
      readonly body?: string;
      readonly form?: SignatureForm;
    };

/** Of the 64 hex characters: all, 63, the first 16 and zeros; as Standard Webhooks with the text or the decoded key; with the old secret's beside it. */
export type SignatureForm =
  | "hex"
  | "first-63"
  | "first-16"
  | "standard-text"
  | "standard-decoded"
  | "with-old"
  | "old-first";

export type Shot = {
  /** What is special about it, for people; "" when the case sends only one. */
  readonly label: string;
  readonly method: "POST" | "GET";
  readonly contentType: string;
  readonly id: string;
  readonly body: string;
  /** Seconds between `webhook-timestamp` and now; negative for the future. */
  readonly age: number;
  readonly signature: Signature;
};

/** A validly signed POST of `body`. */
export function shotOf(id: string, body: string, rest: Partial<Shot> = {}): Shot {
  const plain = { label: "", method: "POST", contentType: "application/json", age: 0 } as const;
  return { ...plain, signature: { kind: "made" }, ...rest, id, body };
}

/** The headers as they are sent at `nowSeconds` (Unix seconds of the wall clock). */
export function headersOf(shot: Shot, secret: string, nowSeconds: number): Record<string, string> {
  const signature = signatureOf(shot, secret, nowSeconds);
  return {
    "content-type": shot.contentType,
    "user-agent": "sandbox-webhooks/1",
    "webhook-id": shot.id,
    "webhook-timestamp": String(nowSeconds - shot.age),
    ...(signature === null ? {} : { "webhook-signature": signature }),
  };
}

/** The signature that would be right for the shot: a refusal must not show it, unless it is the one that was sent (W-28). */
export function rightSignature(shot: Shot, secret: string, nowSeconds: number): string {
  return signWebhook({ secret, timestampSeconds: nowSeconds - shot.age, body: shot.body });
}

function signatureOf(shot: Shot, secret: string, nowSeconds: number): string | null {
  const { signature } = shot;
  if (signature.kind === "none") return null;
  if (signature.kind === "text") return signature.text;
  const timestampSeconds = nowSeconds - (signature.age ?? shot.age);
  const body = signature.body ?? shot.body;
  const key = signature.secret === "other" ? wrongSecretOf(secret) : secret;
  const hex = signWebhook({ secret: key, timestampSeconds, body });
  const old = (): string => signWebhook({ secret: wrongSecretOf(secret), timestampSeconds, body });
  const standard = (bytes: Buffer): string =>
    `v1,${createHmac("sha256", bytes).update(`${shot.id}.${timestampSeconds}.${body}`).digest("base64")}`;
  switch (signature.form ?? "hex") {
    case "hex":
      return hex;
    case "first-63":
      return hex.slice(0, 63);
    case "first-16":
      // Every character after the sixteenth differs, so that no longer prefix is right by chance.
      return hex.slice(0, 16) + [...hex.slice(16)].map((digit) => (digit === "0" ? "1" : "0")).join("");
    case "standard-text":
      return standard(Buffer.from(key));
    case "standard-decoded":
      return standard(Buffer.from(key.replace(/^whsec_/, ""), "base64"));
    case "with-old":
      return `${hex} ${old()}`;
    case "old-first":
      return `${old()} ${hex}`;
  }
}
