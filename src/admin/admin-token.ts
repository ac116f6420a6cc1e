// Checks the admin token where one is set: in constant time; an API key of a tenant is never accepted.
import { createHash, timingSafeEqual } from "node:crypto";

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

/** The password of an `Authorization: Basic …` header, or undefined: browsers send the token this way. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^basic +(\S+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : text.slice(colon + 1);
}

/** True when `given` is the token; the comparison takes the same time for any other text of any length. */
export function isToken(token: string, given: string | undefined): boolean {
  return timingSafeEqual(digest(token), digest(given ?? "")) && given !== undefined;
}

/** True when a page may show data of tenants: no token is set, or it was sent as bearer token or password. */
export function opensPages(token: string | null, authorization: string | undefined): boolean {
  return token === null || isToken(token, bearerToken(authorization) ?? basicPassword(authorization));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
