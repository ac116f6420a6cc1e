// What a request asks for: the path and query of its target, and whether it only reads.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Target } from "./request-context.ts";

/** Path and query text of a request target, still encoded; a proxy's absolute form loses its origin. */
export function splitTarget(url: string): [path: string, search: string] {
  const local = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  return mark < 0 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)];
}

const VERSION = /^\/(v[0-9][^/]*)(\/.*)?$/;

/** The version segment of a path of the service and what is below it, such as `["v1", "/wallets"]`; null for any other path. */
export function versionOf(path: string): [version: string, below: string] | null {
  const match = VERSION.exec(path);
  return match === null ? null : [match[1] ?? "", match[2] ?? "/"];
}

/** True for a request target below /v1 or another version segment. */
export function isOfService(url: string): boolean {
  return VERSION.test(splitTarget(url)[0]);
}

/** A method and a target at the beginning of bytes that are no request. */
const REQUEST_LINE = /^([A-Z]{1,20}) (\S{1,2000})/;

/** What bytes that are no request asked for; nothing where that cannot be read. */
export function requestLineOf(head: Buffer | undefined): { method?: string | undefined; url?: string | undefined } {
  const [, method, url] = REQUEST_LINE.exec(head?.toString("latin1") ?? "") ?? [];
  return { method, url };
}

/** True for GET and HEAD. */
export function isRead({ method }: Pick<IncomingMessage, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Answers a GET or HEAD of its paths and returns true; false for any other path. */
export type ServeRead = (target: Target, request: IncomingMessage, response: ServerResponse) => boolean;

/** A middleware of pages and probes: what `serve` does not answer goes to the next one. */
export function serveReads(
  serve: ServeRead,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const [path, search] = splitTarget(request.url ?? "");
    if (!isRead(request) || !serve({ path, search }, request, response)) next();
  };
}
