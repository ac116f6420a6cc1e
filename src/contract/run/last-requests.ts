// The last requests of the client in a run, with their bodies: only for `--with-bodies` (C-70).
import { isObject } from "../../kernel/is-object.ts";
import type { Evidence } from "../outputs/document.ts";

/** A request of the client, with keys and secrets hidden. */
export type LastRequest = {
  readonly request_id: string;
  readonly method: string;
  readonly target: string;
  /** Null when the connection was closed instead of answered. */
  readonly status: number | null;
  /** Null when there was none. */
  readonly body: string | null;
};

/**
 * A file of this name in the folder of `--contract-dir` asks the sandboxes that write there for bodies: it reaches those too that a suite
 * starts itself, and nobody else has a switch that lets a sandbox write bodies.
 */
export const BODIES_FILE = "with-bodies";
export const MAX_LAST_REQUESTS = 10;
/** Characters of a body that are kept. */
export const MAX_BODY_TEXT = 2_000;

/** The requests in a summary or report; those that are none, as in a file that was edited, are left out. */
export function lastRequestsIn(value: unknown): LastRequest[] {
  return Array.isArray(value) ? value.filter(isLastRequest).slice(-MAX_LAST_REQUESTS) : [];
}

function isLastRequest(value: unknown): value is LastRequest {
  return (
    isObject(value) &&
    ["request_id", "method", "target"].every((name) => typeof value[name] === "string") &&
    (value["status"] === null || typeof value["status"] === "number") &&
    (value["body"] === null || typeof value["body"] === "string")
  );
}

/** What a report shows of them: bodies, so that a seal takes them out unless they were asked for. */
export function requestsEvidence(requests: readonly LastRequest[] = []): Evidence[] {
  if (requests.length === 0) return [];
  const lines = requests.map(
    ({ method, target, status, body }) =>
      `${method} ${target} → ${status ?? "cut"}${body === null ? "" : `\n  ${body}`}`,
  );
  return [{ label: "last requests", text: lines.join("\n"), kind: "body" }];
}
