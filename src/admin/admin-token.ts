// Who may use the control surface when an admin token is set: compared in constant time, a tenant key never fits.
import { createHash, timingSafeEqual } from "node:crypto";

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

/** The password of an `Authorization: Basic …` header, or undefined: how a browser opens the page. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^basic +(\S+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : text.slice(colon + 1);
}

/** True when `given` is the token; takes the same time for every other text of any length. */
export function isToken(token: string, given: string | undefined): boolean {
  return timingSafeEqual(digest(token), digest(given ?? "")) && given !== undefined;
}

/** True when a page may show what belongs to tenants: no token is set, or it is the browser's password. */
export function opensPages(token: string | null, authorization: string | undefined): boolean {
  return token === null || isToken(token, bearerToken(authorization) ?? basicPassword(authorization));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
