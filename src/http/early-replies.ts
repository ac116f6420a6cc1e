// Replies made before a request reaches the service: refused by the guard, or no world is open yet.
import type { IncomingMessage, RequestListener } from "node:http";
import type { Readings } from "../contract/readings/readings.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { GuardAnswers } from "./guard.ts";
import { type Observed, observeGuard } from "./observe.ts";
import { createPipeline } from "./pipeline.ts";
import { addressBucket, type RateLimiter, rateHeaders } from "./rate-limit.ts";
import type { Stage } from "./request-context.ts";
import { isOfService } from "./request-target.ts";
import { earlyErrorBody, earlyText } from "./stages/error-readings.ts";

export type EarlyReplyDependencies = {
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly readings: Readings;
  nextRequestId(): string;
  readonly observed?: Observed;
};

/** The listener while no world is open: 503 in the envelope for every path, `/healthz` included. */
export function notReady({ limiter, readings, ...dependencies }: EarlyReplyDependencies): RequestListener {
  const refuse: Stage = ({ request, replyHeaders }) => {
    Object.assign(replyHeaders, rateHeadersOf({ limiter, readings }, request));
    throw new Problem("serviceUnavailable", "the sandbox is starting or stopping", { headers: { "Retry-After": "1" } });
  };
  const pipeline = createPipeline({ ...dependencies, errorBody: earlyErrorBody(readings), stages: [refuse] });
  return (request, response) => void pipeline(request, response, { path: request.url ?? "/", search: "" });
}

/** How the guard refuses: with the headers and words of every answer of the service, for a request that never reached it (K-12, H-75). */
export function guardAnswers({
  nextRequestId,
  observed,
  ...dependencies
}: Omit<EarlyReplyDependencies, "log"> & { readonly observed: Observed }): GuardAnswers {
  return {
    headersOf: (request) => ({ "X-Request-Id": nextRequestId(), ...rateHeadersOf(dependencies, request) }),
    textOf: (request, error) => earlyText(dependencies.readings, request, error),
    refused: observeGuard(observed),
  };
}

/** The rate-limit headers for a request that is not counted; paths outside of the service have none (H-75). */
function rateHeadersOf(
  { limiter, readings }: Pick<EarlyReplyDependencies, "limiter" | "readings">,
  { url = "", socket }: IncomingMessage,
): Record<string, string> {
  if (!isOfService(url)) return {};
  return rateHeaders(limiter.look(addressBucket(socket.remoteAddress), limiter.keylessLimit), readings);
}
