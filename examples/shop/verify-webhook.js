// Checks that a webhook comes from the payment service: HMAC-SHA256 over "timestamp.body", hex, and not older than five minutes.
import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** `body` are the raw bytes. Verify first, parse afterwards. */
export function isFromPaymentService(secret, headers, body, nowSeconds = Math.floor(Date.now() / 1000)) {
  const timestamp = headers["webhook-timestamp"] ?? "";
  const signature = headers["webhook-signature"] ?? "";
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  // While a secret is rotated there may be two signatures, separated by a space.
  return signature.split(" ").some((candidate) => {
    const given = Buffer.from(candidate, "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
