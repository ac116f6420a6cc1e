// The service that a comparison calls: which URLs are taken, and one GET with bounded time and bytes (C-60).
import type { WallClock } from "../../kernel/wall-clock.ts";
import { describeFailure } from "../../webhooks/failure.ts";

/** Why a URL or key is not taken, in words for the user. */
export class ServiceFault extends Error {
  override readonly name = "ServiceFault";
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * The base URL of a service without a slash at its end; one without a path gets `/v1`.
 * @throws ServiceFault for http to another machine, and for credentials, a query or a fragment in the URL
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ServiceFault("--base-url must be the URL that your app calls, such as https://api.example.com/v1");
  if (url.username !== "" || url.password !== "")
    throw new ServiceFault("--base-url holds a user name or password: give the key in SERVICE_API_KEY instead");
  if (url.search !== "" || url.hash !== "") throw new ServiceFault("--base-url must have no query and no fragment");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
    throw new ServiceFault("--base-url must begin with https: over http everyone on the way could read the key");
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? "/v1" : path}`;
}

/** The key of SERVICE_API_KEY. @throws ServiceFault without one, or for one that no header can hold; the text never holds the key */
export function readKey(key: string | undefined): string {
  if (key === undefined || key === "")
    throw new ServiceFault("set SERVICE_API_KEY to a key of the service: it is taken from there only, and never kept");
  if (!/^[\x21-\x7e]{1,512}$/.test(key))
    throw new ServiceFault("SERVICE_API_KEY holds a space or another character that no header can hold");
  return key;
}

/** Bytes of one answer, and the real time of one call. */
export const MAX_BYTES = 1_048_576;
export const MAX_CALL_MS = 15_000;

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * One GET. Redirects are not followed: a key goes to the host that was named, and to no other.
 * @throws ServiceFault for a host that does not answer in time or at all, or that sends too much
 */
export async function getFrom(url: string, key: string | undefined, wall: WallClock): Promise<Answer> {
  const stop = new AbortController();
  const timer = wall.after(MAX_CALL_MS, () => stop.abort(), { unref: true });
  const headers: Record<string, string> = { accept: "application/json" };
  // Not named as a command of ours: a sandbox answers those without its readings, and a comparison is about what clients get.
  if (key !== undefined) headers["x-api-key"] = key;
  try {
    const answer = await fetch(url, { method: "GET", headers, redirect: "manual", signal: stop.signal });
    const body = await textWithin(answer, MAX_BYTES);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch (error) {
    if (error instanceof ServiceFault) throw error;
    if (stop.signal.aborted) throw new ServiceFault(`no answer within ${MAX_CALL_MS / 1_000} s`);
    throw new ServiceFault(describeFailure(error instanceof Error && error.cause ? error.cause : error));
  } finally {
    timer.cancel();
  }
}

async function textWithin(answer: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new ServiceFault(`the answer is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
