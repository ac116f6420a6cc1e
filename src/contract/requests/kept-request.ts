// A request as the log keeps it: the facts of its observation, with the texts cut.
import type { IncomingHttpHeaders } from "node:http";
import type { Observation } from "../observation.ts";
import type { BodyStore, StoredBody } from "./body-store.ts";

export type KeptRequest = Omit<
  Observation,
  "operation" | "requestBody" | "requestText" | "replyText" | "ignored" | "requestHeaders"
> & {
  /** 1, 2, … in the order of ends, over all surfaces. */
  readonly sequence: number;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly request: StoredBody;
  readonly reply: StoredBody;
  /** Estimated bytes of memory. */
  readonly size: number;
};

/** Objects and numbers of one row, estimated. */
const BASE_SIZE = 600;
/** It holds the seed, and with it every key. */
const NEVER_KEPT: ReadonlySet<string | null> = new Set(["exportWorld"]);

export function keptRequest(seen: Observation, sequence: number, bodies: BodyStore): KeptRequest {
  const request = bodies.keep(seen.requestText);
  const reply = NEVER_KEPT.has(seen.operationId)
    ? bodies.leaveOut(seen.replyText)
    : bodies.keep(seen.replyText === "" ? undefined : seen.replyText);
  // All members in one place: a row is made for each request.
  return {
    sequence,
    surface: seen.surface,
    requestId: seen.requestId,
    at: seen.at,
    clock: seen.clock,
    durationMs: seen.durationMs,
    method: seen.method,
    target: seen.target,
    path: seen.path,
    search: seen.search,
    operationId: seen.operationId,
    tenantId: seen.tenantId,
    keyId: seen.keyId,
    ownClient: seen.ownClient,
    requestHeaders: seen.requestHeaders,
    replyHeaders: seen.replyHeaders,
    request,
    reply,
    status: seen.status,
    cut: seen.cut,
    refusal: seen.refusal,
    faults: seen.faults,
    injected: seen.injected,
    replayed: seen.replayed,
    size: BASE_SIZE + request.size + reply.size + 2 * seen.target.length + headersSize(seen.requestHeaders),
  };
}

function headersSize(headers: IncomingHttpHeaders): number {
  let size = 0;
  for (const name in headers) size += 2 * (name.length + String(headers[name]).length);
  return size;
}
