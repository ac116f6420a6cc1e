// A request as the log keeps it: the facts of its observation, with the texts cut.
import type { IncomingHttpHeaders } from "node:http";
import type { Observation } from "../observation.ts";
import type { BodyStore, StoredBody } from "./body-store.ts";
import type { HeaderStore } from "./header-store.ts";
import type { TargetStore } from "./target-store.ts";

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

/** Where the parts of rows are kept that several rows may share. */
export type Stores = { readonly bodies: BodyStore; readonly headers: HeaderStore; readonly targets: TargetStore };

export function keptRequest(seen: Observation, sequence: number, { bodies, headers, targets }: Stores): KeptRequest {
  const { target, path, search } = targets.keep(seen);
  const sent = headers.keep(seen.requestHeaders);
  const request = bodies.keep(seen.requestText);
  const reply = NEVER_KEPT.has(seen.operationId)
    ? bodies.leaveOut(seen.replyText)
    : bodies.keep(seen.replyText === "" ? undefined : seen.replyText);
  // Written out: objects that are spread into it would be copied member by member, for each request.
  return {
    sequence,
    surface: seen.surface,
    requestId: seen.requestId,
    at: seen.at,
    clock: seen.clock,
    durationMs: seen.durationMs,
    method: seen.method,
    target,
    path,
    search,
    operationId: seen.operationId,
    tenantId: seen.tenantId,
    keyId: seen.keyId,
    ownClient: seen.ownClient,
    requestHeaders: sent.headers,
    replyHeaders: seen.replyHeaders,
    request,
    reply,
    status: seen.status,
    cut: seen.cut,
    refusal: seen.refusal,
    faults: seen.faults,
    injected: seen.injected,
    replayed: seen.replayed,
    size: BASE_SIZE + request.size + reply.size + 2 * seen.target.length + sent.size,
  };
}
