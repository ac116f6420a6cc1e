// The state of one request: what the stages of a pipeline pass on to each other.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { MetFault } from "../contract/observation.ts";
import type { SentMember } from "../contract/provenance/sent-members.ts";
import type { TenantRow } from "../domain/tenant/tenant.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Operation } from "../spec/operations.ts";
import type { QueryValue } from "../spec/query.ts";

/** The authenticated tenant, and the key it used. */
export type Caller = { tenant: TenantRow; keyId: string };

/** The target of a request below the mount point: both texts still encoded, `search` without its question mark. */
export type Target = { path: string; search: string };

/** The checked parts of a request; `filter` and `sort` of a list are raw texts of its grammar. */
export type RequestInput = {
  path: Record<string, string>;
  query: Record<string, QueryValue | string[]>;
  headers: Record<string, string>;
  body: unknown;
};

/** A finished reply. An empty text is sent without a content type. */
export type Reply = { status: number; text: string; headers: Record<string, string> };

export type RequestContext = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly method: string;
  readonly target: Target;
  readonly requestHeaders: IncomingHttpHeaders;
  /** Headers of the reply, whatever its status. */
  readonly replyHeaders: Record<string, string>;
  caller?: Caller;
  operation?: Operation;
  /** The body as it was sent, once it was read; undefined without one. */
  bodyText?: string;
  /** What is told when the request was answered that a fault held. */
  answered?: () => void;
  /** The bytes of the body, once somebody asked for them. */
  bodyBytes?: Promise<Buffer>;
  /** The JSON of the body as it was sent; undefined without a body. */
  rawBody?: unknown;
  input?: RequestInput;
  reply?: Reply;
  /** Close the connection instead of answering (an injected fault). */
  cut?: "now" | "instead-of-reply";
  /** The client closed the connection before it was answered. */
  left?: true;
  /** Why the request was refused. */
  problem?: Problem;
  /** Faults that this request met. */
  faults?: MetFault[];
  /** The gate `api.request` is passed once the owner that the request names is known. */
  gateWaits?: boolean;
  /** A fault made the reply. */
  injected?: boolean;
  /** A fault changed what the operation answered, which made the reply all the same. */
  altered?: boolean;
  /** The envelope of the reply as an object, where its text is that of it. */
  answer?: object | undefined;
  /** The parameters and members that were sent, once somebody needed them. */
  sent?: readonly SentMember[];
  /** Names in the request that its operation does not read. */
  ignored?: string[];
};

/** One step of a pipeline. It throws a `Problem` to refuse, sets `reply` to finish, or stores its result in the context for the next. */
export type Stage = (context: RequestContext) => void | Promise<void>;
