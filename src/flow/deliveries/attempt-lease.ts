// The lease of a delivery attempt: real time after which the attempt counts as failed although its sender has not returned.
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { WebhookResult } from "../dependencies.ts";

/** Wall ms beyond the sender's own time-out. */
const GRACE_MS = 5_000;

/**
 * The result of `work`, or a failed attempt when it has not resolved within the lease; a later result is ignored, since an
 * attempt is settled once. Rejects as `work` does.
 */
export function leased(wall: WallClock, timeoutMs: number, work: Promise<WebhookResult>): Promise<WebhookResult> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookResult>();
  const leaseMs = timeoutMs + GRACE_MS;
  const lost = { ok: false, status: null, durationMs: leaseMs, timedOut: true, response: "", headers: {} };
  const error = `unknown: the sender did not come back within ${leaseMs} ms`;
  const timer = wall.after(leaseMs, () => resolve({ ...lost, error }), { unref: true });
  work.then(resolve, reject).finally(() => timer.cancel());
  return promise;
}
