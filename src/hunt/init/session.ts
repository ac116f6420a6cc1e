// Which requests of a customer belong to a session: they carry a cookie that the app had set in an answer before (U-03).
import { carried, type WatchedRequest } from "./watched-request.ts";

/** What the app set its customer in answers before this request. */
export function setBefore({ number }: WatchedRequest, exchanges: readonly WatchedRequest[]): ReadonlySet<string> {
  return new Set(exchanges.filter((one) => one.number < number).flatMap(({ cookies }) => cookies));
}

/** Whether the request tells the app by a cookie who its customer is. */
export function isInSession(exchange: WatchedRequest, exchanges: readonly WatchedRequest[]): boolean {
  const known = setBefore(exchange, exchanges);
  return carried(exchange).some((pair) => known.has(pair));
}

/**
 * The requests that may have begun the session of this one, each a list for a customer to make before it: those that set its cookies, and then
 * everything that the customer had changed until then. None for a request that is in no session.
 */
export function beginningsOf(
  exchange: WatchedRequest,
  exchanges: readonly WatchedRequest[],
): (readonly WatchedRequest[])[] {
  if (!isInSession(exchange, exchanges)) return [];
  const wanted = new Set(carried(exchange));
  const before = exchanges.filter(({ number, status }) => number < exchange.number && status < 400);
  const setting = before.filter(({ cookies }) => cookies.some((pair) => wanted.has(pair)));
  const writing = before.filter((one) => one.method !== "GET" || setting.includes(one));
  const isMore = writing.some((one) => !setting.includes(one));
  return isMore ? [setting, writing] : [setting];
}
