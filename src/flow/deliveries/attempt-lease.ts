// The lease of an attempt: real time after which its worker has lost it, and the delivery goes on without him.
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { WebhookResult } from "../dependencies.ts";

/** A sender that keeps its promise ends by its own time-out long before; wall ms. */
const GRACE_MS = 5_000;

/**
 * The result of `work`, or a failed attempt when it has not come back by then: what it brings later is nobody's business,
 * since an attempt is settled once. Rejects as `work` does.
 */
export function leased(wall: WallClock, timeoutMs: number, work: Promise<WebhookResult>): Promise<WebhookResult> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookResult>();
  const leaseMs = timeoutMs + GRACE_MS;
  const lost = { ok: false, status: null, durationMs: leaseMs, response: "", headers: {} };
  const error = `unknown: the sender did not come back within ${leaseMs} ms`;
  const timer = wall.after(leaseMs, () => resolve({ ...lost, error }), { unref: true });
  work.then(resolve, reject).finally(() => timer.cancel());
  return promise;
}
