// Which request of a customer made the app ask the service for something: the one that holds the same values.

import { parsedOrNull } from "./service-calls.ts";
import { type ServiceCall, scalarsOf, type WatchedRequest } from "./watched-request.ts";

/** A call of the app with the exchange before which it was not there, and those that had begun when it was. */
export type SeenCall = ServiceCall & { readonly until: number };

/** The latest exchange before the call was seen that holds one of these values; a change is more likely the cause than a look. */
export function causeOf(
  { until }: SeenCall,
  exchanges: readonly WatchedRequest[],
  values: readonly string[],
): WatchedRequest | undefined {
  const wanted = values.filter((one) => one !== "").map((one) => one.toLowerCase());
  const holds = ({ replyBody }: WatchedRequest, given: readonly string[]): boolean =>
    wanted.some(
      (one) =>
        replyBody?.toLowerCase().includes(one) === true || given.some((text) => text.toLowerCase().includes(one)),
    );
  const able = exchanges.filter((one) => one.number <= until && one.status < 400 && holds(one, givenValues(one)));
  return able.findLast(({ method }) => method !== "GET") ?? able.at(-1);
}

/** Parts of path and query, and members of the body. */
export function givenValues({ target, requestBody, headers }: WatchedRequest): string[] {
  const url = target.split(/[/?&=]/).map(decodedOrSame);
  const body = parsedOrNull(requestBody);
  const form =
    body === null ? (requestBody ?? "").split(/[&=]/).map((one) => decodedOrSame(one.replaceAll("+", " "))) : [];
  const words = Object.values(headers).flatMap((value) => value.split(/[\s=;,]+/));
  return [...scalarsOf(body).map(({ text }) => text), ...form, ...url, ...words].filter((one) => one !== "");
}

function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
