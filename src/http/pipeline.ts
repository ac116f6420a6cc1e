// Runs the stages of a request in order and sends exactly one reply, also when a stage throws (K-13).
import type { IncomingMessage, ServerResponse } from "node:http";
import { assert } from "../kernel/assert.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { type Arrival, type Observed, observeRequest } from "./observe.ts";
import { type ErrorBody, type ErrorHeaders, problemReply } from "./problem-reply.ts";
import type { RequestContext, Stage, Target } from "./request-context.ts";
import { send } from "./send.ts";

/** A path is client input: at most this much of it is logged. */
const MAX_LOGGED_PATH = 200;

export type PipelineDependencies = {
  stages: readonly Stage[];
  log: Log;
  /** Names the next request in the log and in `X-Request-Id`. */
  nextRequestId(): string;
  /** The body of an error reply. */
  errorBody: ErrorBody;
  /** The headers of a problem; by default those that it has. */
  readonly errorHeaders?: ErrorHeaders;
  /** Completes the headers of a reply before it is sent. */
  readonly complete?: ((context: RequestContext) => void) | undefined;
  /** Who is told of each request when its reply is sent; nobody by default. */
  readonly observed?: Observed | undefined;
};

const NOT_TIMED: Arrival = { at: 0, monotonic: 0 };

/** Answers one request below the mount point. Never rejects. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => Promise<void>;

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  return async (request, response, target) => {
    const requestId = dependencies.nextRequestId();
    const { observed } = dependencies;
    const began = arrivalOf(observed?.wall);
    const context: RequestContext = {
      request,
      response,
      requestId,
      method: (request.method ?? "GET").toUpperCase(),
      target,
      requestHeaders: request.headers,
      replyHeaders: { "X-Request-Id": requestId },
    };
    try {
      await runStages(dependencies.stages, context);
    } catch (error) {
      refuse(error, context, dependencies);
    }
    dependencies.complete?.(context);
    if (context.cut === undefined && response.destroyed && !response.headersSent) context.left = true;
    if (observed !== undefined) record(observed, context, began.monotonic);
    const sent = send(context);
    // In the same turn, so that a client that has its answer finds the request in the log.
    if (observed !== undefined) observeRequest(observed, context, began, sent);
    context.answered?.();
  };
}

function arrivalOf(wall: WallClock | undefined): Arrival {
  return wall === undefined ? NOT_TIMED : { at: wall.now(), monotonic: wall.monotonic() };
}

function refuse(error: unknown, context: RequestContext, dependencies: PipelineDependencies): void {
  // The work is committed and has its reply: an error after that must not replace it.
  if (context.reply === undefined) {
    context.reply = problemReply(error, context, dependencies);
    context.problem = error instanceof Problem ? error : new Problem("internalServerError");
  }
  // A world that was closed while the request waited gives a Problem, which is no bug.
  else if (!(error instanceof Problem)) {
    const { requestId } = context;
    dependencies.log.error({ requestId, error }, "a request met a mistake of the sandbox after its reply was made");
  }
}

function record({ note, wall, surfaceOf }: Observed, context: RequestContext, began: number): void {
  const surface = note === undefined ? null : surfaceOf(context.request);
  if (note === undefined || surface === null || surface === "rpc") return;
  const { requestId, method, target, operation, caller, reply, cut, left } = context;
  note({
    what: "request",
    ...{ requestId, surface, method, path: withoutKeys(target.path).slice(0, MAX_LOGGED_PATH) },
    operation: operation?.id ?? "",
    status: cut === undefined && left === undefined ? (reply?.status ?? null) : null,
    tenant: caller?.tenant.id ?? "",
    ms: wall.monotonic() - began,
  });
}

/** Masks a key or secret that was put into a path by mistake: it must not be logged. */
function withoutKeys(path: string): string {
  return path.replace(/(sk_(?:sandbox|live)_|whsec_)[^/]*/g, "$1...");
}

/** Names requests `req_000000000001`, … in the order of arrival. */
export function createRequestIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `req_${String(count).padStart(12, "0")}`;
  };
}

/**
 * Runs stages until one replies or cuts the connection. Most stages are synchronous: to await those too would cost each request a
 * turn of the microtask queue per stage.
 */
export async function runStages(stages: readonly Stage[], context: RequestContext): Promise<void> {
  for (const stage of stages) {
    const waiting = stage(context);
    if (waiting !== undefined) await waiting;
    if (context.reply !== undefined || context.cut === "now") return;
  }
  assert(context.reply !== undefined, "the last stage of a pipeline replies", { requestId: context.requestId });
}
