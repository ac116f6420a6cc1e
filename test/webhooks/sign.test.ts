// The signature made and checked, against digests of another implementation (R-117, S-500, S-502, H-80).
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signWebhook, verifyWebhook, webhookHeaders } from "../../src/webhooks/sign.ts";

const SECRET = "whsec_0123456789abcdef0123456789abcdef0123456789abcdef";
const BODY =
  '{"id":"e-1","version":"1","type":"deposit.new","time":"2026-01-01 00:00:00.000000","payload":{"amount":"25.5"}}';
const NOW = 1_767_225_600;

describe("signing", () => {
  // The digests were computed with another implementation (Python's hmac), so that a mistake cannot agree with itself.
  test.each([
    {
      name: "an ASCII body",
      secret: SECRET,
      at: NOW,
      body: BODY,
      hex: "18f7e20a3cdb29d7be8cefc31fe7926c2b6a93c1689decba61ec6117a4536c5f",
    },
    {
      name: "a body and a secret outside ASCII",
      secret: "ключ-🔑",
      at: NOW,
      body: '{"remark":"Überweisung €5 → 東京 😀"}',
      hex: "95583d3933e92d767ef1e5b6aa9aea49a2ae130bc3a4be1e4c09b2e287824c4c",
    },
    {
      name: "integers beyond a double",
      secret: SECRET,
      at: NOW,
      body: '{"raw":115792089237316195423570985008687907853269984665640564039457584007913129639935}',
      hex: "059e07faae41f95c6d93ece3183a308e99f76c3172cf73ad1b1c79ce22db50a6",
    },
    {
      name: "an empty body at the epoch",
      secret: "s",
      at: 0,
      body: "",
      hex: "2572e102ebbc88d57bc0ef48471ee28bb7fc8c6e9c0558b3c8e5d276f84ac9c3",
    },
  ])(
    "is lower-case hex HMAC-SHA256 over timestamp, dot and raw body: $name (S-500, S-502, H-80)",
    ({ secret, at, body, hex }) => {
      expect(signWebhook({ secret, timestampSeconds: at, body })).toBe(hex);
      expect(signWebhook({ secret, timestampSeconds: at, body: Buffer.from(body, "utf8") })).toBe(hex);
    },
  );

  test("headers carry type, agent, id, timestamp and signature and nothing else (H-79, S-497, S-498, S-499)", () => {
    expect(webhookHeaders({ id: "e-1", timestampSeconds: NOW, body: BODY, secrets: [SECRET] })).toEqual({
      "content-type": "application/json",
      "user-agent": "sandbox-webhooks/1",
      "webhook-id": "e-1",
      "webhook-timestamp": String(NOW),
      "webhook-signature": signWebhook({ secret: SECRET, timestampSeconds: NOW, body: BODY }),
    });
  });

  test("R-119 a verifier of Standard Webhooks refuses the default signature: the rule of the specification is its own (S-575)", () => {
    // As that standard says: the key from base64 after the prefix, id and timestamp in the text, `v1,` and base64.
    const standard = (headers: Record<string, string>): string => {
      const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${BODY}`;
      const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
    };
    const accepts = (headers: Record<string, string>): boolean =>
      headers["webhook-signature"]?.split(" ").includes(standard(headers)) === true;
    const ours = webhookHeaders({ id: "e-1", timestampSeconds: NOW, body: BODY, secrets: [SECRET] });
    expect(accepts(ours)).toBe(false);
    expect(accepts({ ...ours, "webhook-signature": standard(ours) })).toBe(true);
    // And the other way round: what that standard signs is no signature here.
    const theirs = { ...ours, "webhook-signature": standard(ours) };
    expect(verifyWebhook({ secret: SECRET, headers: theirs, body: BODY, nowSeconds: NOW }).ok).toBe(false);
    expect(verifyWebhook({ secret: SECRET, headers: ours, body: BODY, nowSeconds: NOW }).ok).toBe(true);
  });

  test("the secret's prefix is part of the key and nothing is base64-decoded (H-80)", () => {
    const hex = createHmac("sha256", Buffer.from(SECRET)).update(`${NOW}.${BODY}`).digest("hex");
    expect(signWebhook({ secret: SECRET, timestampSeconds: NOW, body: BODY })).toBe(hex);
    expect(signWebhook({ secret: SECRET.slice("whsec_".length), timestampSeconds: NOW, body: BODY })).not.toBe(hex);
  });
});

describe("verifying", () => {
  const headers = webhookHeaders({ id: "e-1", timestampSeconds: NOW, body: BODY, secrets: [SECRET] });
  const verify = (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
    verifyWebhook({ secret: SECRET, headers, body: BODY, nowSeconds: NOW, ...change });
  const reasonOf = (change: Parameters<typeof verify>[0]) => {
    const result = verify(change);
    return result.ok ? "ok" : result.reason;
  };

  test("accepts what was signed, as string and as bytes, and names id and time", () => {
    expect(verify({})).toEqual({ ok: true, id: "e-1", timestampSeconds: NOW });
    expect(verify({ body: Buffer.from(BODY) })).toEqual({ ok: true, id: "e-1", timestampSeconds: NOW });
  });

  test("reads Node's headers, fetch's headers and names in any case", () => {
    expect(reasonOf({ headers: new Headers(headers) })).toBe("ok");
    expect(
      reasonOf({ headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])) }),
    ).toBe("ok");
    expect(reasonOf({ headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]])) })).toBe("ok");
  });

  test("accepts 300 s either way by default and not one second more (H-80)", () => {
    expect(reasonOf({ nowSeconds: NOW + 300 })).toBe("ok");
    expect(reasonOf({ nowSeconds: NOW - 300 })).toBe("ok");
    expect(reasonOf({ nowSeconds: NOW + 301 })).toBe("timestamp-too-old");
    expect(reasonOf({ nowSeconds: NOW - 301 })).toBe("timestamp-too-new");
    expect(reasonOf({ nowSeconds: NOW + 5, toleranceSeconds: 4 })).toBe("timestamp-too-old");
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("says that %s is missing", (name) => {
    expect(reasonOf({ headers: { ...headers, [name]: undefined } })).toBe("missing-header");
  });

  test.each([
    ["", "malformed-timestamp"],
    ["soon", "malformed-timestamp"],
    ["-5", "malformed-timestamp"],
    ["1e9", "malformed-timestamp"],
    [`${NOW}.0`, "malformed-timestamp"],
    [`0${NOW}`, "signature-mismatch"],
  ])("refuses the timestamp %j: %s", (timestamp, reason) => {
    expect(reasonOf({ headers: { ...headers, "webhook-timestamp": timestamp } })).toBe(reason);
  });

  test("refuses a signature in base64, in capitals, with a version prefix, and a header that came twice", () => {
    const hex = headers["webhook-signature"];
    for (const wrong of [
      Buffer.from(hex, "hex").toString("base64"),
      hex.toUpperCase(),
      `v1,${hex}`,
      "",
      hex.slice(1),
      `${hex}0`,
    ]) {
      expect(reasonOf({ headers: { ...headers, "webhook-signature": wrong } })).toBe("signature-mismatch");
    }
    expect(reasonOf({ headers: { ...headers, "webhook-signature": [hex, hex] } })).toBe("missing-header");
  });

  test("during a rotation either side may hold two secrets (R-121)", () => {
    const both = webhookHeaders({ id: "e-1", timestampSeconds: NOW, body: BODY, secrets: ["new", "old"] });
    expect(both["webhook-signature"]).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/);
    expect(reasonOf({ headers: both, secret: "old" })).toBe("ok");
    expect(reasonOf({ headers: both, secret: "new" })).toBe("ok");
    expect(reasonOf({ headers: both, secret: "older" })).toBe("signature-mismatch");
    expect(reasonOf({ secret: ["another", SECRET] })).toBe("ok");
  });

  test("any changed byte, any other secret and any other timestamp is refused (S-503)", () => {
    const hostile = fc.record({
      body: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      secret: fc.string({ unit: "binary", minLength: 1 }),
      at: fc.nat(),
    });
    fc.assert(
      fc.property(hostile, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ body, secret, at }, place, flip) => {
        const signed = webhookHeaders({ id: "e", timestampSeconds: at, body, secrets: [secret] });
        const base = { secret, headers: signed, body, nowSeconds: at };
        expect(verifyWebhook(base).ok).toBe(true);
        const changed = Uint8Array.from(body);
        changed[place % body.length] = (changed[place % body.length] ?? 0) ^ flip;
        expect(verifyWebhook({ ...base, body: changed }).ok).toBe(false);
        expect(verifyWebhook({ ...base, secret: `${secret}x` }).ok).toBe(false);
        expect(verifyWebhook({ ...base, headers: { ...signed, "webhook-timestamp": String(at + 1) } }).ok).toBe(false);
      }),
    );
  });

  test("whatever comes over the wire, it answers and does not throw", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature", "x"),
          fc.oneof(fc.string(), fc.array(fc.string())),
        ),
        fc.string(),
        (wild, body) => {
          expect(verifyWebhook({ secret: SECRET, headers: wild, body, nowSeconds: NOW }).ok).toBe(false);
        },
      ),
    );
  });
});
