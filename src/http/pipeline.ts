// Runs the stages of a request in order and sends exactly one reply, also when a stage throws (K-13).
import type { IncomingMessage, ServerResponse } from "node:http";
import { assert } from "../kernel/assert.ts";
import type { Instrument, InstrumentationEvent } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { type ErrorBody, problemReply } from "./problem-reply.ts";
import type { RequestContext, Stage, Target } from "./request-context.ts";
import { send } from "./send.ts";

type Surface = (InstrumentationEvent & { what: "request" })["surface"];

/** A path is client input: at most this much of it is logged. */
const MAX_LOGGED_PATH = 200;

export type PipelineDependencies = {
  stages: readonly Stage[];
  log: Log;
  /** Names the next request in the log and in `X-Request-Id`. */
  nextRequestId(): string;
  /** The body of an error reply. */
  errorBody: ErrorBody;
  /** Receives an event for each answer, with the surface it was given on. */
  readonly instrumented?: { surface: Surface; wall: WallClock; note: Instrument };
  /** Called with each request once its reply is made, before it is sent. */
  readonly observe?: (context: RequestContext) => void;
};

/** Answers one request below the mount point. Never rejects. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => Promise<void>;

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  return async (request, response, target) => {
    const requestId = dependencies.nextRequestId();
    const began = dependencies.instrumented?.wall.monotonic() ?? 0;
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
      // The work is committed and has its reply: an error after that must not replace it.
      if (context.reply === undefined) context.reply = problemReply(error, context, dependencies);
      // A world that was closed while the request waited gives a Problem, which is no bug.
      else if (!(error instanceof Problem))
        dependencies.log.error({ requestId, error }, "a request met a mistake of the sandbox after its reply was made");
    }
    record(dependencies, context, began);
    dependencies.observe?.(context);
    send(context);
  };
}

function record({ instrumented }: PipelineDependencies, context: RequestContext, began: number): void {
  if (instrumented === undefined) return;
  const { requestId, method, target, operation, caller, reply, cut } = context;
  instrumented.note({
    what: "request",
    ...{ requestId, surface: instrumented.surface, method, path: withoutKeys(target.path).slice(0, MAX_LOGGED_PATH) },
    operation: operation?.id ?? "",
    status: cut === undefined ? (reply?.status ?? null) : null,
    tenant: caller?.tenant.id ?? "",
    ms: instrumented.wall.monotonic() - began,
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
