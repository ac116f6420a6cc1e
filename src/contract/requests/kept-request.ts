// A request as the log keeps it: the facts of its observation, with the texts cut.
import type { IncomingHttpHeaders } from "node:http";
import type { Observation } from "../observation.ts";

/** Bytes of one body that are kept. */
export const MAX_BODY_BYTES = 16 * 1024;

/** `text` is undefined when there was no body, or when nobody read it. */
export type KeptBody = { readonly text: string | undefined; readonly truncated: boolean; readonly bytes: number };

export type KeptRequest = Omit<
  Observation,
  "operation" | "requestBody" | "requestText" | "replyText" | "ignored" | "requestHeaders"
> & {
  /** 1, 2, … in the order of ends, over all surfaces. */
  readonly sequence: number;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly request: KeptBody;
  readonly reply: KeptBody;
  /** Estimated bytes of memory. */
  readonly size: number;
};

/** Objects and numbers of one row, estimated. */
const BASE_SIZE = 600;
/** It holds the seed, and with it every key. */
const NEVER_KEPT: ReadonlySet<string | null> = new Set(["exportWorld"]);

export function keptRequest(seen: Observation, sequence: number): KeptRequest {
  const request = keptBody(seen.requestText);
  const reply = NEVER_KEPT.has(seen.operationId)
    ? { text: undefined, truncated: true, bytes: Buffer.byteLength(seen.replyText) }
    : keptBody(seen.replyText === "" ? undefined : seen.replyText);
  return {
    ...{ sequence, surface: seen.surface, requestId: seen.requestId, at: seen.at, clock: seen.clock },
    ...{ durationMs: seen.durationMs, method: seen.method, target: seen.target, path: seen.path, search: seen.search },
    ...{ operationId: seen.operationId, tenantId: seen.tenantId, keyId: seen.keyId, ownClient: seen.ownClient },
    ...{ requestHeaders: seen.requestHeaders, replyHeaders: seen.replyHeaders, request, reply },
    ...{ status: seen.status, cut: seen.cut, refusal: seen.refusal, faults: seen.faults },
    ...{ injected: seen.injected, replayed: seen.replayed },
    size: BASE_SIZE + sizeOf(request) + sizeOf(reply) + 2 * seen.target.length + headersSize(seen.requestHeaders),
  };
}

function keptBody(text: string | undefined): KeptBody {
  if (text === undefined) return { text, truncated: false, bytes: 0 };
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BODY_BYTES) return { text, truncated: false, bytes };
  // A copy: a slice would keep the whole text alive. The last character may have been cut in its middle.
  const cut = Buffer.from(text).toString("utf8", 0, MAX_BODY_BYTES).replace(/�$/u, "");
  return { text: cut, truncated: true, bytes };
}

function sizeOf({ text = "" }: KeptBody): number {
  return 2 * text.length;
}

function headersSize(headers: IncomingHttpHeaders): number {
  let size = 0;
  for (const name in headers) size += 2 * (name.length + String(headers[name]).length);
  return size;
}
