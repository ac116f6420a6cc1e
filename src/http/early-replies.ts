// Answers to those who never reach the service: not let in by the guard, or there is no world behind the doors yet.
import type { IncomingMessage, RequestListener } from "node:http";
import { TIER_LIMITS } from "../domain/tenant/tenant.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { isOfService } from "./app.ts";
import { createPipeline } from "./pipeline.ts";
import { serviceErrorBody } from "./problem-reply.ts";
import { addressBucket, type RateLimiter, rateHeaders } from "./rate-limit.ts";
import type { Stage } from "./request-context.ts";

export type EarlyReplyDependencies = { readonly log: Log; readonly limiter: RateLimiter; nextRequestId(): string };

/** Before and after a world: 503 in the envelope for everything, `/healthz` included. */
export function notReady({ limiter, ...parts }: EarlyReplyDependencies): RequestListener {
  const refuse: Stage = ({ request, replyHeaders }) => {
    Object.assign(replyHeaders, standingOf(limiter, request));
    throw new Problem("serviceUnavailable", "the sandbox is starting or stopping", { headers: { "Retry-After": "1" } });
  };
  const pipeline = createPipeline({ ...parts, errorBody: serviceErrorBody, stages: [refuse] });
  return (request, response) => void pipeline(request, response, { path: request.url ?? "/", search: "" });
}

/** What every answer of the service carries, for one that never reached it (K-12, H-75). */
export function earlyReplyHeaders({ limiter, nextRequestId }: Omit<EarlyReplyDependencies, "log">) {
  return (request: IncomingMessage): Record<string, string> => ({
    "X-Request-Id": nextRequestId(),
    ...standingOf(limiter, request),
  });
}

/** The rate-limit headers of somebody whose request is not counted; nothing outside of the service has any (H-75). */
function standingOf(limiter: RateLimiter, { url = "", socket }: IncomingMessage): Record<string, string> {
  if (!isOfService(url)) return {};
  return rateHeaders(limiter.look(addressBucket(socket.remoteAddress), TIER_LIMITS.standard));
}
