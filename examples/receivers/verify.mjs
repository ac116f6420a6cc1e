// JavaScript (Node): is this webhook from the payment service? Needs no package.
import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** `headers`: lower-case names, as Node gives them. `body`: the raw bytes, before any JSON parser. */
export function isAuthentic(secret, headers, body, nowSeconds = Math.floor(Date.now() / 1000)) {
  const timestamp = headers["webhook-timestamp"] ?? "";
  const signature = headers["webhook-signature"] ?? "";
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  return signature.split(" ").some((one) => {
    const given = Buffer.from(/^[0-9a-f]{64}$/.test(one) ? one : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
