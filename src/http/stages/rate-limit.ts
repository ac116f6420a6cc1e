// Counts the request and writes the three headers that every reply carries (H-75, S-559…S-562).
import type { Readings } from "../../contract/readings/readings.ts";
import { Problem } from "../../kernel/problem.ts";
import { addressBucket, keyBucket, type RateLimiter, rateHeaders } from "../rate-limit.ts";
import type { Stage } from "../request-context.ts";

export function limitRate(limiter: RateLimiter, readings: Readings): Stage {
  return ({ caller, request, replyHeaders }) => {
    const allowance =
      caller === undefined
        ? limiter.count(addressBucket(request.socket.remoteAddress), limiter.keylessLimit)
        : limiter.count(keyBucket(caller.keyId), caller.tenant.rate_limit);
    Object.assign(replyHeaders, rateHeaders(allowance, readings, caller?.tenant.id));
    if (!allowance.exceeded) return;
    const detail = `more than ${allowance.limit} requests in this minute: try again in ${allowance.retryAfter} s`;
    throw new Problem("rateLimitExceeded", detail, { headers: { "Retry-After": String(allowance.retryAfter) } });
  };
}
