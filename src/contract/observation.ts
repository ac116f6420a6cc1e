// One finished request as a listener sees it: what was asked, by whom, what was answered, and what the sandbox noticed meanwhile.
import type { IncomingHttpHeaders } from "node:http";
import type { ProblemName } from "../kernel/problem.ts";
import type { Operation } from "../spec/operations.ts";
import type { SentMember } from "./provenance/sent-members.ts";

/** What a request was for. Pages, probes and documents are none of them. */
export type Surface = "v1" | "admin" | "rpc";

/** Clients that are no client of the service: they name themselves in `X-Sandbox-Client`, and contract testing does not count them (C-10). */
export const OWN_CLIENTS = ["cli", "scenario", "docs", "hunt", "demo", "dashboard"] as const;
export type OwnClient = (typeof OWN_CLIENTS)[number];
export const OWN_CLIENT_HEADER = "X-Sandbox-Client";

/** A fault that a request met: its id, and its effect at the gate. */
export type MetFault = { readonly id: string; readonly effect: string };

/** Why a request was refused: a problem of the catalogue, or the code of a JSON-RPC error. */
export type Refusal = { readonly problem: ProblemName | null; readonly code: number; readonly detail: string };

/**
 * Texts are as they were sent and answered: they can hold keys and secrets, and whoever shows them hides these (R-211, D-82).
 * The members of a request that was never read are empty: nobody looks at the body of a request without a key.
 */
export type Observation = {
  readonly surface: Surface;
  /** `X-Request-Id` of the reply; calls of `/rpc`, which have no such header, are named `rpc_…`. */
  readonly requestId: string;
  /** Wall ms at which the request arrived. */
  readonly at: number;
  /** Virtual ms when it was answered; null while there is no world. */
  readonly clock: number | null;
  /** Wall ms from its arrival to the finished reply. */
  readonly durationMs: number;
  /** `GET`, …; for a call over a WebSocket `WS`. */
  readonly method: string;
  /** The whole request target, as it was sent: `/v1/wallets?limit=2`. */
  readonly target: string;
  /** Below the mount point, still encoded; `/rpc`: the network, `/ethereum`. */
  readonly path: string;
  /** Still encoded, without its question mark. */
  readonly search: string;
  /** Id of the operation; for `/rpc` the method of the call; null when nothing matched. */
  readonly operationId: string | null;
  /** The operation with this id; `/rpc` has none. */
  readonly operation: Operation | undefined;
  readonly tenantId: string | null;
  readonly keyId: string | null;
  readonly ownClient: OwnClient | null;
  readonly requestHeaders: IncomingHttpHeaders;
  /** The body as it was sent; undefined when there was none, or when it was not read. */
  readonly requestText: string | undefined;
  /** The JSON of the body once it was accepted as JSON. */
  readonly requestBody: unknown;
  /** Null when the connection was closed instead of answered. */
  readonly status: number | null;
  /** Without those of CORS, which depend on the page; empty for a connection that was closed. */
  readonly replyHeaders: Readonly<Record<string, string | number>>;
  readonly replyText: string;
  /**
   * A fault closed the connection: before the work (`now`), or after it (`instead-of-reply`: the answer was lost). `by-client`: the
   * client did not wait for the answer, which the work does not notice.
   */
  readonly cut: "now" | "instead-of-reply" | "by-client" | null;
  readonly refusal: Refusal | null;
  readonly faults: readonly MetFault[];
  /** A fault made or changed this answer, or closed the connection: it says nothing about the service (C-01). */
  readonly injected: boolean;
  /** Answered with the stored bytes of an earlier request with this Idempotency-Key. */
  readonly replayed: boolean;
  /** Names of query parameters and members that no operation reads (H-87). */
  readonly ignored: readonly string[];
  /** The parameters and members that were sent, where they are worked out already. */
  readonly sent?: readonly SentMember[] | undefined;
};

/** True for the question that a browser asks before a request of a page: the page knows nothing of it, and its app did not send it. */
export function isPreflight({
  method,
  headers,
}: {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Receives each finished request. It is called outside of every transaction, never throws and never waits. */
export type Observe = (observation: Observation) => void;

/** The client of ours that a request names, or null for the client of the service; anything else than a known name is a client's. */
export function ownClientOf(headers: IncomingHttpHeaders): OwnClient | null {
  const name = headers["x-sandbox-client"];
  return name === undefined ? null : (OWN_CLIENTS.find((one) => one === name) ?? null);
}
