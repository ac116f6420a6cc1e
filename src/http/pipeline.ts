// Runs the stages of a request in their order and sends the one reply, whatever happens on the way (K-13).
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

/** A path is a client's text: so much of it is told. */
const LONGEST_PATH = 200;

export type PipelineDependencies = {
  stages: readonly Stage[];
  log: Log;
  /** Names the next request in the log and in `X-Request-Id`. */
  nextRequestId(): string;
  /** The body of an error reply. */
  errorBody: ErrorBody;
  /** Whom the answers are told, and on which surface they are given; nobody without. */
  readonly instrumented?: { surface: Surface; wall: WallClock; note: Instrument };
  /** Told of each exchange once its reply is made, before it is sent. */
  readonly observe?: (exchange: RequestContext) => void;
};

/** Answers one request below the mount point. Never rejects. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse, target: Target) => Promise<void>;

export function createPipeline(parts: PipelineDependencies): Pipeline {
  return async (request, response, target) => {
    const requestId = parts.nextRequestId();
    const began = parts.instrumented?.wall.monotonic() ?? 0;
    const exchange: RequestContext = {
      request,
      response,
      requestId,
      method: (request.method ?? "GET").toUpperCase(),
      target,
      requestHeaders: request.headers,
      replyHeaders: { "X-Request-Id": requestId },
    };
    try {
      await runStages(parts.stages, exchange);
    } catch (error) {
      // What was committed has its reply already: an error after it must not tell the client otherwise.
      if (exchange.reply === undefined) exchange.reply = problemReply(error, exchange, parts);
      // A world that ended while its work was waited for is a Problem, and no mistake.
      else if (!(error instanceof Problem))
        parts.log.error({ requestId, error }, "a request met a mistake of the sandbox after its reply was made");
    }
    tell(parts, exchange, began);
    parts.observe?.(exchange);
    send(exchange);
  };
}

function tell({ instrumented }: PipelineDependencies, exchange: RequestContext, began: number): void {
  if (instrumented === undefined) return;
  const { requestId, method, target, operation, caller, reply, cut } = exchange;
  instrumented.note({
    what: "request",
    ...{ requestId, surface: instrumented.surface, method, path: withoutKeys(target.path).slice(0, LONGEST_PATH) },
    operation: operation?.id ?? "",
    status: cut === undefined ? (reply?.status ?? null) : null,
    tenant: caller?.tenant.id ?? "",
    ms: instrumented.wall.monotonic() - began,
  });
}

/** A key or secret that was put into a path by mistake is none of the log's business. */
function withoutKeys(path: string): string {
  return path.replace(/(sk_(?:sandbox|live)_|whsec_)[^/]*/g, "$1...");
}

/** Names requests `req_000000000001`, … in the order they come in. */
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
export async function runStages(stages: readonly Stage[], exchange: RequestContext): Promise<void> {
  for (const stage of stages) {
    const waiting = stage(exchange);
    if (waiting !== undefined) await waiting;
    if (exchange.reply !== undefined || exchange.cut === "now") return;
  }
  assert(exchange.reply !== undefined, "the last stage of a pipeline replies", { requestId: exchange.requestId });
}
